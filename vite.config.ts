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

/** On slow machines Vite would report how long each plugin takes, which helps nobody. */
const checks = { pluginTimings: false };

/**
 * Builds the customers' application twice: `vite build` for the browser into dist/client, `vite build --ssr` for server
 * rendering into dist/server. Imports that start with `#` are defined in package.json.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    keepFormerBuilds(),
    leaveOutUnusedRouterParts(),
    ...(isSsrBuild
      ? []
      : [layerOrderFirst(path.join(import.meta.dirname, 'src/ui/tokens/styles.css')), precompressAssets()]),
  ],
  // Pages come from the server; there is no index.html.
  appType: 'custom',
  publicDir: false,
  server: { middlewareMode: true },
  // The built renderer is one file with everything it needs, including the production form of React.
  ssr: command === 'build' ? { noExternal: true } : {},
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    // Scripts and styles are compiled for these. The browser check finds features that cannot be compiled.
    target: buildTargets(),
    // One stylesheet is small enough, and a page rendered on the server never waits for another one.
    cssCodeSplit: false,
    // Nothing is inlined as data: the content security policy would refuse it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          rolldownOptions: { input: 'src/apps/shop/entry-server.tsx', checks },
          minify: false,
        }
      : {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: {
            input: 'src/apps/shop/entry-client.tsx',
            checks,
            output: { codeSplitting: { groups: [{ name: entryChunk }] } },
          },
        }),
  },
}));
