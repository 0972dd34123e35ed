import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallContract } from '#kernel/call.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/** Everything a browser would never send, for whatever field. */
const strangeValues: unknown[] = [
  5,
  -1,
  1e300,
  true,
  [],
  ['x'],
  {},
  { $ne: null },
  { __proto__: { admin: true }, constructor: 'x' },
  'x'.repeat(5_000),
  '\u0000',
  'half of a pair \ud800',
  '\udc00 the other half',
  '\u202e\u200b',
  '𝒳'.repeat(40),
  "'; drop table orders; --",
  '../../etc/passwd',
  'null',
  '__proto__',
  '{{7*7}}',
  `${'e\u0301'.repeat(60)}`,
];

let app: ShopApp;
let token: string;
let cart: string;
let contracts: CallContract[];
let tried = 0;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: 'Mila Okonkwo',
    email: 'mila@example.org',
    age: '25-34',
  });
  cart = added.body.cart.code;
  contracts = app.server.calls.contracts;
});
afterAll(async () => {
  // A check that has looked at nothing must not pass.
  expect(contracts.length).toBeGreaterThan(20);
  expect(tried).toBeGreaterThan(1_000);
  await app.close();
});

const send = (name: string, body: string, type = 'application/json') =>
  app.fetch(`/api/${name}`, { method: 'POST', headers: { 'content-type': type }, body });

const fieldsOf = (contract: CallContract): string[] => Object.keys((contract.request as z.ZodObject).shape);

/** What must be the same afterwards. Limits and keys of repeated requests are counted, mails of accounts are asked for; nothing else moves. */
const state = () =>
  app.db.row(
    `select (select jsonb_agg(jsonb_build_array(id, sold, held) order by id) from shop_items) as items,
       (select count(*) from stock_units) as units, (select count(*) from orders) as orders,
       (select count(*) from cart_lines) as lines, (select count(*) from ledger_entries) as entries,
       (select count(*) from customers) as customers,
       (select jsonb_agg(jsonb_build_array(full_name, email, country, address, password_hash) order by id) from customers) as people`,
  );

describe('every call of the published contract', () => {
  test('given no JSON, an array, another type or too much, then it answers 400, 415 or 413', async () => {
    for (const { name } of contracts) {
      expect([name, (await send(name, '{"a":')).status]).toEqual([name, 400]);
      expect([name, (await send(name, '[]')).status]).toEqual([name, 400]);
      expect([name, (await send(name, '"text"')).status]).toEqual([name, 400]);
      expect([name, (await send(name, '')).status]).toEqual([name, 400]);
      expect([name, (await send(name, 'a=b', 'application/x-www-form-urlencoded')).status]).toEqual([name, 415]);
      expect([name, (await send(name, '{}', 'text/plain')).status]).toEqual([name, 415]);
      expect([name, (await send(name, JSON.stringify({ pad: 'x'.repeat(110_000) }))).status]).toEqual([name, 413]);
      tried += 7;
    }
  });

  test('given strange values in every field, then it never fails with a 5xx, says what is wrong, and changes nothing', async () => {
    const before = await state();
    for (const contract of contracts) {
      // These succeed for a logged-in caller whatever else the body holds.
      if (contract.name === 'logout') continue;
      for (const field of fieldsOf(contract)) {
        for (const value of strangeValues) {
          const body = { token, cart, [field]: value };
          // Two of them change the very cart with nothing but it.
          if (contract.name === 'extend-cart' && field !== 'cart') continue;
          const response = await send(contract.name, JSON.stringify(body));
          tried += 1;
          const answer = (await response.json()) as { message?: string };
          const seen = `${contract.name} ${field} ${JSON.stringify(value)?.slice(0, 60)}`;
          expect(response.status, seen).toBeLessThan(500);
          if (response.status !== 200) expect(answer.message, seen).toMatch(/\S/);
        }
      }
    }
    expect(await state()).toEqual(before);
  });

  test('given a complete request whose text holds half of a pair of code units, then it is served or refused, never broken', async () => {
    const address = { street: 'Zandpad 12 \ud800', postal_code: '4325 AB', city: 'Noorderzand' };
    const holder = { full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' };
    const requests: [string, object][] = [
      ['add-product-to-cart', { external_code: 'saturday', ...holder, full_name: 'Ada \udfffLovelace' }],
      ['add-product-to-cart', { external_code: 'saturday', ...holder, email: 'ada\ud800@example.org' }],
      [
        'checkout-cart',
        { token, cart, customer: { country: 'NL', address }, order: { payment_method: 'credit_card' } },
      ],
      ['register', { ...holder, from: '/checkout\ud800', cart: '\udc00' }],
      ['login', { email: 'mila@example.org', password: 'dunes-at-dusk\ud800' }],
      ['update-settings', { token, ...holder, old_password: 'dunes-at-dusk\ud800', address }],
    ];
    for (const [name, body] of requests) {
      const response = await send(name, JSON.stringify(body));
      expect([name, body, response.status < 500]).toEqual([name, body, true]);
      tried += 1;
    }
  });

  test('given a call that needs a login, then nobody, a wrong and a strange token get 401', async () => {
    const needLogin = contracts.filter((contract) => contract.needs === 'login');
    expect(needLogin.length).toBeGreaterThan(0);
    for (const { name } of needLogin) {
      for (const wrong of [null, '', 'x', token.toUpperCase(), `${token}x`]) {
        expect([name, (await app.call(name, { token: wrong })).status]).toEqual([name, 401]);
      }
    }
  });

  test('given an unknown call, then it is not found, and the answer repeats nothing of the address', async () => {
    const response = await send('no-such-call?token=secret', '{}');
    expect([response.status, await response.json()]).toEqual([404, { message: 'We could not find that.' }]);
  });
});

test.each([
  '/sandbox-gateway/pay/%00',
  '/payments/return/%00',
  '/download-ticket/mila@example.org/%00',
  '/download-ticket/%00/SOMECODE',
  '/download-invoice/SLK-%00/checksum',
  '/download-invoice/SLK-ABCDEF/%00',
])('given the address %s with a sign that no name has, then there is nothing there', async (path) => {
  expect((await app.fetch(path)).status).toBe(404);
});

test('given the published document, then it names every call with its fields', async () => {
  const response = await app.fetch('/api/openapi.json');
  const document = (await response.json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>;
  };
  expect(Object.keys(document.paths).sort()).toEqual(contracts.map(({ name }) => `/api/${name}`).sort());
  for (const contract of contracts) {
    const { properties } =
      document.paths[`/api/${contract.name}`]!.post.requestBody.content['application/json']!.schema;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(fieldsOf(contract)));
  }
});

test('given an address that cannot be read, then it leads home like any unknown path', async () => {
  const response = await app.fetch('/%');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
});
