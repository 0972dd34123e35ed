// node bench/memory.ts [seconds idle]: measures the memory of the shop's process at its first start, which loads the
// demo, and at its second, both when it answers and after some idle seconds. Also measures the maximum memory of the
// process that draws the pictures, alone and together with the shop's. Delete .cache/images beforehand to make the
// first start draw all pictures.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBenchServer } from './databases.ts';
import { childrenOf, memoryOf } from './process-usage.ts';
import { startShop } from './shop-process.ts';

const idleSeconds = Number(process.argv[2] ?? 20);
const server = await openBenchServer(process.env.DATABASE_URL || undefined);
const database = await server.newDatabase();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-data-'));
let maxDrawing = 0;
let maxTogether = 0;
const watching = setInterval(() => {
  for (const shop of childrenOf(process.pid)) {
    // A process that has just ended has no figure.
    let together = memoryOf(shop)?.now || 0;
    for (const child of childrenOf(shop)) {
      const memory = memoryOf(child);
      maxDrawing = Math.max(maxDrawing, memory?.peak || 0);
      together += memory?.now || 0;
    }
    maxTogether = Math.max(maxTogether, together);
  }
}, 100);
console.log('| start | s | MB when it answers | MB idle | peak MB |\n| --- | ---: | ---: | ---: | ---: |');
for (const start of ['first', 'second']) {
  const startedAt = performance.now();
  // Web and worker are one process, as in production.
  const shop = await startShop(database.url, { ROLE: 'all', DATA_DIR: dataDir });
  const seconds = (performance.now() - startedAt) / 1_000;
  const ready = memoryOf(shop.pid);
  await pause(idleSeconds * 1_000);
  const idle = memoryOf(shop.pid);
  console.log(`| ${start} | ${seconds.toFixed(1)} | ${ready?.now} | ${idle?.now} | ${idle?.peak} |`);
  await shop.stop();
}
clearInterval(watching);
console.log(
  `The process that loads the first shop held at most ${maxDrawing} MB, and ${maxTogether} MB together with the shop's.`,
);
await database.drop();
await server.stop();
fs.rmSync(dataDir, { recursive: true, force: true });
