import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../images/make-pictures.ts';
import type { LoadedFont } from './load-font.ts';

/** A name contains the hash of the content, so an existing file is right. */
export async function keepFonts(fonts: readonly LoadedFont[], imagesFolder: string): Promise<void> {
  await mkdir(imagesFolder, { recursive: true });
  for (const { name, bytes } of fonts) {
    const target = path.join(imagesFolder, name);
    const isThere = await access(target).then(
      () => true,
      () => false,
    );
    if (!isThere) await writeWhole(target, (part) => writeFile(part, bytes));
  }
}
