import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PROJECT_FOLDER } from '#platform/config/config.ts';
import { type ClientBuild, readClientBuild } from './client-build.ts';
import { loadRenderer, type Renderer } from './renderer.ts';
import { addAssets } from './static-files.ts';

export interface Application {
  readonly client: ClientBuild;
  readonly renderer: Renderer;
  /** The maximum number of rendered pages in the cache. */
  readonly maxCachedPages: number;
}

/** Serves the application's files and returns its renderer. */
export type LoadApplication = (app: FastifyInstance) => Promise<Application>;

/** Room for all pages of a large shop with their filters. */
const MAX_CACHED_PAGES = 1_000;

/** Loads the application from `dist`. Rejects if it was not built. */
export const loadBuiltApplication: LoadApplication = async (app) => {
  const clientDir = path.join(PROJECT_FOLDER, 'dist/client');
  const client = readClientBuild(clientDir);
  const renderer = await loadRenderer(path.join(PROJECT_FOLDER, 'dist/server'));
  await addAssets(app, clientDir);
  return { client, renderer, maxCachedPages: MAX_CACHED_PAGES };
};
