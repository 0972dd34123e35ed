// A process with an embedded engine for tests that kill it: node engine-writer.ts <data folder>
// Prints the engine's messages after `say `, `ready <pid>` once it runs, and then the number of each row whose commit was
// acknowledged. Stops cleanly on SIGTERM.
import pg from 'pg';
import { openEngine } from '#platform/db/engine.ts';

const engine = await openEngine({ dataDir: process.argv[2]!, print: (line) => console.log(`say ${line}`) });
const client = new pg.Client(engine.connection);
client.on('error', () => {});
await client.connect();
await client.query('create table if not exists rows (n int primary key)');
let n = (await client.query('select coalesce(max(n), 0) as n from rows')).rows[0].n;
console.log(`ready ${process.pid}`);

process.once('SIGTERM', async () => {
  await client.end().catch(() => {});
  await engine.stop();
  process.exit(0);
});

for (;;) {
  n += 1;
  await client.query('insert into rows values ($1)', [n]);
  console.log(n);
}
