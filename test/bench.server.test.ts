import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { derivedKey } from '#apps/server/derived-key.ts';
import { urlOf } from '#platform/db/engine.ts';
import { copyOrders, placeModelOrders } from '../bench/fill/orders.ts';
import { addCustomers, addItems, SPREAD_ITEMS } from '../bench/fill/prepare.ts';
import { reservationsByDriver } from '../bench/limits/reserve.ts';
import { runBench } from '../bench/run-bench.ts';
import { givenDatabase } from './support/database.ts';
import { givenShopApp } from './support/shop-app.ts';

test('given orders that the bench wrote by SQL, then the doctor finds nothing', async () => {
  const database = await givenDatabase();
  const app = await givenShopApp({}, { database, fill: true, now: new Date() });
  const client = new pg.Client(database.connection);
  await client.connect();
  await addItems({ client }, SPREAD_ITEMS);
  await addCustomers({ client }, 10);
  const key = derivedKey(app.config.secretKey, 'sandbox-gateway').toString('hex');
  const models = await placeModelOrders(app.url, 10, key);
  await copyOrders({ client }, models, { orders: 40, customers: { first: 1, count: 7 } });
  await client.end();

  const audit = await auditShop(app.db, app.clock.now());
  expect(audit.findings).toEqual([]);
  expect(audit.looked).toMatchObject({ orders: 42, tickets: 56, invoices: 42 });
  const { body } = await app.call('get-data', { token: 'bench-1' });
  expect(body.data.orders[0]).toMatchObject({ payment_status: 'paid', has_invoice: true });
  await app.close();
});

test('the bench runs: pages, bundles, carts and purchases without a failure, and a limit beside them', async () => {
  const { connection } = inject('engine');
  const said: string[] = [];
  const { rows, table } = await runBench({
    sizes: { seconds: 0.3, warmUpSeconds: 0.2, clients: [2], orders: [30], items: [] },
    scenarios: ['more-orders'],
    databaseUrl: connection.connectionString ?? urlOf(connection),
    customers: 600,
    say: (line) => said.push(line),
  });
  expect(rows.map(({ failed, failures }) => [failed, failures])).toEqual(rows.map(() => [0, []]));
  expect(rows).toHaveLength(5);
  expect(table.split('\n')).toHaveLength(7);
}, 180_000);

test('the smallest reservation runs', async () => {
  const { url, connection, drop } = await givenDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  const wanted = { items: 1, clients: 2, seconds: 0.1, warmUpSeconds: 0.1 };
  expect(await reservationsByDriver({ url, client }, wanted)).toBeGreaterThan(0);
  await client.end();
  await drop();
});
