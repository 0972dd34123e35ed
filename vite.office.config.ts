import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './tools/browsers/supported.ts';
import { classNameOf } from './tools/build/class-name.ts';
import { entryChunk } from './tools/build/entry-chunk.ts';
import { keepFormerBuilds } from './tools/build/former-builds.ts';
import { layerOrderFirst } from './tools/build/layer-order-first.ts';
import { precompressAssets } from './tools/build/precompress-assets.ts';
import { leaveOutUnusedRouterParts } from './tools/build/unused-router-parts.ts';

/**
 * Builds the staff's application into dist/office. It is a separate build, so that the shop's files do not change with
 * it: a second entry would share chunks and the one stylesheet with the shop's.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, 'src/apps/office'),
  base: '/office/',
  plugins: [
    react(),
    keepFormerBuilds(),
    leaveOutUnusedRouterParts(),
    layerOrderFirst(path.join(import.meta.dirname, 'src/ui/tokens/styles.css')),
    precompressAssets(),
  ],
  publicDir: false,
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: path.join(import.meta.dirname, 'dist/office'),
    target: buildTargets(),
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: entryChunk }] } },
    },
  },
});
