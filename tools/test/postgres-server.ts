// node postgres-server.ts <folder>: runs a throwaway PostgreSQL from installed programs until its standard input ends.
import fs from 'node:fs';
import { openEngine } from '#platform/db/engine.ts';
import { THROWAWAY_SETTINGS } from '#platform/db/engine-settings.ts';
import { newEngineFolder } from '../../test/support/engine-folder.ts';

const postgresBin = process.argv[2];
const folder = newEngineFolder();
const engine = await openEngine({ dataDir: folder, postgresBin, settings: THROWAWAY_SETTINGS });
console.log(engine.url);

process.stdin.resume();
process.stdin.once('end', async () => {
  await engine.stop();
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit();
});
