import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { checkout, checkoutOf, makeCart, roundsUntilWrong } from './buying-together.ts';
import { givenTwoShops, type TwoShops } from './two-shops.ts';

let two: TwoShops;
afterEach(() => two.close());

const ordersOf = async (cart: string) =>
  (await two.shops[0].db.row<{ orders: number }>(
    'select count(*) as orders from orders join carts on carts.id = orders.cart_id where carts.code = $1',
    [cart],
  ))!.orders;

test('repeated clicks in two tabs at two servers make one order, which every answer contains', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < 5 * rounds; round += 1) {
    const cart = await makeCart(two, round);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, turn) => checkout(two, turn, cart)));
    expect(new Set(answers.map(({ status, body }) => [status, body.order?.code].join(' '))).size).toBe(1);
    expect([answers[0]!.status, await ordersOf(cart)]).toEqual([200, 1]);
  }
  expect(await two.findings()).toEqual([]);
});

test('a checkout sent again to another server after a cut at any point makes one order', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < 8 * rounds; round += 1) {
    const cart = await makeCart(two, round);
    const body = { ...checkoutOf(two, cart), request_key: `cut-checkout-${round}-${cart}` };
    const cut = new AbortController();
    const first = two.shops[0]
      .fetch('/api/checkout-cart', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: cut.signal,
      })
      .catch(() => 'cut');
    await pause((round * 5) % 40);
    cut.abort();
    const again = await two.call(1, 'checkout-cart', body);
    await first;
    expect([again.status, await ordersOf(cart)]).toEqual([200, 1]);
    expect((await checkout(two, 0, cart)).body.order.code).toBe(again.body.order.code);
  }
  expect(await two.findings()).toEqual([]);
});

const unlocked = [
  {
    statement: /from carts where code = any\(\$1\) or former_code = any\(\$1\) order by id/,
    words: /for no key update/,
    meet: true,
  },
];

/** Clicks twice on one cart. Returns whether that made two orders. */
async function clickTwice(): Promise<boolean> {
  // The item's counter of holds must not stop the second sale.
  await makeCart(two, 0);
  const cart = await makeCart(two, 0);
  await Promise.all([checkout(two, 0, cart), checkout(two, 1, cart)]);
  return (await ordersOf(cart)) > 1;
}

test('without the lock on the cart, the table still allows only one order for it', async () => {
  two = await givenTwoShops({ guards: unlocked });
  expect(await roundsUntilWrong(clickTwice, 4)).toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});

test('without lock, the table’s keys and the check of the hold, one cart becomes two orders', async () => {
  const sold = {
    statement: /set status = 'sold', held_until = null/,
    words: /status = 'held' and held_until > \$2/,
    instead: '$2::timestamptz is not null',
  };
  two = await givenTwoShops({
    guards: [...unlocked, sold],
    drop: [
      'alter table orders drop constraint orders_cart_id_key',
      'alter table order_lines drop constraint order_lines_unit_id_key',
      // The constraint locks the unit, so that two orders wait for each other and the second one starts again.
      'alter table order_lines drop constraint order_lines_unit_id_fkey',
    ],
  });
  expect(await roundsUntilWrong(clickTwice)).not.toBeNull();
});
