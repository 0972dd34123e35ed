import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrderForCustomer } from '#features/checkout/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { openDb } from '#platform/db/db.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import { roundsUntilWrong } from '../races/buying-together.ts';
import { weaken } from '../races/weakened.ts';
import { operatorOf } from '../support/operator.ts';
import { pressAt } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { type Answer, givenShopApp, type ShopApp } from '../support/shop-app.ts';

// Unpaid orders hold stock that nobody else can buy, so these limits keep one account from holding all of it.

const MAX_UNPAID_ORDERS = 2;
const limits = limitsWith({ 'unpaid-orders': MAX_UNPAID_ORDERS, 'unpaid-items': 4 });
const REFUSED = [409, 'You have orders awaiting payment. Please complete your payments before placing another order.'];
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let accounts = 0;
beforeAll(async () => {
  app = await givenShopApp({ limits });
});
afterAll(() => app.close());

/** Creates an account and returns a login token. Skips the password, because hashing is slow. */
async function createAccount(): Promise<string> {
  accounts += 1;
  const token = randomToken();
  await app.db.run(
    `with made as (
       insert into customers (email, email_key, full_name, created_at) values ($1, $1, 'Some Buyer', $3) returning id
     )
     insert into login_tokens (token_hash, customer_id, created_at, last_used_at) select $2, id, $3, $3 from made`,
    [`buyer-${accounts}@example.org`, tokenHash(token), app.clock.now()],
  );
  return token;
}

async function makeCart(token: string, items = 1): Promise<string> {
  let cart: string | null = null;
  for (let item = 0; item < items; item += 1) {
    const { body } = await app.call('add-merchandise-to-cart', { token, cart, external_code: 'poster-a2' });
    cart = body.cart.code;
  }
  return cart!;
}

const checkout = (token: string, cart: string, more: object = {}, at = app): Promise<Answer> =>
  at.call('checkout-cart', {
    token,
    data: 'none',
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'bank_transfer',
      shipping_name: 'Some Buyer',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
    ...more,
  });

const statusAndMessage = ({ status, body }: Answer) => [status, body.message];

test('beyond the maximum of unpaid orders, a checkout is refused and its cart stays', async () => {
  const token = await createAccount();
  const carts = [await makeCart(token), await makeCart(token), await makeCart(token)] as const;
  expect(statusAndMessage(await checkout(token, carts[0]))).toEqual([200, undefined]);
  expect(statusAndMessage(await checkout(token, carts[1]))).toEqual([200, undefined]);
  expect(statusAndMessage(await checkout(token, carts[2]))).toEqual(REFUSED);
  expect((await app.call('get-cart', { token, cart: carts[2] })).body.cart.merchandise).toHaveLength(1);
  // A repeated checkout still returns its order.
  expect((await checkout(token, carts[1])).status).toBe(200);
  // A free order is not unpaid.
  const free = { voucher_code: 'FULLHOUSE', order: { accepted_ts_and_cs: true, shipping_country: 'NL' } };
  const goods = { order: { ...free.order, shipping_name: 'Some Buyer', shipping_address: address } };
  expect((await checkout(token, carts[2], { ...free, ...goods })).body.order.payment_status).toBe('paid');
  const other = await createAccount();
  expect((await checkout(other, await makeCart(other))).status).toBe(200);
});

test('a further order that exceeds the limit on unpaid items is refused; a first one has no limit', async () => {
  const token = await createAccount();
  expect((await checkout(token, await makeCart(token, 5))).status).toBe(200);
  expect(statusAndMessage(await checkout(token, await makeCart(token)))).toEqual(REFUSED);
  const other = await createAccount();
  expect((await checkout(other, await makeCart(other, 2))).status).toBe(200);
  expect(statusAndMessage(await checkout(other, await makeCart(other, 3)))).toEqual(REFUSED);
  expect((await checkout(other, await makeCart(other, 2))).status).toBe(200);
});

test('once an unpaid order is paid or expires, another can be placed', async () => {
  const token = await createAccount();
  const byCard = await orderByCard();
  await checkout(token, await makeCart(token));
  const waiting = await makeCart(token);
  expect(statusAndMessage(await checkout(token, waiting))).toEqual(REFUSED);
  await pressAt(app, byCard.body.payment.url, 'paid');
  expect((await checkout(token, waiting)).status).toBe(200);
  await app.travel(10 * 24 * 60 * 60_000);
  expect((await checkout(token, await makeCart(token))).status).toBe(200);

  async function orderByCard() {
    const cart = await makeCart(token);
    const order = { payment_method: 'credit_card', accepted_ts_and_cs: true, shipping_country: 'NL' };
    return await checkout(token, cart, { order: { ...order, shipping_name: 'Some Buyer', shipping_address: address } });
  }
});

test('orders that the operator creates for a customer are neither refused nor counted', async () => {
  const { parts } = operatorOf(app);
  const shop = await loadShop(app.db);
  const token = await createAccount();
  for (let count = 0; count <= MAX_UNPAID_ORDERS; count += 1) {
    const created = await createOrderForCustomer(
      {
        db: app.db,
        shop,
        placing: parts.placing,
        attempts: parts.attempts(shop),
        invite: async () => {},
        askForTerms: async () => {},
      },
      {
        customer: { email: `buyer-${accounts}@example.org`, fullName: 'Some Buyer' },
        channel: 'phone',
        items: [{ externalCode: 'poster-a2', holder: null }],
        paymentMethod: 'bank_transfer',
        country: 'NL',
        address,
        shipping: null,
        voucherCode: null,
        acceptedTerms: true,
        actor: commandLine('tester'),
      },
      app.clock.now(),
    );
    expect(created.ok).toBe(true);
  }
  expect((await checkout(token, await makeCart(token))).status).toBe(200);
});

/**
 * Gives a new account one order, then checks out several of its carts at the same time. Returns how many orders the
 * account has. The carts are spread over several processes, because a single one places orders one after another.
 */
async function countOrdersAtOnce(at: readonly ShopApp[]): Promise<number> {
  const token = await createAccount();
  expect((await checkout(token, await makeCart(token))).status).toBe(200);
  const carts = await Promise.all(Array.from({ length: 2 * MAX_UNPAID_ORDERS }, () => makeCart(token)));
  const answers = await Promise.all(carts.map((cart, index) => checkout(token, cart, {}, at[index % at.length])));
  return 1 + answers.filter(({ status }) => status === 200).length;
}

test('of too many checkouts at the same time, only the maximum number become orders', async () => {
  for (let round = 0; round < 2 * rounds; round += 1) {
    expect(await countOrdersAtOnce([app])).toBe(MAX_UNPAID_ORDERS);
  }
});

test('without the lock on the account, more than the maximum become orders', async () => {
  const guard = {
    statement: /from customers where id = any\(\$1\) order by id/,
    words: /for no key update/,
    meet: true,
  };
  const weak = weaken(openDb({ connection: app.database.connection, stockPoolSize: 8 }), [guard]);
  const database = { ...app.database, db: weak.db };
  const twin = await givenShopApp({ limits }, { database, now: app.clock.now() });
  try {
    const isExceeded = async () => (await countOrdersAtOnce([twin, app])) > MAX_UNPAID_ORDERS;
    expect(await roundsUntilWrong(isExceeded)).not.toBeNull();
    expect(weak.removals()).toBeGreaterThan(0);
  } finally {
    await twin.close({ keepDatabase: true });
  }
});
