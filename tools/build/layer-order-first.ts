import fs from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Puts the statement that orders the cascade layers at the start of every built stylesheet. The build joins the styles
 * of shared modules before those of the entry, and the first mention of a layer would otherwise decide its rank.
 * `stylesFile` contains the statement.
 */
export function layerOrderFirst(stylesFile: string): Plugin {
  return {
    name: 'layer-order-first',
    apply: 'build',
    generateBundle: {
      // This runs after the build's own step that writes the stylesheet.
      order: 'post',
      handler(_options, bundle) {
        const statement = /@layer [^;{]+;/.exec(fs.readFileSync(stylesFile, 'utf8'))?.[0];
        if (!statement) throw new Error(`${stylesFile} has no statement that orders the layers`);
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${statement}\n${file.source}`;
        }
      },
    },
  };
}
