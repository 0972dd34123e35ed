import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditMoney } from '#features/desk/server/audit-money-store.ts';
import { order, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* The database refuses changes that the code never makes. */

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp();
  const token = await app.login();
  await order(app, token, ['saturday', 'dune-camping']);
  await purchase(app, token, ['saturday']);
  const added = await app.call('add-merchandise-to-cart', { token, external_code: 'poster-a2' });
  expect(added.status).toBe(200);
});
afterAll(() => app.close());

test('the database refuses to count more money for a payment than its amount', async () => {
  await expect(app.db.run('update payments set paid_amount = amount + 1')).rejects.toThrow('payments_not_overpaid');
});

test.each(['order_lines', 'cart_lines'])(
  'the database refuses a line in %s with a departure of another item',
  async (table) => {
    await expect(
      app.db.run(
        `update ${table} l
         set departure_id = (select d.id from departures d where d.item_id <> l.item_id order by d.id limit 1)`,
      ),
    ).rejects.toThrow(`${table}_departure_id_item_id_fkey`);
  },
);

test('the doctor names a ticket with a departure of another item', async () => {
  expect((await auditMoney(app.db)).findings).toEqual([]);
  const { code } = (await app.db.row<{ code: string }>(
    `update tickets set departure_id = (select min(id) from departures) returning code`,
  ))!;
  const { findings } = await auditMoney(app.db);
  expect(findings).toEqual([
    { subject: code, finding: expect.stringMatching(/^The ticket has a departure of another item/) },
  ]);
});
