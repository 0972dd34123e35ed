import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageBundle } from './embedded-bundle.ts';

/** The React application as the server runs it: built by Vite from `src/apps/shop/entry-server.tsx`. */
export interface Renderer {
  /** The HTML inside the root element. `address` is path and query; without a bundle the page shows nothing yet. */
  render(page: { address: string; bundle: PageBundle | null; madeAt: Date; locale: string }): Promise<string>;
  /** Module of a page whose code comes on demand, for early loading; null for the others. */
  moduleOf(pathname: string, ambassadorsUrl: string): string | null;
  /** Module of the catalogue that a shop of this locale speaks from, for early loading too; null for English. */
  catalogueModuleOf(locale: string): string | null;
}

/** Loads the build in `serverDir`. Rejects when the application was not built. */
export async function loadRenderer(serverDir: string): Promise<Renderer> {
  return import(pathToFileURL(path.join(serverDir, 'entry-server.js')).href);
}
