import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { ticketCode } from '#platform/secrets/random-codes.ts';
import { accountOf, order as placeOrder, purchase } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { expectSameTime, rankSumZ, type TimeComparison } from './support/same-time.ts';

// Response times must not reveal what the answers hide: whether an email is known or somebody else has an order.

let app: ShopApp;
let ada: string;
let mila: string;
let paid: Order;
let plan: Order;
const compared = new Map<string, TimeComparison>();

beforeAll(async () => {
  app = await givenShopApp();
  mila = await app.login();
  ada = await accountOf(app, 'ada@example.org', 'Ada Lovelace');
  paid = await purchase(app, mila, ['coach-brussels', 'sandlark-pass', 'lark-tee-m']);
  plan = (await placeOrder(app, mila, ['sandlark-pass-plan'])).order;
});
afterEach(() => app.db.run('delete from rate_limits'));
afterAll(async () => {
  for (const [what, { medians, z, samples }] of compared) {
    if (rounds > 1)
      console.log(
        `${samples} samples each: ${what}, medians ${medians.map((ms) => ms.toFixed(2)).join(' and ')} ms, z ${z.toFixed(1)}`,
      );
  }
  expect(compared.size).toBeGreaterThan(0);
  await app.close();
});

const ask = (name: string, body: object) => () => app.call(name, body);
/** Keeps limits from interfering and requested mails from piling up. */
const reset = async () => {
  await app.db.run('delete from rate_limits');
  await app.db.run('delete from account_requests');
};

async function same(
  what: string,
  known: () => Promise<unknown>,
  unknown: () => Promise<unknown>,
  between: () => Promise<unknown> = reset,
) {
  compared.set(what, await expectSameTime(what, known, unknown, between));
}

test('a difference in times is found, and equal times pass', async () => {
  const few = Array.from({ length: 12 }, (_, index) => 4 + index / 10);
  expect(
    Math.abs(
      rankSumZ(
        few,
        few.map((ms) => ms + 2),
      ),
    ),
  ).toBeGreaterThan(3.3);
  expect(
    Math.abs(
      rankSumZ(
        few,
        few.map((ms) => ms + 0.05),
      ),
    ),
  ).toBeLessThan(1);
  let clock = 0;
  const taking = (milliseconds: number) => async () => {
    clock += milliseconds + Math.random() / 10;
  };
  const compare = (one: number, other: number) =>
    expectSameTime('two pauses', taking(one), taking(other), undefined, () => clock);
  await expect(compare(1, 2)).rejects.toThrow(/distinguishes two cases of two pauses/);
  await expect(compare(1, 1)).resolves.toMatchObject({ samples: expect.any(Number) });
});

describe('a known and an unknown email take the same time', () => {
  const requests: [string, object][] = [
    ['login', { password: 'not-the-password' }],
    ['register', { full_name: 'Some Body' }],
    ['request-password-reset', {}],
    ['reset-password', { token: 'x'.repeat(43), password: 'a-good-password' }],
    ['email-tickets', {}],
  ];
  test.each(requests)(
    '%s',
    async (name, body) => {
      const of = (email: string) => ask(name, { ...body, email });
      await same(`${name} of a known email`, of('mila@example.org'), of('nobody@example.org'));
    },
    60_000 * rounds,
  );

  // Each of these hashes a password twice, which takes long: only many samples show a difference.
  if (rounds > 1)
    test(
      'update-settings, as the new address of an account',
      async () => {
        const of = (email: string) => async () => {
          const request = { token: ada, old_password: 'a-long-password-of-mine', full_name: 'Ada Lovelace', email };
          expect((await app.call('update-settings', request)).status).toBe(200);
        };
        await same('a change to a known email', of('mila@example.org'), of('nobody@example.org'));
      },
      60_000 * rounds,
    );

  test(
    'change-ticket, as the address of the new holder',
    async () => {
      let code = '';
      let strangers = 0;
      const takeBack = async () => {
        await reset();
        code = ticketCode();
        await app.db.run(
          `update tickets set code = $2, email = 'mila@example.org', customer_id = (select customer_id from orders where code = $1)
           where order_line_id in (select id from order_lines where order_id = (select id from orders where code = $1))
             and full_name = $3`,
          [paid.code, code, paid.tickets[1]!.full_name],
        );
      };
      const reassignTo = async (email: string) => {
        const { full_name, age } = paid.tickets[1]!;
        const body = { token: mila, data: 'none', order_id: paid.code, code, reassign: true, full_name, email, age };
        expect((await app.call('change-ticket', body)).status).toBe(200);
      };
      const toStranger = () => {
        strangers += 1;
        return reassignTo(`stranger-${strangers}@example.org`);
      };
      await same(
        'a ticket that is reassigned to a known email',
        () => reassignTo('ada@example.org'),
        toStranger,
        takeBack,
      );
    },
    60_000 * rounds,
  );
});

describe('requests for somebody else’s things take as long as for things that do not exist', () => {
  const NOTHING = { order: 'SLK-AAAAAA', ticket: 'AAAAAAAAAAAAAAAAA', checksum: 'A'.repeat(22) };
  const cases: [string, known: () => [string, object], unknown: () => [string, object]][] = [
    [
      'a ticket to change',
      () => ['change-ticket', { order_id: paid.code, code: paid.tickets[1]!.code }],
      () => ['change-ticket', { order_id: NOTHING.order, code: NOTHING.ticket }],
    ],
    [
      'a ticket to give another travel time',
      () => ['set-travel-time', { code: paid.tickets[0]!.code, transport_time_id: '1' }],
      () => ['set-travel-time', { code: NOTHING.ticket, transport_time_id: '1' }],
    ],
    [
      'an order to refund',
      () => ['request-refund', { order_id: paid.code, tickets: paid.tickets[0]!.code, ...bankOnWire }],
      () => ['request-refund', { order_id: NOTHING.order, tickets: NOTHING.ticket, ...bankOnWire }],
    ],
    [
      'an order by its link',
      () => ['get-terms-and-conditions-order', { order: paid.code, checksum: NOTHING.checksum }],
      () => ['get-terms-and-conditions-order', { order: NOTHING.order, checksum: NOTHING.checksum }],
    ],
    [
      'a payment by its link',
      () => [
        'pay-payment-plan-order-payment',
        { order: plan.code, checksum: NOTHING.checksum, reference: `${plan.code}-1` },
      ],
      () => [
        'pay-payment-plan-order-payment',
        { order: NOTHING.order, checksum: NOTHING.checksum, reference: `${NOTHING.order}-1` },
      ],
    ],
  ];
  test.each(cases)(
    '%s',
    async (what, known, unknown) => {
      const of = ([name, body]: [string, object]) =>
        ask(name, { token: ada, full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34', ...body });
      await same(what, of(known()), of(unknown()));
    },
    60_000 * rounds,
  );

  test(
    'documents to download',
    async () => {
      const get = (path: string) => async () => (await app.fetch(path)).arrayBuffer();
      const { code } = paid.tickets[1]!;
      await same(
        'a ticket under another email',
        get(`/download-ticket/ada@example.org/${code}`),
        get(`/download-ticket/ada@example.org/${NOTHING.ticket}`),
      );
      await same(
        'an invoice with a wrong checksum',
        get(`/download-invoice/${paid.code}/${NOTHING.checksum}`),
        get(`/download-invoice/${NOTHING.order}/${NOTHING.checksum}`),
      );
    },
    60_000 * rounds,
  );
});
