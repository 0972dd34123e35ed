import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { itemImageSizes } from '#features/catalogue/domain/item-image.ts';
import type { Queryable } from '#platform/db/db.ts';
import { storedFile, storedNames } from '#platform/files/files-store.ts';
import { keptSources, sourceForAllSizes } from './images/kept-sources.ts';
import { iconSizes, imageFormats, logoFormats } from './images/picture-set.ts';

export interface ExportedPictures {
  /** Path in the folder of an item's or card's picture; undefined if its files are gone. */
  ofItem(address: string): Promise<string | undefined>;
  ofSite(address: string): Promise<string | undefined>;
  ofIcon(address: string): Promise<string | undefined>;
  ofFont(address: string): Promise<string | undefined>;
  /** What could not be exported as it was imported. */
  readonly warnings: string[];
  copyTo(folder: string): Promise<number>;
}

/**
 * Exports the source files of pictures, so that an import makes the same pictures under the same names. If they were
 * not kept, exports the largest generated files, whose import gives the pictures new names.
 */
export function exportedPictures(db: Queryable): ExportedPictures {
  /** Names of stored files, by path in the folder. */
  const copies = new Map<string, string>();
  const warnings: string[] = [];
  const nameOf = (address: string) => address.replace(/^\/images\//, '');

  async function exportSources(name: string): Promise<string | undefined> {
    const sources = await keptSources(db, name);
    if (!sources) return undefined;
    const one = sourceForAllSizes(sources);
    if (one) return copy(one, `images/${name}${path.extname(one)}`);
    const extensions = new Set([...sources.values()].map((file) => path.extname(file)));
    if (extensions.size !== 1 || itemImageSizes.some((size) => !sources.has(size))) return undefined;
    const pattern = `images/${name}-{size}${[...extensions][0]}`;
    for (const size of itemImageSizes) copy(sources.get(size)!, pattern.replace('{size}', size));
    return pattern;
  }

  function copy(source: string, target: string): string {
    copies.set(target, source);
    return target;
  }

  async function exportGenerated(name: string, files: readonly { suffix: string; target: string }[], pattern: string) {
    const found = await storedNames(
      db,
      files.map(({ suffix }) => `images/${name}${suffix}`),
    );
    if (found.size < files.length) {
      warnings.push(`The picture ${name} is not in the database; it is left out.`);
      return undefined;
    }
    warnings.push(`The source of the picture ${name} was not kept; the shop's own copy is exported instead.`);
    for (const { suffix, target } of files) copy(`images/${name}${suffix}`, target);
    return pattern;
  }

  return {
    warnings,
    async ofItem(address) {
      const name = nameOf(address);
      const format = imageFormats.at(-1)!;
      const files = itemImageSizes.map((size) => ({
        suffix: `-${size}@2x.${format}`,
        target: `images/${name}-${size}.${format}`,
      }));
      return (await exportSources(name)) ?? (await exportGenerated(name, files, `images/${name}-{size}.${format}`));
    },
    async ofSite(address) {
      const name = nameOf(address);
      const known = await exportSources(name);
      if (known) return known;
      const banner = imageFormats.at(-1)!;
      const storedBanners = await storedNames(db, [`images/${name}@2x.${banner}`]);
      const format = storedBanners.size > 0 ? banner : logoFormats.at(-1)!;
      const target = `images/${name}.${format}`;
      return await exportGenerated(name, [{ suffix: `@2x.${format}`, target }], target);
    },
    async ofIcon(address) {
      const name = nameOf(address);
      const target = `images/${name}.png`;
      return (
        (await exportSources(name)) ??
        (await exportGenerated(name, [{ suffix: `-${Math.max(...iconSizes)}.png`, target }], target))
      );
    },
    async ofFont(address) {
      const name = nameOf(address);
      const stored = `images/${name}`;
      if ((await storedNames(db, [stored])).has(stored)) return copy(stored, `fonts/${name}`);
      warnings.push(`The font ${name} is not in the database; it is left out.`);
      return undefined;
    },
    async copyTo(folder) {
      const folders = new Set([...copies.keys()].map((target) => path.join(folder, path.dirname(target))));
      for (const one of folders) await mkdir(one, { recursive: true });
      for (const [target, source] of copies)
        await writeFile(path.join(folder, target), (await storedFile(db, source))!);
      return copies.size;
    },
  };
}
