import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressAt } from '../support/purchase.ts';
import type { ShopApp } from '../support/shop-app.ts';
import { DAY } from '../support/transfer-shop.ts';
import {
  beginPlan,
  givenOfficeShop,
  makePaidOrder,
  type OfficeShop,
  openOfficeShop,
  placeByCard,
  placeByTransfer,
  receiveTransfer,
  startRefundFor,
} from './support/situations.ts';

/* What an order's page says about its money: what is held, owed or missing, and what its refunds wait for. */

let app: ShopApp;
let shop: OfficeShop;

beforeAll(async () => {
  app = await openOfficeShop();
  shop = await givenOfficeShop(app);
});
afterAll(() => app.close());

const open = (code: string) => shop.owner.browser.done('order-open', { code });
const preview = (name: string, request: object) => shop.owner.browser.done(name, { ...request, preview: '' });
async function confirm(name: string, request: object) {
  const seen = await preview(name, request);
  await shop.owner.browser.done(name, { ...request, preview: seen.preview });
  return seen.outcome;
}

test('money of a cancelled order is owed to the customer until it is booked as sent back', async () => {
  const { code } = await placeByTransfer(shop);
  await receiveTransfer(shop, code, 2_000);
  expect(await open(code)).toMatchObject({ status: 'partial', owed: 0 });
  const outcome = await confirm('order-cancel', { code, reason: '' });
  expect(outcome).toMatchObject({
    movements: [],
    orders: [{ before: { status: 'partial' }, after: { status: 'cancelled', paid: 2_000, refunded: 0 } }],
  });
  expect(await open(code)).toMatchObject({ status: 'cancelled', owed: 2_000 });
  await confirm('order-return-owed', { code, amount: 1_500, transaction: `back-${code}` });
  expect(await open(code)).toMatchObject({ owed: 500 });
});

test('a receipt with a wrong amount shows its intended payment and the requested amount', async () => {
  const { order, url } = await placeByCard(shop);
  await app.db.run('update sandbox_payments set amount = amount - 1 where merchant_reference like $1', [
    `${order.code}%`,
  ]);
  await pressAt(app, url, 'paid');
  await app.settle();
  const [receipt] = (await open(order.code)).receipts;
  const asked = order.total_price;
  expect(receipt).toMatchObject({
    attention: 'amount',
    ...{ amount: asked - 1, suspended: asked - 1 },
    meant: { reference: order.payments[0]!.reference, asked, open: asked },
    returns_at: null,
  });
});

test('a receipt that needs no decision shows no payment', async () => {
  const order = await makePaidOrder(shop);
  expect((await open(order.code)).receipts).toMatchObject([{ attention: null, suspended: 0, meant: null }]);
});

test('the order’s page and the list of held items show the same end of the hold', async () => {
  const { code } = await placeByTransfer(shop);
  const { held_until: heldUntil, payments } = await open(code);
  const row = (await app.db.row<{ payBy: Date }>('select pay_by as "payBy" from orders where code = $1', [code]))!;
  expect(Date.parse(heldUntil)).toBe(row.payBy.getTime());
  // The customer is asked to pay two days before the items go back on sale.
  expect(Date.parse(heldUntil) - Date.parse(payments[0].due_at)).toBe(2 * DAY);
  const { unpaid } = await shop.owner.browser.done('held-list', { item: '' });
  expect(unpaid).toMatchObject([{ until: heldUntil }]);
  await confirm('order-cancel', { code, reason: '' });
  expect((await open(code)).held_until).toBeNull();
});

test('the invoices and credit notes of an order are listed with their numbers', async () => {
  const order = await makePaidOrder(shop);
  const { documents } = await open(order.code);
  expect(documents).toMatchObject([{ series: 'invoice', issued_at: expect.any(String) }]);
  const file = await shop.owner.browser.done('invoice-file', { number: documents[0].number });
  expect(file.filename).toContain(documents[0].number);
});

test('an instalment that is paid in part shows both sums in the mail about the payment', async () => {
  const plan = await beginPlan(shop);
  const { reference, amount } = plan.payments[1]!;
  expect(amount).toBe(4_800);
  await receiveTransfer(shop, reference, 2_000);
  expect((await open(plan.code)).payments[1]).toMatchObject({ status: 'partial', amount, paid_amount: 2_000 });
  await app.settle();
  const mail = (await app.mails()).findLast(({ kind }) => kind === 'payment-received')!;
  expect(mail.body_text).toContain('€20.00 of €48.00 paid, €28.00 outstanding');
});

test('the timeline still shows the price at the order’s placement after an instalment is waived', async () => {
  const plan = await beginPlan(shop);
  const { reference, amount } = plan.payments[1]!;
  await confirm('instalment-waive', { reference, amount: null, reason: 'A long delay.' });
  expect((await open(plan.code)).total).toBe(plan.total_price - amount);
  const { entries } = await shop.owner.browser.done('order-timeline', { code: plan.code });
  expect(entries).toContainEqual(expect.objectContaining({ what: 'placed', amount: plan.total_price }));
});

test('a refund without a bank account shows the amount that waits for one', async () => {
  const { order, refund } = await startRefundFor(shop);
  expect((await open(order.code)).refunds).toMatchObject([{ code: refund, account_needed: 0 }]);
  await app.db.run('update refunds set bank_sealed = null, bank_country = null where code = $1', [refund]);
  const [waiting] = (await open(order.code)).refunds;
  expect(waiting).toMatchObject({ code: refund, account_needed: waiting.total });
});
