import { afterAll, beforeAll, expect, test } from 'vitest';
import { minor } from '#kernel/money.ts';
import { order } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import type { StartRefusal } from '../domain/start-refusal.ts';
import type { PaymentToStart } from './gateway.ts';

let app: ShopApp;
let token: string;
let refusal: StartRefusal | null = null;
const started: PaymentToStart[] = [];

beforeAll(async () => {
  app = await givenShopApp(
    {},
    {
      standIn: (sandbox) => ({
        ...sandbox,
        whyNotStart: (payment) => {
          started.push(payment);
          return refusal;
        },
      }),
    },
  );
  token = await app.login();
});
afterAll(() => app.close());

const attempts = () => app.db.rows('select 1 from payment_attempts');

test.each<[StartRefusal, string]>([
  [{ kind: 'too_small', minimum: minor(50) }, 'The smallest amount that can be paid by card is €0.50.'],
  [{ kind: 'too_large', maximum: minor(100_000) }, 'The largest amount that can be paid by card is €1,000.00.'],
  [{ kind: 'currency_not_taken' }, 'This payment cannot be made by card.'],
  [{ kind: 'details_missing', field: 'city' }, 'To pay by card, please add your city.'],
])('an order that the gateway would refuse (%j) is not written, and the buyer reads why', async (why, sentence) => {
  refusal = why;
  started.length = 0;
  const before = (await attempts()).length;
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: 'Ada Lark',
    email: 'ada@example.org',
    age: '25-34',
  });
  const { status, body } = await app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  expect([status, body.errors]).toEqual([422, { payment_method: [sentence] }]);
  expect(started[0]).toMatchObject({
    amount: 7_600,
    currency: 'EUR',
    billing: { address: 'Zandpad 12', city: 'Noorderzand', postalCode: '4325 AB', country: 'NL' },
  });
  expect(await attempts()).toHaveLength(before);
  expect(
    await app.db.rows(`select 1 from carts where code = $1 and status = 'open'`, [added.body.cart.code]),
  ).toHaveLength(1);
});

test('an open attempt stays if the rest is too small for the gateway to start another', async () => {
  refusal = null;
  const { order: placed } = await order(app, token, ['saturday']);
  refusal = { kind: 'too_small', minimum: minor(10_000) };
  const link = { order: placed.code, checksum: placed.checksum, reference: placed.payments[0]!.reference };
  const answer = await app.call('pay-payment-plan-order-payment', link);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'The smallest amount that can be paid by card is €100.00.',
  ]);
  const open = await app.db.rows(
    `select a.status from payment_attempts a join payments p on p.id = a.payment_id join orders o on o.id = p.order_id
     where o.code = $1`,
    [placed.code],
  );
  expect(open).toEqual([{ status: 'open' }]);
});
