import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageBundle } from './embedded-bundle.ts';

/** The React application for the server, built by Vite from `src/apps/shop/entry-server.tsx`. */
export interface Renderer {
  /** Returns the HTML inside the root element. `address` is path and query; without a bundle the page is empty. */
  render(page: { address: string; bundle: PageBundle | null; madeAt: Date; locale: string }): Promise<string>;
  /** Returns the module of a page whose code loads on demand, for preloading; otherwise null. */
  moduleOf(pathname: string, ambassadorsUrl: string): string | null;
  /** Returns the module of this locale's catalogue, for preloading; null for English. */
  catalogueModuleOf(locale: string): string | null;
}

/** Loads the build in `serverDir`. Rejects if the application was not built. */
export async function loadRenderer(serverDir: string): Promise<Renderer> {
  return import(pathToFileURL(path.join(serverDir, 'entry-server.js')).href);
}
