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

test('given a payment, when more money than its amount is counted for it, then the database refuses', async () => {
  await expect(app.db.run('update payments set paid_amount = amount + 1')).rejects.toThrow('payments_not_overpaid');
});

test.each(['order_lines', 'cart_lines'])(
  'given %s, when a line gets a departure of another item, then the database refuses',
  async (table) => {
    await expect(
      app.db.run(
        `update ${table} l
         set departure_id = (select d.id from departures d where d.item_id <> l.item_id order by d.id limit 1)`,
      ),
    ).rejects.toThrow(`${table}_departure_id_item_id_fkey`);
  },
);

test('given a ticket with a departure of another item, then the doctor names it', async () => {
  expect((await auditMoney(app.db)).findings).toEqual([]);
  const { code } = (await app.db.row<{ code: string }>(
    `update tickets set departure_id = (select min(id) from departures) returning code`,
  ))!;
  const { findings } = await auditMoney(app.db);
  expect(findings).toEqual([
    { subject: code, finding: expect.stringMatching(/^The ticket has a departure of another item/) },
  ]);
});
