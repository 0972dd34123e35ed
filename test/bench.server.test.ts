import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { urlOf } from '#platform/db/engine.ts';
import { reservationsByDriver } from '../bench/limits/reserve.ts';
import { runBench } from '../bench/run-bench.ts';
import { givenDatabase } from './support/database.ts';

test('the bench measures every kind of work without a failure', async () => {
  const { connection } = inject('engine');
  const lines: string[] = [];
  const { rows, officeRows, importRows, withOffice, table } = await runBench({
    // Each kind of work runs at least once, however short the time is.
    sizes: { seconds: 0.05, warmUpSeconds: 0.05, clients: [2], orders: [30], rounds: 1, items: [20] },
    scenarios: ['more-orders', 'import', 'office'],
    databaseUrl: connection.connectionString ?? urlOf(connection),
    customers: 600,
    say: (line) => lines.push(line),
  });
  expect(rows.map(({ failed, failures }) => [failed, failures])).toEqual(rows.map(() => [0, []]));
  expect(rows).toHaveLength(5);
  expect(importRows).toHaveLength(6);
  expect(officeRows.length).toBeGreaterThan(15);
  expect([withOffice!.without.length, withOffice!.with.length]).toEqual([1, 1]);
  expect(withOffice!.callsPerSecond).toBeGreaterThan(0);
  expect(table.split('\n')).toHaveLength(7 + 1 + 8 + 1 + 2 + officeRows.length + 1 + 5);
}, 300_000);

test('the smallest reservation benchmark runs', async () => {
  const { url, connection, drop } = await givenDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  const wanted = { items: 1, clients: 2, seconds: 0.1, warmUpSeconds: 0.1 };
  expect(await reservationsByDriver({ url, client }, wanted)).toBeGreaterThan(0);
  await client.end();
  await drop();
});
