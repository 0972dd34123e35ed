import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/* Staff see who holds items, and can put the items back on sale. */

let app: ShopApp;
let support: OfficePerson;

beforeAll(async () => {
  app = await givenShopApp();
  support = await givenPerson(app, 'Anna Bos', ['support']);
});
afterAll(() => app.close());

const list = (item = '') => support.browser.done('held-list', { item });
const add = (external_code: string, more: object = {}) =>
  app.call('add-product-to-cart', { external_code, full_name: 'Rosa Novak', email: 'rosa@example.org', ...more });

test('a customer’s carts are listed, and freeing them with a reason puts the items back on sale', async () => {
  const token = await app.login();
  const added = await add('saturday', { token, age: '25-34' });
  expect(added.status).toBe(200);
  const { carts } = await list();
  const mila = carts.find(({ email }: { email: string }) => email === 'mila@example.org');
  expect(mila).toMatchObject({ carts: 1, items: 1, network: null, by_item: [{ name: expect.any(String), count: 1 }] });
  expect(Date.parse(mila.until)).toBeGreaterThan(app.clock.now().getTime());
  expect((await list('friday')).carts).toEqual([]);

  const about = { email: 'mila@example.org', network: '' };
  const refused = await support.browser.call('held-free', { ...about, reason: ' ' });
  expect(refused.body.errors).toHaveProperty('reason');
  const held = () => app.db.row(`select held from shop_items where external_code = 'saturday'`);
  expect(await held()).toEqual({ held: 1 });
  const press = { ...about, reason: 'Keeps seats all day.', request_key: 'free-mila-once' };
  expect(await support.browser.done('held-free', press)).toMatchObject({ carts: 1, items: 1 });
  expect(await held()).toEqual({ held: 0 });
  expect((await list()).carts).toEqual([]);
  const audit = await app.db.row(
    `select staff_id, via, details from audit_log where action = 'carts.freed' order by id desc limit 1`,
  );
  expect(audit).toEqual({
    ...{ staff_id: support.id, via: 'office' },
    details: { carts: 1, items: 1, reason: 'Keeps seats all day.' },
  });
});

test('unpaid orders are listed, whether the customer or staff placed them', async () => {
  const token = await app.login();
  const web = (await order(app, token, ['saturday'], null, 'bank_transfer')).order.code;
  const byPhone = (await order(app, token, ['saturday'], null, 'bank_transfer')).order.code;
  await app.db.run(`update orders set channel = 'phone' where code = $1`, [byPhone]);
  const { unpaid } = await list();
  expect(unpaid).toMatchObject([{ email: 'mila@example.org', items: 2, orders: [web, byPhone].sort() }]);
});

test('items in carts of guests with an unknown network can be put back on sale together', async () => {
  expect((await add('saturday', { age: '25-34' })).status).toBe(200);
  expect((await list()).carts).toMatchObject([{ email: null, network: null, items: 1 }]);
  const freed = await support.browser.done('held-free', {
    email: '',
    network: 'unknown',
    reason: 'No proxy was named.',
  });
  expect(freed).toMatchObject({ carts: 1, items: 1 });
  expect((await list()).carts).toEqual([]);
});

test('freeing the carts of an unknown customer or network gets 404', async () => {
  for (const about of [
    { email: 'nobody@example.org', network: '' },
    { email: '', network: 'not a hash' },
  ])
    expect((await support.browser.call('held-free', { ...about, reason: 'Why not.' })).status).toBe(404);
});
