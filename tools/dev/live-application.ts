import fs from 'node:fs';
import path from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import type { LoadApplication } from '#apps/server/pages/application.ts';
import type { Renderer } from '#apps/server/pages/renderer.ts';
import { HYDRATED } from '#browser/hydrated.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const SCRIPT = '/@live.js';
const STYLES = '/@live.css';

/** Serves the application from its sources by Vite, which replaces changed components and styles in open pages. */
export const loadLiveApplication: LoadApplication = async (app) => {
  const vite = await createServer({
    root: PROJECT,
    plugins: [liveScript],
    server: { middlewareMode: true, ws: { server: app.server }, fs: { allow: ['src', 'node_modules'] } },
    // Otherwise Vite would write the compiled configuration next to its source, and `node --watch` would restart.
    configLoader: 'native',
    logLevel: 'warn',
  });
  app.addHook('preClose', () => vite.close());
  app.get(STYLES, async (_request, reply) => reply.type('text/css').send(await stylesOf(vite)));
  for (const path of ['/@*', '/src/*', '/node_modules/*']) {
    app.get(path, (request, reply) => {
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
    });
  }
  // The policy is less strict, because Vite inserts styles into the page and waits in a worker until a restarted server
  // answers.
  app.addHook('onSend', async (_request, reply) => {
    const policy = String(reply.getHeader('content-security-policy'));
    const wider = policy.replace('style-src', "style-src 'unsafe-inline'");
    reply.header('content-security-policy', `${wider}; worker-src blob:`);
  });
  return {
    client: {
      script: SCRIPT,
      scriptImports: [],
      scripts: [],
      stylesheets: [STYLES],
      fonts: [],
      chunksOf: () => [],
    },
    renderer: rendererOf(vite),
    // Pages are not cached, because the sources may have changed.
    maxCachedPages: 0,
  };
};

/**
 * Loads the scripts that Vite would write into an index.html, and the entry. Removes the styles of the first paint once
 * React has taken over the page.
 */
const liveScript: Plugin = {
  name: 'live-script',
  resolveId: (id) => (id === SCRIPT ? id : undefined),
  load: (id) =>
    id === SCRIPT
      ? `import '/@vite/client';
import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
addEventListener('${HYDRATED}', () => document.querySelector('link[href="${STYLES}"]').remove(), { once: true });
await import('/src/apps/shop/entry-client.tsx');`
      : undefined,
};

function rendererOf(vite: ViteDevServer): Renderer {
  return {
    async render(page) {
      try {
        const { render }: Renderer = (await vite.ssrLoadModule('src/apps/shop/entry-server.tsx')) as never;
        return await render(page);
      } catch (error) {
        // The page is sent empty, and its script shows the error.
        vite.ssrFixStacktrace(error as Error);
        console.error(error);
        return '';
      }
    },
    moduleOf: () => null,
    catalogueModuleOf: () => null,
  };
}

/** Returns all styles, for the first paint. */
async function stylesOf(vite: ViteDevServer): Promise<string> {
  const modules = fs.globSync('src/{features,ui,apps/shop}/**/*.module.css', { cwd: PROJECT }).sort();
  const files = ['src/ui/tokens/styles.css', 'src/apps/shop/pages.css', ...modules];
  const styles = await Promise.all(files.map((file) => vite.ssrLoadModule(`/${file}?inline`)));
  return styles.map((style) => style.default).join('\n');
}
