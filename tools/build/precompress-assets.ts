import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are already compressed by their own formats. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;

/** Adds a `.br` and a `.gz` copy of each compressible file, so that the server never compresses one. */
export function precompressAssets(): Plugin {
  return {
    name: 'precompress-assets',
    apply: 'build',
    async writeBundle(options, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compress(path.join(options.dir!, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((smaller) => fs.writeFile(`${file}.br`, smaller)),
    promisify(gzip)(bytes, { level: 9 }).then((smaller) => fs.writeFile(`${file}.gz`, smaller)),
  ]);
}
