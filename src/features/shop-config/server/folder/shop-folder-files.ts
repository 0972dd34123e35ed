import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Mistake } from './mistake.ts';

/** Pictures are read when something refers to them. */
export interface ShopFolderFiles {
  readonly folder: string;
  /** By path inside the folder: shop.yaml, events.yaml, vouchers.yaml, items.yaml, items/*.yaml. */
  readonly yaml: ReadonlyMap<string, string>;
  /** By name without extension: faqs, bank-transfer, ... */
  readonly pages: ReadonlyMap<string, string>;
  /** A hash of all files, including pictures. */
  readonly hash: string;
}

export const contentPages = [
  'cookie-policy',
  'faqs',
  'privacy-policy',
  'security-statement',
  'terms-conditions',
] as const;
const otherPages = ['accessibility', 'ambassadors', 'bank-transfer', 'bank-transfer-instalment'] as const;

const YAML_FILES = ['shop.yaml', 'events.yaml', 'vouchers.yaml', 'items.yaml'];
const FOLDERS = ['items', 'pages', 'images', 'fonts'];
const pageNames: readonly string[] = [...contentPages, ...otherPages];

/** Reports unexpected files, because most are misspelt, except dot files and README. */
export async function readShopFolderFiles(
  folder: string,
): Promise<{ files: ShopFolderFiles | null; mistakes: Mistake[] }> {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder)
    return {
      files: null,
      mistakes: [{ file: 'shop.yaml', line: 1, message: `is missing, because there is no folder ${folder}` }],
    };

  const mistakes: Mistake[] = [];
  const yaml = new Map<string, string>();
  const pages = new Map<string, string>();
  const hash = createHash('sha256');
  for (const file of await filesIn(folder)) {
    const bytes = await readFile(path.join(folder, file));
    hash.update(`${file}\0${bytes.byteLength}\0`).update(bytes);
    const page = /^pages\/([^/]+)\.html$/.exec(file)?.[1];
    if (YAML_FILES.includes(file) || /^items\/[^/]+\.ya?ml$/.test(file)) yaml.set(file, textOf(file, bytes, mistakes));
    else if (page && pageNames.includes(page)) pages.set(page, textOf(file, bytes, mistakes));
    else if (!/^(images|fonts)\//.test(file)) mistakes.push({ file, line: 1, message: whyUnexpected(file) });
  }
  if (!yaml.has('shop.yaml')) mistakes.push({ file: 'shop.yaml', line: 1, message: 'is missing' });
  return { files: { folder, yaml, pages, hash: hash.digest('hex') }, mistakes };
}

/** The order is the same on every machine. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
      .map(async ({ name }) => {
        const below = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true });
        return below
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
      }),
  );
  const top = entries.filter((entry) => entry.isFile() || !FOLDERS.includes(entry.name)).map((entry) => entry.name);
  return [...top, ...nested.flat()]
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')) && !/^README/i.test(file))
    .sort((one, other) => (one < other ? -1 : 1));
}

function textOf(file: string, bytes: Buffer, mistakes: Mistake[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    mistakes.push({ file, line: 1, message: 'is not UTF-8' });
    return '';
  }
}

function whyUnexpected(file: string): string {
  if (file.startsWith('pages/'))
    return `there is no such page; pages are ${pageNames.map((name) => `${name}.html`).join(', ')}`;
  if (file.startsWith('items/')) return 'is not an item: items are .yaml files directly in items/';
  return 'is not part of a shop folder; it may be misspelt';
}
