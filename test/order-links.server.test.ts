import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { LinkPurpose } from '#kernel/link-purposes.ts';
import { order as placeOrder, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* Links to an order that work without a login: each opens only one thing. */

let app: ShopApp;
let mila: string;
let unpaid: Order;
let paid: Order;

beforeAll(async () => {
  app = await givenShopApp();
  mila = await app.login();
  unpaid = (await placeOrder(app, mila, ['sandlark-pass'], null, 'bank_transfer')).order;
  await app.db.run('update orders set terms_accepted_at = null, terms_version_id = null where code = $1', [
    unpaid.code,
  ]);
  paid = await purchase(app, mila, ['sandlark-pass']);
  await app.settle();
});
afterAll(() => app.close());

const purposes: readonly LinkPurpose[] = ['payment', 'terms', 'invoice', 'calendar'];

/** Uses of links. Each returns the status: 200 or 404. */
const uses: Record<string, { purpose: LinkPurpose; open: (checksum: string) => Promise<number> }> = {
  'seeing a payment': {
    purpose: 'payment',
    open: async (checksum) => (await app.call('get-payment-plan-order-payment', payment(checksum))).status,
  },
  paying: {
    purpose: 'payment',
    open: async (checksum) => (await app.call('pay-payment-plan-order-payment', payment(checksum))).status,
  },
  'changing to bank transfer': {
    purpose: 'payment',
    open: async (checksum) => (await app.call('switch-to-bank-transfer', payment(checksum))).status,
  },
  'reading what the terms are for': {
    purpose: 'terms',
    open: async (checksum) =>
      (await app.call('get-terms-and-conditions-order', { order: unpaid.code, checksum })).status,
  },
  'downloading the invoice': {
    purpose: 'invoice',
    open: async (checksum) => (await app.fetch(`/download-invoice/${paid.code}/${checksum}`)).status,
  },
  'downloading the calendar': {
    purpose: 'calendar',
    open: async (checksum) => (await app.fetch(`/download-calendar/${paid.code}/${checksum}`)).status,
  },
  // This use is last, because it changes the order.
  'accepting the terms': {
    purpose: 'terms',
    open: async (checksum) => (await app.call('accept-terms-and-conditions', { order: unpaid.code, checksum })).status,
  },
};
const payment = (checksum: string) => ({
  order: unpaid.code,
  checksum,
  reference: unpaid.payments[0]!.reference,
});
const isDownload = (name: string) => name.startsWith('downloading');

describe.each(Object.entries(uses))('%s', (name, { purpose, open }) => {
  test('is refused with the code of another link, and with a code of another order', async () => {
    const [own, other] = isDownload(name) ? [paid, unpaid] : [unpaid, paid];
    for (const another of purposes.filter((one) => one !== purpose)) {
      expect([another, await open(own[`${another}_checksum`])]).toEqual([another, 404]);
    }
    expect(await open(other[`${purpose}_checksum`])).toBe(404);
    expect(await open('')).not.toBe(200);
  });

  test('works with its own code, and with the code in earlier mails', async () => {
    const own = isDownload(name) ? paid : unpaid;
    expect(await open(own[`${purpose}_checksum`])).toBe(200);
    expect(await open(own.checksum)).toBe(200);
  });
});

test('an order shown through a link has only the code of that kind of link', async () => {
  for (const code of [unpaid.payment_checksum, unpaid.checksum]) {
    const { order } = (await app.call('get-payment-plan-order-payment', payment(code))).body;
    expect(codesIn(order)).toEqual({
      ...none,
      checksum: unpaid.payment_checksum,
      payment_checksum: unpaid.payment_checksum,
    });
  }
  for (const code of [unpaid.terms_checksum, unpaid.checksum]) {
    const { order } = (await app.call('get-terms-and-conditions-order', { order: unpaid.code, checksum: code })).body;
    expect(codesIn(order)).toEqual({ ...none, checksum: unpaid.terms_checksum, terms_checksum: unpaid.terms_checksum });
  }
});

test('a payment’s link names what was ordered, but nobody who holds a ticket', async () => {
  const { body } = await app.call('get-payment-plan-order-payment', payment(unpaid.payment_checksum));
  expect(body.contents).toMatchObject({ name: expect.any(String), more: 0 });
  const holder = unpaid.cartProducts[0]!;
  expect(body.contents.name).toBe(holder.product);
  expect(body.contents.occasion).toEqual(holder.occasion);
  expect(JSON.stringify(body)).not.toContain(holder.full_name);
});

const none = { payment_checksum: '', terms_checksum: '', invoice_checksum: '', calendar_checksum: '' };
const codesIn = (order: object) =>
  Object.fromEntries(Object.entries(order).filter(([name]) => name.endsWith('checksum')));

test('the codes are long enough to be secret, and none of their characters look alike', () => {
  const codes = [unpaid, paid].flatMap((one) => purposes.map((purpose) => one[`${purpose}_checksum`]));
  expect(new Set(codes).size).toBe(8);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{26}$/);
});

test('no mail has the code that opens everything', async () => {
  const mails = await app.mails();
  expect(mails.some(({ body_text }) => body_text?.includes(paid.invoice_checksum))).toBe(true);
  for (const { body_text } of mails) {
    for (const one of [unpaid, paid]) expect(body_text).not.toContain(one.checksum);
  }
});
