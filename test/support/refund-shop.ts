import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { issueCreditNote } from '#features/invoices/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { BANK_SEAL, finishRefund, holdRefund, type RefundParts, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { createSealer } from '#platform/secrets/sealer.ts';
import { freshLogins } from './fresh-logins.ts';
import { accountOf, orderNow } from './purchase.ts';
import { givenShopApp, type ShopApp } from './shop-app.ts';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export let app: ShopApp;
export let mila: string;
export let ada: string;
export let parts: RefundParts;

export const request = async (
  order: Order,
  items: { tickets?: readonly string[]; merchandise?: readonly string[] },
  changes: Record<string, unknown> = {},
  token: string | null = mila,
) => {
  await freshLogins(app);
  return await app.call('request-refund', {
    token,
    order_id: order.id,
    tickets: (items.tickets ?? []).join(','),
    merchandise: (items.merchandise ?? []).join(','),
    ...bankOnWire,
    ...changes,
  });
};

export const ticketCodes = (order: Order) => order.tickets.map((ticket) => ticket.code);
export const goodsCodes = (order: Order) => order.merchandisePurchases.map((bought) => bought.code);

export async function requestRefundOf(
  order: Order,
  items: { tickets?: readonly string[]; merchandise?: readonly string[] },
) {
  const answer = await request(order, items);
  expect(answer.body.message).toBeUndefined();
  return answer.body.refund_id as string;
}

export const refundsOf = async (token = mila): Promise<Refund[]> =>
  (await app.call('get-data', { token })).body.data.refunds;
export const refundNow = async (id: string) => (await refundsOf()).find((refund) => refund.id === id);
export const now = (order: Order) => orderNow(app, mila, order.code);
export const move = (code: string) => ({ code, actor: commandLine('tester') });
export const start = (code: string) => startRefund(parts, move(code), app.clock.now());
export const finish = (code: string) => finishRefund(parts, move(code), app.clock.now());
export const hold = (code: string) => holdRefund(parts, move(code), app.clock.now());

export const soldOf = async (item: string) =>
  (await app.db.row<{ sold: number }>('select sold from shop_items where external_code = $1', [item]))!.sold;

export const mailsAbout = async (id: string) =>
  (await app.mails()).filter((mail) => mail.subject.includes(id)).map((mail) => mail.kind);

/** Opens a shop whose customers request refunds. Called once, at the top of a test file; fills the variables above. */
export function givenRefundShop(): void {
  beforeAll(async () => {
    app = await givenShopApp();
    mila = await app.login();
    ada = await accountOf(app, 'ada@example.org', 'Ada Lovelace');
    parts = {
      db: app.db,
      loadShop,
      shopUrl: app.url,
      sealer: createSealer(Buffer.alloc(32, 7).toString('base64'), BANK_SEAL),
      refundDone: async (tx, { refundId }, at) => void (await issueCreditNote(tx, refundId, at)),
    };
  });
  beforeEach(() => app.db.run('delete from rate_limits'));
  afterAll(async () => {
    // After all tests everything must add up.
    const { findings, checked } = await auditShop(app.db, app.clock.now());
    expect(findings).toEqual([]);
    expect(checked.orders).toBeGreaterThan(10);
    await app.close();
  });
}
