import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { freshLogins } from '../support/fresh-logins.ts';
import { accountOf, orderNow, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { businessState } from './support/business-state.ts';

// Mila buys a ticket and passes it to Noor, who passes it to Zoe. For Noor, a former holder, the ticket must look as if
// it had never existed. The owner of one order also cannot use its code to reach another.

const MINUTE = 60_000;
const NOTHING = { order: 'SLK-AAAAAA', ticket: 'AAAAAAAAAAAAAAAAA' };

let app: ShopApp;
let mila: string;
let noor: string;
let zoe: string;
let order: Order;
let other: Order;
/** The codes that the ticket has had, in the order of its holders. */
const codes: string[] = [];
let seat: string;

beforeAll(async () => {
  app = await givenShopApp();
  mila = await app.login();
  noor = await accountOf(app, 'noor@example.org', 'Noor Bakker');
  zoe = await accountOf(app, 'zoe@example.org', 'Zoe Adeyemi');
  order = await purchase(app, mila, ['coach-brussels', 'sandlark-pass']);
  other = await purchase(app, noor, ['sandlark-pass', 'lark-tee-m']);
  const coach = (await app.call('get-shop-item', { external_code: 'coach-amsterdam' })).body.item;
  seat = coach.travel_times.find((one: { remaining: number | null }) => one.remaining === null).id;
  await reassign(mila, order.tickets[0]!.code, { full_name: 'Noor Bakker', email: 'noor@example.org' });
  await app.travel(20 * MINUTE);
  await reassign(noor, await codeOf(noor), { full_name: 'Zoe Adeyemi', email: 'zoe@example.org' });
  await app.travel(20 * MINUTE);
  codes.push(await codeOf(zoe));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.run('delete from rate_limits');
  await freshLogins(app);
});

async function reassign(token: string, code: string, to: { full_name: string; email: string }) {
  codes.push(code);
  await freshLogins(app);
  const { body } = await app.call('change-ticket', {
    token,
    order_id: order.code,
    code,
    age: null,
    reassign: true,
    ...to,
  });
  expect(body.message).toBeUndefined();
}

const codeOf = async (token: string) => (await orderNow(app, token, order.code)).tickets[0]!.code;

async function answer(name: string, body: object) {
  const { status, body: answered, headers } = await app.call(name, body);
  return { status, body: answered, headers: [...headers.keys()].sort() };
}

const calls = (orderCode: string, code: string): [string, object][] => [
  ['change-ticket', { order_id: orderCode, code, full_name: 'Noor Bakker', email: 'noor@example.org', age: null }],
  [
    'change-ticket',
    { order_id: orderCode, code, full_name: 'Noor B', email: 'nb@example.org', age: null, reassign: true },
  ],
  ['set-travel-time', { code, transport_time_id: seat }],
  ['request-refund', { order_id: orderCode, tickets: code, ...bankOnWire }],
];

describe('a former holder', () => {
  test('gets the same answer as for an unknown ticket, under the old code and the new one', async () => {
    const before = await businessState(app.db);
    const unknown = calls(NOTHING.order, NOTHING.ticket);
    for (const orderCode of [order.code, other.code]) {
      for (const code of codes) {
        for (const [index, [name, body]] of calls(orderCode, code).entries()) {
          const wanted = await answer(name, { token: noor, ...unknown[index]![1] });
          expect(wanted.status).toBe(404);
          expect(await answer(name, { token: noor, ...body }), `${name} ${JSON.stringify(body)}`).toEqual(wanted);
        }
      }
    }
    expect(await businessState(app.db)).toEqual(before);
  });

  test('no longer sees the ticket and cannot download it', async () => {
    const seen = JSON.stringify((await app.call('get-data', { token: noor })).body.data.orders);
    for (const secret of [...codes, 'Zoe Adeyemi', 'zoe@example.org', order.checksum])
      expect(seen).not.toContain(secret);
    const get = async (email: string, code: string) => {
      const response = await app.fetch(`/download-ticket/${email}/${code}`);
      const headers = [...response.headers.keys()].sort();
      return { status: response.status, headers, text: response.status === 200 ? '' : await response.text() };
    };
    const wanted = await get('nobody@example.org', NOTHING.ticket);
    expect(wanted.status).toBe(404);
    for (const code of codes) {
      for (const email of ['mila@example.org', 'noor@example.org', 'holder@example.org'])
        expect(await get(email, code)).toEqual(wanted);
    }
    for (const code of codes.slice(0, -1)) expect(await get('zoe@example.org', code)).toEqual(wanted);
    expect((await get('zoe@example.org', codes.at(-1)!)).status).toBe(200);
  });
});

test('the current holder’s call finds the ticket', async () => {
  const moved = await answer('set-travel-time', { token: zoe, code: codes.at(-1), transport_time_id: seat });
  expect(moved.status).not.toBe(404);
});

describe('an owner with another order’s id', () => {
  test('reaches nothing of the other order, nor their own ticket under the wrong order', async () => {
    const before = await businessState(app.db);
    const mine = other.tickets[0]!.code;
    const theirs = order.tickets[1]!.code;
    const cases: [order: string, ticket: string][] = [
      [other.code, theirs],
      [order.code, mine],
      [order.code, theirs],
      [NOTHING.order, mine],
    ];
    for (const [orderCode, code] of cases) {
      for (const [name, body] of calls(orderCode, code)) {
        // This call does not name an order, only the caller's own ticket.
        if (name === 'set-travel-time') continue;
        const wanted = await answer(name, {
          token: noor,
          ...body,
          order_id: NOTHING.order,
          code: NOTHING.ticket,
          tickets: NOTHING.ticket,
        });
        expect(wanted.status).toBe(404);
        expect(await answer(name, { token: noor, ...body }), `${name} ${orderCode} ${code}`).toEqual(wanted);
      }
    }
    expect(await businessState(app.db)).toEqual(before);
  });

  test('cannot open a link to the other order with their own order’s checksum', async () => {
    for (const name of ['get-terms-and-conditions-order', 'accept-terms-and-conditions']) {
      const of = (code: string) => answer(name, { token: noor, order: code, checksum: other.checksum });
      expect(await of(order.code)).toEqual(await of(NOTHING.order));
    }
    const pages = await Promise.all(
      [order.code, NOTHING.order].map(async (code) =>
        (await app.fetch(`/download-invoice/${code}/${other.checksum}`)).text(),
      ),
    );
    expect(pages[0]).toBe(pages[1]);
  });
});
