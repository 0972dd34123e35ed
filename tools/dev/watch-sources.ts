import fs from 'node:fs';
import path from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** Builds the application for the browser and for the server, resolves when both are there, and builds again on changes. */
export async function watchBuild(onBuilt: () => void): Promise<{ close(): Promise<void> }> {
  // What lies in dist afterwards is no release: the next start builds anew.
  fs.rmSync(path.join(PROJECT, 'dist/.built-from'), { force: true });
  const configs: InlineConfig[] = [{}, { build: { ssr: true } }];
  const watchers = await Promise.all(configs.map((config) => watched(config, onBuilt)));
  return {
    async close() {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

async function watched(config: InlineConfig, onBuilt: () => void): Promise<Rolldown.RolldownWatcher> {
  const watcher = (await build({
    ...config,
    root: PROJECT,
    mode: 'development',
    logLevel: 'warn',
    build: { ...config.build, watch: {} },
  })) as Rolldown.RolldownWatcher;
  await new Promise<void>((resolve) => {
    watcher.on('event', async (event) => {
      if (event.code === 'BUNDLE_END') await event.result.close();
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code !== 'END') return;
      resolve();
      onBuilt();
    });
  });
  return watcher;
}

/** Files that only the server runs; those of the application come through its build. */
const SERVER_SIDE = /^(kernel|wire|platform|apps\/(server|cli)|features\/[^/]+\/(domain|server|contract))/;

export function watchServerSources(onChange: () => void): fs.FSWatcher {
  return fs.watch(path.join(PROJECT, 'src'), { recursive: true }, (_, file) => {
    if (file && SERVER_SIDE.test(file.split(path.sep).join('/')) && !/\.test\.tsx?$/.test(file)) onChange();
  });
}
