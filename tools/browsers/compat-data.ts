import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compareVersions } from './supported.ts';

/** One support statement: a version, `false`, or `preview`; `≤37` means that no earlier version was checked. */
interface Support {
  version_added: string | false;
  version_removed?: string | false;
  prefix?: string;
  alternative_name?: string;
  flags?: unknown[];
}

/** A feature, with its sub-features by name. */
export type Feature = { readonly __compat?: { support: Record<string, Support | Support[]> } } & {
  readonly [name: string]: Feature | undefined;
};

export interface CompatData {
  api: Feature;
  css: Feature;
  javascript: Feature;
}

/** MDN's data about what browsers can do: https://github.com/mdn/browser-compat-data. */
export const readCompatData = (): CompatData =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'));

const NO_FEATURE: readonly string[] = ['__compat', '__meta'];

export const featuresIn = (feature: Feature | undefined): [name: string, feature: Feature][] =>
  Object.entries(feature ?? {}).filter((entry): entry is [string, Feature] => !NO_FEATURE.includes(entry[0]));

/**
 * Returns the browsers that lack a feature, with the version that adds it: `safari 16.4 (17.4)`. `prefixes` are the
 * prefixes that the file uses for the feature; an empty one means no prefix.
 */
export function browsersWithout(
  feature: Feature,
  browsers: ReadonlyMap<string, string>,
  prefixes: ReadonlySet<string> = new Set(['']),
): string[] {
  return [...browsers].flatMap(([browser, version]) => {
    const lines = [feature.__compat?.support[browser] ?? []].flat().filter(({ prefix = '' }) => prefixes.has(prefix));
    const has = lines.some((line) => isIn(line, version));
    const since = lines.map(({ version_added }) => version_added).find((added) => added !== false);
    return has ? [] : [`${browser} ${version} (${since ?? 'never'})`];
  });
}

function isIn({ version_added, version_removed, alternative_name, flags }: Support, version: string): boolean {
  if (version_added === false || version_added === 'preview' || alternative_name || flags) return false;
  const isAdded = compareVersions(version_added.replace('≤', ''), version) <= 0;
  return isAdded && (!version_removed || compareVersions(version_removed.replace('≤', ''), version) > 0);
}
