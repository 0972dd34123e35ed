import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import {
  assignReceipt,
  type BookedTransfer,
  cancelOrder,
  recordTransfer,
  settleProblem,
  settleReceipt,
} from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { openReceipts } from '#features/payments/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from './operator.ts';
import { orderNow } from './purchase.ts';
import { givenShopApp, type ShopApp } from './shop-app.ts';

export const DAY = 24 * 60 * 60_000;
export const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

export let app: ShopApp;
export let mila: string;
export let operator: Operator;

let count = 0;
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Places an order by bank transfer: by default a day ticket for 76.00. */
export async function placeByTransfer(item = 'saturday'): Promise<Order> {
  count += 1;
  const added = await app.call('add-product-to-cart', {
    token: mila,
    external_code: item,
    full_name: `Holder ${letters(count)}`,
    email: 'holder@example.org',
    age: '25-34',
  });
  expect(added.body.message).toBeUndefined();
  const placed = await app.call('checkout-cart', {
    token: mila,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  expect(placed.body.message).toBeUndefined();
  return placed.body.order;
}

let movements = 0;
export async function transfer(words: string, amount: number, transaction?: string): Promise<BookedTransfer> {
  movements += 1;
  const booked = await recordTransfer(
    operator.transfers,
    {
      words,
      amount: minor(amount),
      transaction: transaction ?? `bank-${movements}`,
      receivedAt: app.clock.now(),
      actor: commandLine('tester'),
    },
    app.clock.now(),
  );
  if (!booked.ok) throw new Error(booked.error.kind);
  return booked.value;
}

export const now = (order: Order) => orderNow(app, mila, order.code);
export const assign = (receiptId: number, words: string) =>
  assignReceipt(operator.transfers, { receiptId, words, actor: commandLine('tester') }, app.clock.now());
export const settle = (receiptId: number, { isReturned }: { readonly isReturned: boolean }) =>
  settleReceipt(
    operator.transfers,
    { receiptId, note: 'seen', isReturned, actor: commandLine('tester') },
    app.clock.now(),
  );
export const cancel = (order: Order, reason = '') =>
  cancelOrder(operator.orders, { code: order.code, reason, actor: commandLine('tester') }, app.clock.now());
export const settleAs = (order: Order, to: 'paid' | 'partial' | 'cancelled') =>
  settleProblem(operator.orders, { code: order.code, to, reason: '', actor: commandLine('tester') }, app.clock.now());

export const waiting = async () => (await openReceipts(app.db, 1_000)).map((receipt) => receipt.id);
export const balanceOf = async (account: string) =>
  (await app.db.row<{ balance: number }>(
    'select coalesce(sum(amount), 0)::bigint as balance from ledger_entries where account = $1',
    [account],
  ))!.balance;
export const mailsAbout = async (order: Order) =>
  (await app.mails()).filter((mail) => mail.subject.includes(order.code)).map((mail) => mail.kind);
export const auditOf = async (subject: string) =>
  (
    await app.db.rows<{ action: string; actor: string }>(
      'select action, actor from audit_log where subject = $1 order by id',
      [subject],
    )
  ).map(({ action, actor }) => `${actor}: ${action}`);
export const soldOf = async (item: string) =>
  (await app.db.row<{ sold: number }>('select sold from shop_items where external_code = $1', [item]))!.sold;

/** Opens a shop whose operator books transfers. Called once, at the top of a test file; fills the variables above. */
export function givenTransferShop(): void {
  beforeAll(async () => {
    app = await givenShopApp();
    operator = operatorOf(app);
  });
  beforeEach(async () => {
    await app.db.run('delete from rate_limits');
    // Tests move the time by weeks, and a login expires after 30 days.
    mila = await app.login();
  });
  afterAll(async () => {
    // After all tests everything must add up.
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
  });
}
