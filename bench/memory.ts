// node bench/memory.ts [seconds idle]: measures the memory of the shop's process at its first start, which loads the
// demo, and at its second, each when it answers and after some idle seconds. Delete .cache/images first to make the
// first start draw all pictures.
import { setTimeout as pause } from 'node:timers/promises';
import { openBenchServer } from './databases.ts';
import { memoryOf } from './process-usage.ts';
import { startShop } from './shop-process.ts';

const idleSeconds = Number(process.argv[2] ?? 20);
const server = await openBenchServer(process.env.DATABASE_URL || undefined);
const database = await server.newDatabase();
console.log('| start | MB when it answers | MB idle | most MB |\n| --- | ---: | ---: | ---: |');
for (const start of ['first', 'second']) {
  // Web and worker are one process, as in production.
  const shop = await startShop(database.url, { ROLE: 'all' });
  const ready = memoryOf(shop.pid);
  await pause(idleSeconds * 1_000);
  const idle = memoryOf(shop.pid);
  console.log(`| ${start} | ${ready?.now} | ${idle?.now} | ${idle?.most} |`);
  await shop.stop();
}
await database.drop();
await server.stop();
