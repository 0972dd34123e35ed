import { book, bookedAgainstSale, isBooked, type LedgerEntry } from '#features/ledger/server/public.ts';
import { linesOf, type OrderRow } from '#features/orders/server/public.ts';
import { refundTotal } from '#features/tickets/domain/item-refund.ts';
import type { Tx } from '#platform/db/db.ts';
import {
  grossByRate,
  salesAndFees,
  type TakenBefore,
  type TakenParts,
  takenBackByRate,
  taxAfter,
} from '../domain/refund-booking.ts';
import type { RefundMovementRow } from './movement-store.ts';
import { linesOfRefunds } from './refund-lines-store.ts';
import { type RefundRow, refundById } from './refund-store.ts';

/**
 * Takes back the refund's part of the sale and books the money as owed. For a plan it also removes the unpaid rest from
 * the customer's account. A cancelled order's money is already owed and only changes accounts.
 */
export async function bookRefundAccepted(tx: Tx, order: OrderRow, refund: RefundRow, now: Date): Promise<void> {
  const entries: LedgerEntry[] = [{ account: 'refunds_payable', amount: -refund.total }];
  if (order.stockReleased) {
    entries.push({ account: 'customer', amount: refund.total });
  } else {
    const unpaid = refund.isWholePlan ? order.totalPrice - order.totalPaid : 0;
    entries.push({ account: 'customer', amount: -unpaid });
    const parts = await takenParts(tx, order, refund, refund.total + unpaid);
    for (const rate of takenBackByRate(parts, taxAfter(await takenBefore(tx, order, refund)))) {
      const [sales, fees] = salesAndFees(rate, parts.lines);
      entries.push(
        { account: 'sales', amount: sales },
        { account: 'fees', amount: fees },
        { account: 'shipping', amount: rate.shipping },
        { account: 'tax', taxBasisPoints: rate.taxBasisPoints, amount: rate.tax },
      );
    }
  }
  const key = `refund:${refund.id}:accepted`;
  await book(tx, { kind: 'refund', key, orderId: order.id, refundId: refund.id, entries }, now);
}

/** Books a movement whose money was paid, or came back and is owed again. Call it under the refund's lock. */
export async function bookMovement(
  tx: Tx,
  movement: RefundMovementRow,
  step: 'paid' | 'returned',
  now: Date,
): Promise<void> {
  const amount = step === 'paid' ? movement.amount : -movement.amount;
  const account = movement.gateway === null ? 'bank' : (`gateway:${movement.gateway}` as const);
  const entries: LedgerEntry[] = [
    { account: 'refunds_payable', amount },
    { account, amount: -amount },
  ];
  let occurrence = 1;
  while (await isBooked(tx, keyOf(movement.id, step, occurrence))) occurrence += 1;
  const key = keyOf(movement.id, step, occurrence);
  const { orderId, refundId } = movement;
  await book(tx, { kind: 'refund_paid', key, orderId, refundId, movement: movement.key, entries }, now);
}

const keyOf = (movementId: number, step: string, occurrence: number): string =>
  `refund_movement:${movementId}:${step}${occurrence === 1 ? '' : `:${occurrence}`}`;

/** Returns what earlier accepted refunds have taken back. Call it under the order's lock. */
async function takenBefore(tx: Tx, order: OrderRow, refund: RefundRow): Promise<Map<number, TakenBefore>> {
  const before = new Map<number, TakenBefore>();
  for (const { refundId, tax } of await bookedAgainstSale(tx, order.id)) {
    if (refundId === refund.id) continue;
    const earlier = (await refundById(tx, refundId))!;
    for (const { taxBasisPoints, gross } of grossByRate(await takenParts(tx, order, earlier, earlier.total))) {
      const sum = before.get(taxBasisPoints) ?? { gross: 0, tax: 0 };
      const taxNow = tax[taxBasisPoints] ?? 0;
      before.set(taxBasisPoints, { gross: sum.gross + gross, tax: sum.tax + taxNow });
    }
  }
  return before;
}

async function takenParts(tx: Tx, order: OrderRow, refund: RefundRow, gross: number): Promise<TakenParts> {
  const refunded = new Map((await linesOfRefunds(tx, [refund.id])).map((line) => [line.lineId, line]));
  const lines = (await linesOf(tx, [order.id])).map((line) => {
    const back = refunded.get(line.id);
    const ofPlan = back ? refundTotal(back) + back.feeRefund : 0;
    return {
      kind: line.kind,
      price: line.price,
      fee: line.fee,
      discountShare: line.discountShare,
      taxBasisPoints: line.taxBasisPoints,
      // The lines of a plan's refund have no amounts, so these are calculated from their prices.
      takenBack: refund.isWholePlan ? ofPlan : (back?.amount ?? 0),
      feeTakenBack: back?.feeRefund ?? 0,
    };
  });
  const shares = lines.reduce((all, line) => all + line.discountShare, 0);
  const shippingDiscount = order.discountAmount - shares;
  const shippingPaid = order.shippingAmount - shippingDiscount;
  return {
    lines,
    shipping: {
      amount: order.shippingAmount,
      discountShare: shippingDiscount,
      takenBack: refund.isWholePlan ? shippingPaid : refund.shippingRefund,
    },
    gross,
  };
}
