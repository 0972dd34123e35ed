import { browsersWithout, type CompatData } from './compat-data.ts';
import type { Exception } from './exceptions.ts';
import { indexOf, ownNamesOf, parseScript, usesOfScript } from './script-features.ts';
import { usesOfStylesheet } from './style-features.ts';

export interface BuiltFile {
  readonly name: string;
  readonly text: string;
}

export interface Finding {
  readonly file: string;
  /** The use in the check's notation: `AbortSignal.any`, `text-wrap: balance`. */
  readonly use: string;
  /** The browsers that lack it, each with the version that adds it. */
  readonly lackedBy: readonly string[];
}

/** Finds all features in built files that one of the browsers lacks. */
export function findUnsupported(
  files: readonly BuiltFile[],
  browsers: ReadonlyMap<string, string>,
  data: CompatData,
): Finding[] {
  const scripts = files
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name, text }) => ({ name, script: parseScript(text) }));
  const ownNames = new Set(scripts.flatMap(({ script }) => ownNamesOf(script)));
  const index = indexOf(data);
  const inScripts = scripts.flatMap(({ name, script }) =>
    [...usesOfScript(script, index, ownNames)].map(([use, features]) => ({
      file: name,
      use,
      features,
      prefixes: undefined,
    })),
  );
  const inStyles = files
    .filter(({ name }) => name.endsWith('.css'))
    .flatMap(({ name, text }) =>
      [...usesOfStylesheet(text, data)].map(([use, { features, prefixes }]) => ({
        file: name,
        use,
        features,
        prefixes,
      })),
    );
  return [...inScripts, ...inStyles].flatMap(({ file, use, features, prefixes }) => {
    // A name may refer to several features; report the one that the fewest browsers lack.
    const lacking = features.map((feature) => browsersWithout(feature, browsers, prefixes));
    const fewest = lacking.sort((one, other) => one.length - other.length)[0] ?? [];
    return fewest.length > 0 ? [{ file, use, lackedBy: fewest }] : [];
  });
}

/** Returns the findings that no exception allows, and the unused exceptions. */
export function applyExceptions(
  findings: readonly Finding[],
  exceptions: Readonly<Record<string, Exception>>,
): { faults: Finding[]; allowed: Finding[]; unneeded: string[] } {
  const isAllowed = ({ use, lackedBy }: Finding) => {
    const exception = exceptions[use];
    const browsers = lackedBy.map((browser) => browser.split(' ')[0]!);
    return exception !== undefined && browsers.every((browser) => exception.lackedBy?.includes(browser) ?? true);
  };
  const used = new Set(findings.map(({ use }) => use));
  return {
    faults: findings.filter((finding) => !isAllowed(finding)),
    allowed: findings.filter(isAllowed),
    unneeded: Object.keys(exceptions).filter((name) => !used.has(name)),
  };
}
