import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { givenItem } from '#features/stock/testing.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import {
  ada,
  at,
  customers,
  database,
  expectAgreement,
  givenCartCalls,
  grace,
  NOW,
  token,
} from '../../../../test/support/cart-calls.ts';
import { type CartShop, openCartShop } from '../testing.ts';
import { expireCarts } from './public.ts';

givenCartCalls();

const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const LIMITS = { network: 3, account: 5 };

let shop: CartShop;
let pass: string;

beforeAll(async () => {
  const limits = { ...defaultLimits, 'held-items-network': LIMITS.network, 'held-items-account': LIMITS.account };
  shop = await openCartShop(database.db, NOW, limits);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.setNow(NOW);
  pass = (await givenItem(database.db, { capacity: 100 })).externalCode;
});

const add = (ip: string, more: object = {}, holder: object = ada) =>
  shop.call('add-product-to-cart', { external_code: pass, ...holder, ...more }, ip);
const statusesOf = async (adds: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(adds)).map(({ status }) => status).sort();

describe('the number of items that guests of one network hold', () => {
  test('is limited over all their carts, without affecting other networks and customers', async () => {
    for (let count = 0; count < LIMITS.network; count += 1) expect((await add(HOME)).status).toBe(200);
    const refused = await add(HOME);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Guests on your network are already holding many items. Please log in to add more.',
    ]);
    expect((await add(ELSEWHERE)).status).toBe(200);
    expect((await add(HOME, { token: token(0) })).status).toBe(200);
    await expectAgreement();
  });

  test('is counted in the database, over all processes', async () => {
    const other = await openCartShop(database.db, NOW, {
      ...defaultLimits,
      'held-items-network': LIMITS.network,
      'held-items-account': LIMITS.account,
    });
    const addThere = (ip: string) => other.call('add-product-to-cart', { external_code: pass, ...ada }, ip);
    try {
      const network = '192.0.2.44';
      expect(await statusesOf([add(network)])).toEqual([200]);
      expect(await statusesOf([addThere(network)])).toEqual([200]);
      expect(await statusesOf([add(network)])).toEqual([200]);
      expect((await addThere(network)).status).toBe((await add(network)).status);
      expect((await addThere(network)).status).not.toBe(200);
      expect((await addThere('192.0.2.45')).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('includes items that another network adds to the same cart', async () => {
    const { cart } = (await add(HOME)).body;
    await add(HOME);
    await add(HOME);
    expect((await add(ELSEWHERE, { cart: cart.code }, grace)).status).toBe(409);
  });

  test('includes items that are added in one transaction, one after another', async () => {
    const answers = await statusesOf(Array.from({ length: 8 }, () => add(HOME)));
    expect(answers).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
    await expectAgreement();
  });

  test('goes down when an item is removed and when a cart expires', async () => {
    const [first] = await Promise.all([add(HOME), add(ELSEWHERE)]);
    await add(HOME);
    await add(HOME);
    const { cart } = first.body;
    await shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: cart.products[0]!.id }, HOME);
    expect(await statusesOf([add(HOME)])).toEqual([200]);
    expect(await statusesOf([add(HOME)])).toEqual([409]);
    shop.setNow(at(15));
    expect(await statusesOf([add(HOME)])).toEqual([200]);
  });

  test('no longer includes a cart that a customer has taken over', async () => {
    const { cart } = (await add(HOME)).body;
    await add(HOME);
    await add(HOME);
    expect((await shop.call('get-cart', { cart: cart.code, token: token(0) }, HOME)).status).toBe(200);
    expect(await statusesOf([add(HOME)])).toEqual([200]);
  });

  test('is not limited for the local machine, which may be a proxy that hides its visitors', async () => {
    const all = Array.from({ length: LIMITS.network + 2 }, () => add('127.0.0.1'));
    expect(new Set(await statusesOf(all))).toEqual(new Set([200]));
  });

  test('is counted by a hash of the network, which is stored only while the cart is open', async () => {
    const { cart } = (await add(HOME)).body;
    const networkOfCart = async () =>
      (await database.db.row<{ network: Buffer | null }>('select network from carts where code = $1', [cart.code]))!
        .network;
    expect((await networkOfCart())!.toString('latin1')).not.toContain(HOME);
    await expireCarts(database.db).run(at(16));
    expect(await networkOfCart()).toBeNull();
  });
});

test('the number of items that one account holds is limited over all its carts', async () => {
  expect(customers).toHaveLength(2);
  const mine = { token: token(0) };
  for (let count = 0; count < LIMITS.account; count += 1) expect((await add(ELSEWHERE, mine)).status).toBe(200);
  const refused = await add(HOME, mine);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Your carts already hold the maximum number of items for one account. Please check out first.',
  ]);
  expect((await add(HOME, { token: token(1) })).status).toBe(200);
  await expectAgreement();
});

test('when a customer takes over a guest’s cart, all its items count for the account', async () => {
  const mine = { token: token(0) };
  const { cart } = (await add(HOME)).body;
  await add(HOME, { cart: cart.code }, grace);
  for (let count = 0; count < LIMITS.account - 2; count += 1) expect((await add(ELSEWHERE, mine)).status).toBe(200);
  const third = { ...ada, full_name: 'Annie Easley' };
  expect((await add(HOME, { ...mine, cart: cart.code }, third)).status).toBe(409);
  await expectAgreement();
});

describe('a guest’s cart that would exceed the limit of the logged-in customer’s account', () => {
  const mine = () => ({ token: token(0) });
  const givenFullAccount = async (count: number) => {
    for (let held = 0; held < count; held += 1) expect((await add(ELSEWHERE, mine())).status).toBe(200);
  };

  test('can be read and changed by the customer, but stays a guest’s cart and counts for the network', async () => {
    const { cart } = (await add(HOME)).body;
    await add(HOME);
    await add(HOME);
    await givenFullAccount(LIMITS.account);
    const read = await shop.call('get-cart', { cart: cart.code, ...mine() }, HOME);
    expect([read.status, read.body.cart.code]).toEqual([200, cart.code]);
    expect(await statusesOf([add(HOME)])).toEqual([409]);
    const extended = await shop.call('extend-cart', { cart: cart.code, ...mine() }, HOME);
    expect([extended.status, extended.body.message]).toEqual([
      409,
      'Your carts already hold the maximum number of items for one account. Please check out first.',
    ]);
    const line = { cart: cart.code, cart_product_id: cart.products[0]!.id };
    expect((await shop.call('remove-product-from-cart', { ...line, ...mine() }, HOME)).status).toBe(200);
    expect(await statusesOf([add(HOME)])).toEqual([200]);
    await expectAgreement();
  });

  test('is not taken over, even if the customer reads many such carts at once', async () => {
    await givenFullAccount(LIMITS.account - 2);
    const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    const guests = (await Promise.all([...networks, ...networks].map((network) => add(network)))).map(
      ({ body }) => body.cart.code,
    );
    const read = await Promise.all(guests.map((cart) => shop.call('get-cart', { cart, ...mine() }, HOME)));
    expect(read.map(({ status }) => status)).toEqual(guests.map(() => 200));
    expect(read.filter(({ body }, index) => body.cart.code !== guests[index])).toHaveLength(2);
    await expectAgreement();
  });
});

test('a limit of 0 limits nothing', async () => {
  const open = await openCartShop(database.db, NOW, {
    ...defaultLimits,
    'held-items-network': 0,
    'held-items-account': 0,
  });
  const adds = Array.from({ length: 80 }, () =>
    open.call('add-product-to-cart', { external_code: pass, ...ada }, HOME),
  );
  expect(new Set((await Promise.all(adds)).map(({ status }) => status))).toEqual(new Set([200]));
  await open.close();
});
