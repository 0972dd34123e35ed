import fs from 'node:fs';
import path from 'node:path';
import { type FoundText, readTexts } from './read-texts.ts';

/**
 * Where a text is used: `shop` texts go to all browsers, `office` texts to those of the staff, `server` texts to none.
 */
export type Part = 'shop' | 'office' | 'server';

/** A text that several parts use belongs to the first of them in this order. */
const ORDER: readonly Part[] = ['shop', 'office', 'server'];

export interface SourceText extends FoundText {
  readonly file: string;
  readonly part: Part;
}

export interface SourceTextReport {
  /** Texts by key, with one entry for a text in several files. */
  readonly texts: ReadonlyMap<string, SourceText>;
  /** Calls that no catalogue could follow, and words that come from no call, with file and line. */
  readonly problems: readonly string[];
  readonly files: number;
  /** The number of components whose words were checked; `strings` is how many strings they contain. */
  readonly components: number;
  readonly strings: number;
}

/** Reads all sources below `folder`, a `src/`, except tests. */
export function sourceTexts(folder: string): SourceTextReport {
  const texts = new Map<string, SourceText>();
  const problems: string[] = [];
  const files = filesBelow(folder);
  let components = 0;
  let strings = 0;
  for (const file of files) {
    const found = readTexts(fs.readFileSync(path.join(folder, file), 'utf8'), file.endsWith('x'));
    const part = partOf(file);
    for (const one of found.texts) {
      const known = texts.get(one.key);
      if (known && (known.forms === null) !== (one.forms === null))
        problems.push(`src/${file}:${one.line}: “${one.key}” has a count here but not in src/${known.file}`);
      if (!known || ORDER.indexOf(part) < ORDER.indexOf(known.part)) texts.set(one.key, { ...one, file, part });
    }
    if (!isTranslated(file)) continue;
    for (const { what, line } of found.problems) problems.push(`src/${file}:${line}: ${what}`);
    for (const { what, line } of found.bare) problems.push(`src/${file}:${line}: “${what}” is not in a call to text()`);
    if (file.endsWith('x')) components += 1;
    strings += found.strings;
  }
  if (components === 0) problems.push(`No component was found below ${folder}`);
  return { texts, problems, files: files.length, components, strings };
}

const partOf = (file: string): Part => {
  // Customers never see these files' texts.
  if (/^features\/(?:staff|operator-notices|search)\/(?!server\/)|^ui\/office\//.test(file)) return 'office';
  if (/^features\/[^/]+\/words\/staff\//.test(file)) return 'office';
  if (/^(?:kernel|wire|ui|browser|apps\/shop)\/|^features\/[^/]+\/(?:domain|words|shop)\//.test(file)) return 'shop';
  return /^apps\/office\/|^features\/[^/]+\/office\//.test(file) ? 'office' : 'server';
};

/** Texts that only the operator and developers see stay English. */
const isTranslated = (file: string): boolean =>
  !/^apps\/(?:gallery|cli)\/|^apps\/server\/dev-pages\.ts$|^(?:kernel|ui)\/language\.ts$|^platform\/mail\/mail-language\.ts$|\/sandbox\/|^platform\/mail\/mailbox/.test(
    file,
  );

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\.test\.tsx?$|(?:^|\/)testing\.tsx?$/.test(file))
    .sort();
}
