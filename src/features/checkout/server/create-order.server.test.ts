import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import { createOrderForCustomer, type OrderForCustomer } from './create-order.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const WHO = ['Ada', 'Berta', 'Clara', 'Dora', 'Edda', 'Frieda', 'Gerda', 'Hilda'];

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

async function create(fullName: string, email: string, wanted: Partial<OrderForCustomer> = {}) {
  const { parts } = operatorOf(app);
  const shop = await loadShop(app.db);
  return await createOrderForCustomer(
    {
      db: app.db,
      shop,
      placing: parts.placing,
      attempts: parts.attempts(shop),
      invite: async () => {},
      askForTerms: async () => {},
    },
    {
      customer: { email, fullName },
      channel: 'phone',
      items: [{ externalCode: 'lark-lodge', holder: { fullName, email, age: null, departure: null } }],
      paymentMethod: 'bank_transfer',
      country: 'NL',
      address,
      shipping: null,
      voucherCode: null,
      acceptedTerms: false,
      actor: commandLine('tester'),
      ...wanted,
    },
    app.clock.now(),
  );
}

test('of eight simultaneous orders for six units, six are placed and the others leave no trace', async () => {
  const created = await Promise.all(WHO.map((name) => create(`${name} Caller`, `${name.toLowerCase()}@example.org`)));
  expect(created.filter((one) => one.ok)).toHaveLength(6);
  for (const one of created) {
    if (!one.ok) expect(one.error).toMatchObject({ kind: 'item', index: 0, refusal: { kind: 'sold_out' } });
  }
  const counts = await app.db.row(
    `select (select count(*) from orders) as orders, (select count(*) from carts) as carts,
       (select count(*) from customers where email like '%@example.org' and email <> 'mila@example.org') as customers,
       (select sold from shop_items where external_code = 'lark-lodge') as sold,
       (select held from shop_items where external_code = 'lark-lodge') as held`,
  );
  expect(counts).toEqual({ orders: 6, carts: 6, customers: 6, sold: 6, held: 0 });
});

test('two simultaneous orders for one new customer create one account', async () => {
  const saturday = (fullName: string) => ({
    items: [
      { externalCode: 'saturday', holder: { fullName, email: 'new@example.org', age: '25-34', departure: null } },
    ],
  });
  const both = await Promise.all([
    create('New Customer', 'new@example.org', saturday('New Customer')),
    create('New Customer', 'NEW@example.org', saturday('Other Guest')),
  ]);
  expect(both.map((one) => one.ok && one.value.isNewCustomer).sort()).toEqual([false, true]);
});
