import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;

beforeAll(async () => {
  // Visitors’ IP addresses come from the forwarded header, so that one test can use many networks.
  app = await givenShopApp({ trustedProxies: ['127.0.0.1'] });
  token = await app.login();
});
afterAll(() => app.close());

let carts = 0;
async function makeCart(): Promise<string> {
  carts += 1;
  const { body } = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: `Ada ${'n'.repeat(carts)}`,
    email: 'ada@example.org',
    age: '25-34',
  });
  return body.cart.code;
}

async function post(name: string, body: object, ip = '203.0.113.7') {
  const response = await app.fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ token, data: 'none', ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises and fails if it is missing.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const checkout = (cart: string, voucher_code: string, country = 'NL') =>
  post('checkout-cart', {
    cart,
    voucher_code,
    customer: { country, address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });

test('after ten guessed voucher codes the next one must wait, whatever refused each checkout', async () => {
  const cart = await makeCart();
  for (let guess = 0; guess < 10; guess += 1) expect((await checkout(cart, `GUESS${guess}`, '')).status).toBe(422);
  const refused = await checkout(cart, 'LARK20', '');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('of many simultaneous guesses, no more than ten are checked', async () => {
  const cart = await makeCart();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, guess) => checkout(cart, `ATONCE${guess}`)));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('after ten codes were looked up, the right one still works, and its checkout can be repeated', async () => {
  const cart = await makeCart();
  for (let guess = 0; guess < 9; guess += 1) await post('validate-voucher', { cart, code: `LOOKUP${guess}` });
  expect((await post('validate-voucher', { cart, code: 'LARK20' })).status).toBe(200);
  const placed = await checkout(cart, 'LARK20');
  expect(placed.body.order.discount_amount).toBe(2_000);
  for (let again = 0; again < 12; again += 1) {
    expect((await checkout(cart, 'LARK20')).body.order?.code).toBe(placed.body.order.code);
  }
});

test('guesses from one IPv6 network are counted together, even with a new address for each', async () => {
  let refused = 0;
  for (let number = 0; number < 21; number += 1) {
    const cart = await makeCart();
    const guesses = Array.from({ length: 10 }, (_, guess) =>
      post('validate-voucher', { cart, code: `NETWORK${guess}` }, `2001:db8:1:2::${number}${guess}`),
    );
    refused += (await Promise.all(guesses)).filter(({ status }) => status === 429).length;
  }
  expect(refused).toBe(10);
});
