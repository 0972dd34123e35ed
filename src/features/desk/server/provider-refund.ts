import { book, chargeBacksOf, returnedByHand } from '#features/ledger/server/public.ts';
import { lockOrder } from '#features/orders/server/public.ts';
import { lockReceipt, type MoneyParts, noteContradiction, type ReceiptRow } from '#features/payments/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Minor } from '#kernel/money.ts';
import { ok, type Result } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { type ChargeBackParts, type ChargeBackRefusal, chargeBackWithin } from './charge-back.ts';
import { ordersOfReceipt } from './charge-back-store.ts';
import { returnChargedBack } from './return-charged-back.ts';
import { returningEntries } from './returning-entries.ts';

interface ProviderRefund {
  readonly receiptId: number;
  readonly amount: Minor;
  /** The provider's id of the refund. */
  readonly transaction: string;
  readonly actor: Actor;
}

/**
 * Books a refund that somebody made on the provider's page, like a chargeback. If a person had already booked that
 * money as sent back, it counts only once. The excess over the rest of the receipt is a loss. If no order shows the
 * loss, the receipt is put on the operator's list.
 */
export const bookProviderRefund = (
  parts: ChargeBackParts & { readonly db: Db },
  refund: ProviderRefund,
  now: Date,
): Promise<Result<void, ChargeBackRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<void, ChargeBackRefusal>> => {
    const receipt = await lockWithOrders(tx, refund.receiptId);
    if ((await chargeBacksOf(tx, receipt.id, refund.transaction)).length === 0) {
      await takeBackReturns(tx, parts.currency, receipt, refund, now);
    }
    const booked = await chargeBackWithin(tx, parts, { ...refund, by: 'provider' }, now);
    if (!booked.ok) return booked;
    const { lost, orders } = booked.value;
    if (lost > 0 && orders.length === 0) {
      const note = `refund ${refund.transaction} at the provider is ${lost} (minor units) more than was left`;
      await noteContradiction(tx, receipt.id, note);
    }
    return ok(undefined);
  });

/**
 * Reverses, once, the booking of a refund that the provider could not pay after all. Does nothing if it was not booked.
 */
export const reverseProviderRefund = (
  parts: { readonly db: Db; readonly money: MoneyParts },
  refund: ProviderRefund,
  now: Date,
): Promise<void> =>
  parts.db.transaction(async (tx) => {
    const receipt = await lockWithOrders(tx, refund.receiptId);
    const taken = await chargeBacksOf(tx, receipt.id, refund.transaction);
    if (taken.length > 0 && !taken.some(({ isReturned }) => isReturned))
      await returnChargedBack(tx, parts, refund, now);
  });

async function lockWithOrders(tx: Tx, receiptId: number): Promise<ReceiptRow> {
  for (const id of await ordersOfReceipt(tx, receiptId)) await lockOrder(tx, id);
  return (await lockReceipt(tx, receiptId))!;
}

/**
 * Returns to suspense the money that a person booked as sent back, up to the refund's amount. The refund then takes it
 * from there.
 */
async function takeBackReturns(
  tx: Tx,
  currency: string,
  receipt: ReceiptRow,
  { amount, transaction }: ProviderRefund,
  now: Date,
): Promise<void> {
  const overlap = Math.min(amount, await returnedByHand(tx, receipt.id));
  const { id: receiptId, orderId } = receipt;
  const key = `receipt:${receiptId}:returned:by:${transaction}`;
  await book(
    tx,
    { kind: 'returned', key, orderId, receiptId, entries: returningEntries(receipt, -overlap, currency) },
    now,
  );
}
