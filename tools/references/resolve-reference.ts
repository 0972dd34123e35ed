import path from 'node:path';
import type { Reference } from './find-references.ts';

export interface Tree {
  /** Every file of the repository, by its path from the root. */
  readonly files: ReadonlySet<string>;
  /** Returns the headings of a Markdown file as anchors. */
  anchorsOf(file: string): ReadonlySet<string>;
}

/** Returns why a reference in `file` leads nowhere; null if it leads somewhere. */
export function objectionTo(reference: Reference, file: string, tree: Tree): string | null {
  const { kind, target } = reference;
  if (kind === 'citation') return `"${target}" is not in this repository: state the rule`;
  if (kind === 'decision') return decisionExists(target, tree) ? null : `there is no page for decision ${target}`;
  if (kind === 'link') return objectionToLink(target, file, tree);
  return placesOf(target, file).some((place) => isThere(place, tree)) ? null : `there is no ${target}`;
}

function objectionToLink(target: string, file: string, tree: Tree): string | null {
  const [address, anchor] = target.split('#') as [string, string | undefined];
  const place = address === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(address));
  if (!isThere(place.replace(/\/$/, ''), tree)) return `the link ${target} leads nowhere`;
  if (anchor && place.endsWith('.md') && !tree.anchorsOf(place).has(anchor)) return `there is no heading #${anchor}`;
  return null;
}

/** A decision must be cited with all four digits. */
const decisionExists = (number: string, tree: Tree): boolean =>
  number.length === 4 && isThere(`docs/decisions/${number}`, tree);

const FEATURE_FOLDERS = /^(?:domain|server|shop|office)\/|^(?:contract|wording|testing)\.ts$/;

/**
 * Returns the paths that a target can mean: relative to the file, the root, src, a feature, or the file's own feature;
 * and some that begin elsewhere.
 */
function placesOf(target: string, file: string): string[] {
  const clean = target.replace(/^#/, '').replace(/\/$/, '');
  const own = file.match(/^src\/features\/[\w-]+/)?.[0];
  const places = [path.posix.join(path.posix.dirname(file), clean), clean, `src/${clean}`, `src/features/${clean}`];
  if (own) places.push(`${own}/${clean}`);
  if (FEATURE_FOLDERS.test(clean)) places.push(`src/features/*/${clean}`);
  if (clean.startsWith('decisions/')) places.push(`docs/${clean}`);
  // A path can name a file of a shop folder; the demo is one.
  places.push(`demo/${clean}`);
  // It can be a bare name, as in a table of a folder's files.
  if (!clean.includes('/')) places.push(`**/${clean}`);
  else if (file.endsWith('.md')) places.push(`**/${clean}`);
  return places;
}

/** Accepts a file, a folder, or the beginning of a name up to a dot or a hyphen; `*` and `{a,b}` as in a shell. */
function isThere(place: string, tree: Tree): boolean {
  if (place === '.' || tree.files.has(place)) return true;
  const pattern = place
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replace(/^\*\*\//, '(?:.*/)?')
    .replace(/(?<!\.)\*/g, '[^/]*');
  const wanted = new RegExp(`^${pattern}(?:$|/|[.-][^/]*$)`);
  for (const file of tree.files) if (wanted.test(file)) return true;
  return false;
}
