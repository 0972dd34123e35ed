import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PROJECT_FOLDER } from '#platform/config/config.ts';
import { type ClientBuild, readClientBuild } from './client-build.ts';
import { loadRenderer, type Renderer } from './renderer.ts';
import { addAssets } from './static-files.ts';

/** The customers' application: what its pages load in a browser, and what renders them here. */
export interface Application {
  readonly client: ClientBuild;
  readonly renderer: Renderer;
  /** How many rendered pages are kept as text. */
  readonly keptPages: number;
}

/** Serves the application's files and returns what pages are made with. */
export type LoadApplication = (app: FastifyInstance) => Promise<Application>;

/** All pages of a large shop with their filters. */
const KEPT_PAGES = 1_000;

/** The application that `npm run build` wrote into `dist`. Rejects when there is none. */
export const loadBuiltApplication: LoadApplication = async (app) => {
  const clientDir = path.join(PROJECT_FOLDER, 'dist/client');
  const client = readClientBuild(clientDir);
  const renderer = await loadRenderer(path.join(PROJECT_FOLDER, 'dist/server'));
  await addAssets(app, clientDir);
  return { client, renderer, keptPages: KEPT_PAGES };
};
