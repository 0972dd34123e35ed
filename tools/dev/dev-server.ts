import http from 'node:http';
import { readConfig } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';
import { openEngine } from '#platform/db/engine.ts';
import { createReloader } from './reloader.ts';
import { runServer } from './run-server.ts';
import { watchBuild, watchServerSources } from './watch-sources.ts';

/**
 * The shop with live reload. The application is built again when its sources change, the server is started again when
 * anything changes, and open pages reload once it answers. The database stays open all the while. Pages go through a
 * small proxy, so that the server itself knows nothing of this.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  for (const note of config.notes) console.log(note);
  const engine = await openEngine({ ...config, account: config.engineUser, say: console.log });
  const server = runServer({
    SHOP_URL: config.shopUrlIsDefault ? `http://localhost:${config.port}` : config.shopUrl,
    DATABASE_URL: engine.url,
    DATA_DIR: config.dataDir,
  });
  const reloader = createReloader(server.port);
  const restart = once(async () => {
    await server.restart();
    reloader.reload();
  });

  const proxy = http.createServer(reloader.handle).listen(config.port, config.host);
  const builds = await watchBuild(restart);
  const sources = watchServerSources(restart);
  console.log(`Changes are watched; open http://localhost:${config.port}`);

  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    sources.close();
    proxy.close();
    proxy.closeAllConnections();
    await builds.close();
    await server.stop();
    await engine.stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Changes come in bursts (a save touches several files, both builds end): one restart follows the last of them. */
function once(work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work).catch((error) => console.error(error));
    }, 150);
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
});
