import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { limitForAll } from '../support/limit-for-all.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { businessState } from './support/business-state.ts';
import { ENVELOPE, type PublishedCall, publishedCalls, withValue } from './support/published-fields.ts';
import { largeValues, strangeValues } from './support/strange-values.ts';

const calls = publishedCalls();
/** The longest an answer may take, in milliseconds. */
const MAX_ANSWER_MS = 1_000;

let app: ShopApp;
let token: string;
let cart: string;
let tried = 0;
/** The slowest answers, with their time in milliseconds. */
let slowest: { ms: number; name: string; body: string }[] = [];

beforeAll(async () => {
  // These tests repeat calls often; other tests cover the limits.
  app = await givenShopApp({
    limits: limitsWith(limitForAll({ attempts: 1_000_000, minutes: 60 })),
  });
  token = await app.login();
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: 'Mila Okonkwo',
    email: 'mila@example.org',
    age: '25-34',
  });
  cart = added.body.cart.code;
});
beforeEach(() => app.db.run('delete from rate_limits'));
afterAll(async () => {
  // The test must not pass without having checked anything.
  expect(calls.length).toBeGreaterThan(25);
  expect(tried).toBeGreaterThan(2_500);
  console.log(`${tried} strange requests: slowest ${slowest[0]!.ms.toFixed(0)} ms`);
  await app.close();
});

async function send(name: string, body: string, type = 'application/json') {
  const before = performance.now();
  const response = await app.fetch(`/api/${name}`, { method: 'POST', headers: { 'content-type': type }, body });
  const text = await response.text();
  const ms = performance.now() - before;
  tried += 1;
  slowest = [...slowest, { ms, name, body }].sort((a, b) => b.ms - a.ms).slice(0, 5);
  return { status: response.status, text };
}

/** Sends several bodies at a time. */
async function sendAll(
  name: string,
  bodies: readonly string[],
  check: (status: number, text: string, body: string) => void,
) {
  for (let at = 0; at < bodies.length; at += 8) {
    await Promise.all(
      bodies.slice(at, at + 8).map(async (body) => {
        const { status, text } = await send(name, body);
        check(status, text, body);
      }),
    );
  }
}

const shortened = (name: string, body: string) => `${name} ${body.slice(0, 300)}`;

/** How messages of the validation library begin, and words within them. */
const LIBRARY_WORDS = /Too (big|small)|Invalid |Unrecognized |[Ee]xpected |received |to have [<>]/;

/** Words that only a bug of ours would show. They are matched whole, because random codes have any letters. */
const INTERNAL = /\bzod\b|node_modules|\.ts:\d|at async|syntax error|violates|\bpg_[a-z]{3}/i;

/** Expects no server error, and a refusal in our own words that reveals nothing internal. */
function expectPolite(name: string, status: number, text: string, body: string) {
  expect(status, shortened(name, body)).toBeLessThan(500);
  if (status !== 200) {
    const { message, errors = {} } = JSON.parse(text);
    expect(message, shortened(name, body)).toMatch(/\S/);
    // This sentence is ours, although it begins like one of the library's.
    const texts = [message, ...Object.values(errors).flat()].filter(
      (one) => one !== 'Invalid or expired voucher code.',
    );
    for (const one of texts) expect(one, shortened(name, body)).not.toMatch(LIBRARY_WORDS);
  }
  expect(text, shortened(name, body)).not.toMatch(INTERNAL);
}

describe('every call of the published contract', () => {
  test('answers 400 to a body that is no JSON object, 415 to another type, 413 to one too large', async () => {
    for (const { name } of calls) {
      for (const body of ['{"a":', '[]', '"text"', '', 'null', '1', '\u0000', '{"__proto__":{}}']) {
        expect([name, body, (await send(name, body)).status]).toEqual([name, body, 400]);
      }
      for (const type of [
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data; boundary=x',
        'application/xml',
        'x',
      ]) {
        expect([name, type, (await send(name, '{}', type)).status]).toEqual([name, type, 415]);
      }
      expect([name, (await send(name, JSON.stringify({ pad: 'x'.repeat(110_000) }))).status]).toEqual([name, 413]);
    }
  });

  test.each(['nobody', 'a customer'])(
    'called by %s with strange values in every field, never fails, names the fault, changes nothing',
    async (who) => {
      let place = 0;
      for (const call of calls) {
        const before = await businessState(app.db);
        for (const field of [...call.fields, ['no_such_field']]) {
          const name = field.join('.');
          place += 1;
          // These succeed for their caller whatever else the body contains.
          if (call.name === 'logout' && who !== 'nobody') continue;
          const isAboutCart = call.name === 'extend-cart' && name !== 'cart';
          const base = { ...(who === 'nobody' ? {} : { token }), ...(isAboutCart ? {} : { cart }) };
          // Each value is tried in each kind of field; fields of the envelope need fewer, because every call has them.
          const isEnvelope = ENVELOPE.includes(name) || name === 'no_such_field';
          const every = rounds > 1 ? 1 : isEnvelope ? 24 : who === 'nobody' ? 12 : 8;
          const some = strangeValues.filter((_, at) => (at + place) % every === 0);
          await sendAll(
            call.name,
            [undefined, ...some].map((value) => withValue(base, field, value)),
            (status, text, body) => expectPolite(call.name, status, text, body),
          );
        }
        expect(await businessState(app.db), call.name).toEqual(before);
      }
    },
  );

  test('never fails on the largest and deepest values, also with a request key, and changes nothing', async () => {
    const before = await businessState(app.db);
    for (const call of calls) {
      const field = call.fields.find(([name]) => !ENVELOPE.includes(name!)) ?? ['no_such_field'];
      const bodies = largeValues.flatMap((value) => [
        withValue({}, field, value),
        withValue(
          { token: call.name === 'logout' ? null : token, request_key: crypto.randomUUID() },
          ['no_such_field'],
          value,
        ),
      ]);
      await sendAll(call.name, bodies, (status, text, body) => expectPolite(call.name, status, text, body));
    }
    expect(await businessState(app.db)).toEqual(before);
  });

  test('names the maximum length of a request key, token or version that is too long', async () => {
    const longest = { request_key: 64, token: 500, catalogue_version: 100 };
    for (const [field, maximum] of Object.entries(longest)) {
      const { status, text } = await send('get-data', JSON.stringify({ [field]: 'x'.repeat(maximum + 1) }));
      const message = `Please use no more than ${maximum} characters.`;
      expect([status, JSON.parse(text)]).toEqual([422, { message, errors: { [field]: [message] } }]);
    }
  });

  test('a call that needs a login answers 401 to a missing, wrong or malformed token', async () => {
    const needLogin = calls.filter((call) => call.needs === 'login');
    expect(needLogin.length).toBeGreaterThan(0);
    for (const { name } of needLogin) {
      for (const wrong of [null, '', 'x', token.toUpperCase(), `${token}x`]) {
        expect([name, (await app.call(name, { token: wrong })).status]).toEqual([name, 401]);
      }
    }
  });

  test('an unknown call is not found, and the answer repeats nothing of the address', async () => {
    const response = await send('no-such-call?token=secret', '{}');
    expect([response.status, JSON.parse(response.text)]).toEqual([404, { message: 'We could not find that.' }]);
  });
});

describe('a request with a single wrong value', () => {
  let complete: Record<string, object>;

  beforeAll(async () => {
    const paid: Order = await purchase(app, token, ['coach-brussels', 'sandlark-pass', 'lark-tee-m']);
    const { order: plan } = await placeOrder(app, token, ['sandlark-pass-plan']);
    const { cart: lines } = (await app.call('add-merchandise-to-cart', { token, cart, external_code: 'poster-a2' }))
      .body;
    const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
    const holder = { full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' };
    const payment = { order: plan.code, reference: `${plan.code}-1`, checksum: plan.checksum };
    complete = {
      'accept-terms-and-conditions': { order: paid.code, checksum: paid.checksum, terms_version: '1' },
      'add-merchandise-to-cart': { cart, external_code: 'poster-a2', place: '', challenge: '' },
      'add-product-to-cart': {
        ...{ cart, external_code: 'saturday', ...holder },
        ...{ transport_time_id: null, place: '', challenge: '' },
      },
      'calculate-invoice': { cart, country: 'NL' },
      'cancel-refund': { refund_id: `${paid.code}-R1` },
      'change-ticket': {
        order_id: paid.code,
        code: paid.tickets[1]!.code,
        reassign: false,
        note: 'A note',
        password: '',
        ...holder,
      },
      'checkout-cart': {
        cart,
        customer: { country: 'NL', address },
        order: {
          payment_method: 'bank_transfer',
          shipping_name: 'Mila',
          shipping_country: 'NL',
          shipping_address: address,
          accepted_ts_and_cs: false,
          terms_version: '1',
        },
        voucher_code: 'LARK20',
      },
      'email-tickets': { email: 'mila@example.org' },
      'enter-shop': { place: 'p1' },
      'extend-cart': { cart },
      'get-cart': { cart },
      'get-data': {},
      'get-payment-plan-order-payment': payment,
      'get-entry-tickets': { event_id: '1' },
      'get-older-orders': { before: paid.code },
      'get-older-refunds': { before: `${paid.code}-R1` },
      'get-order': { order_id: paid.code, refund_id: null },
      'get-place': { place: 'p1' },
      'get-refund-ways': { order_id: paid.code },
      'get-saved-cards': {},
      'get-shop-item': { external_code: 'saturday' },
      'get-terms-and-conditions-order': { order: paid.code, checksum: paid.checksum },
      'get-user': {},
      login: { email: 'mila@example.org', password: 'dunes-at-dusk' },
      'login-with-link': { link: 'x'.repeat(43) },
      'confirm-email': { link: 'x'.repeat(43) },
      logout: {},
      'pay-payment-plan-order-payment': { ...payment, save_card: false },
      'remove-saved-card': { order: paid.code },
      register: { full_name: 'Some Body', email: 'new@example.org', from: '/checkout', cart },
      'remove-merchandise-from-cart': { cart, cart_merchandise_id: lines.merchandise[0].id },
      'remove-product-from-cart': { cart, cart_product_id: lines.products[0].id },
      'request-password-reset': { email: 'mila@example.org' },
      'request-refund': {
        order_id: paid.code,
        tickets: paid.tickets[0]!.code,
        merchandise: '',
        way: 'bank',
        password: '',
        ...bankOnWire,
      },
      'give-refund-account': { refund_id: `${paid.code}-R1`, password: '', ...bankOnWire },
      'reset-password': { token: 'x'.repeat(43), email: 'mila@example.org', password: 'a-good-password' },
      'show-tickets': { order_id: paid.code },
      'set-travel-time': { code: paid.tickets[0]!.code, transport_time_id: '1' },
      'switch-to-bank-transfer': payment,
      'take-place': { external_code: 'saturday', challenge: '' },
      'update-product-in-cart': { cart, cart_product_id: lines.products[0].id, ...holder, transport_time_id: null },
      'update-settings': { old_password: 'wrong', new_password: '', ...holder, country: 'NL', address },
      'validate-voucher': { cart, code: 'LARK20' },
    };
  });

  test('exists for every call and every field', () => {
    expect(Object.keys(complete).sort()).toEqual(calls.map(({ name }) => name).sort());
    for (const { name, fields } of calls) {
      const top = fields.flatMap(([first, ...more]) =>
        more.length === 0 && !ENVELOPE.includes(first!) ? [first!] : [],
      );
      expect([name, ...top.filter((field) => !Object.hasOwn(complete[name]!, field))]).toEqual([name]);
    }
  });

  // Calls that use up the cart, or change what the others need, come last.
  const last = [
    'remove-product-from-cart',
    'remove-merchandise-from-cart',
    'checkout-cart',
    'request-refund',
    'logout',
  ];
  const ordered = [...calls].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
  // These hash passwords, which takes time by design.
  const COSTLY = ['login', 'update-settings'];

  test.each(ordered)('$name: is served or refused, and a refused one changes nothing', async (call: PublishedCall) => {
    const own = call.fields.filter(([name]) => !ENVELOPE.includes(name!));
    for (const [index, field] of own.entries()) {
      const every = rounds > 1 ? 1 : COSTLY.includes(call.name) ? 16 : 6;
      const values = strangeValues.filter((_, at) => (at + index) % every === 0);
      const before = await businessState(app.db);
      let served = 0;
      const base = call.name === 'reset-password' ? complete[call.name]! : { token, ...complete[call.name] };
      await sendAll(
        call.name,
        values.map((value) => withValue(base, field, value)),
        (status, text, body) => {
          expectPolite(call.name, status, text, body);
          if (status === 200) served += 1;
        },
      );
      if (served === 0) expect(await businessState(app.db), `${call.name} ${field}`).toEqual(before);
    }
  });

  test('leaves a shop whose books add up', async () => {
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });
});

test.each([
  '/sandbox-gateway/pay/%00',
  '/payments/return/%00',
  '/download-ticket/mila@example.org/%00',
  '/download-ticket/%00/SOMECODE',
  '/download-invoice/SLK-%00/checksum',
  '/download-invoice/SLK-ABCDEF/%00',
  '/download-invoice/__proto__/constructor',
  '/payments/return/constructor',
  `/download-ticket/mila@example.org/${'A'.repeat(390)}`,
])('the address %s, which no document can have, gets 404', async (path) => {
  expect((await app.fetch(path)).status).toBe(404);
});

test.each(['__proto__', 'constructor', 'toString', ''])('the sandbox refuses the outcome %j', async (outcome) => {
  const { url } = await placeOrder(app, token, ['sandlark-pass']);
  const pressed = await app.fetch(new URL(url!).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
  });
  expect(pressed.status).toBe(400);
});

test('the published document names every call that the server has', async () => {
  const contracts = app.server.calls.contracts.map(({ name }) => name).sort();
  expect(calls.map(({ name }) => name).sort()).toEqual(contracts);
  const served = (await (await app.fetch('/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(served.paths).sort()).toEqual(contracts.map((name) => `/api/${name}`));
});

test.each([
  ['that cannot be decoded', '/%'],
  ['that is too long', `/download-ticket/mila@example.org/${'A'.repeat(5_000)}`],
])('an address %s leads home like any unknown path', async (_what, address) => {
  const response = await app.fetch(address);
  expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
});

test('no call takes a second', async () => {
  for (const { name, body } of [...slowest]) {
    let quickest = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 20 && quickest >= MAX_ANSWER_MS; time += 1) {
      const before = performance.now();
      await send(name, body);
      quickest = Math.min(quickest, performance.now() - before);
    }
    expect(quickest, shortened(name, body)).toBeLessThan(MAX_ANSWER_MS);
  }
});
