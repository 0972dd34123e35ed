import { lockOrder, orderByCode, refundingSumsOf } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { moveItemsOfLines } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import {
  type OperatorRefundRefusal,
  type OperatorRequest,
  type OperatorSums,
  operatorRefund,
} from '../domain/operator-refund.ts';
import { itemStatusIn } from '../domain/refund-status.ts';
import { countRefunds, insertRefund, isBeingPaid } from './new-refund-store.ts';
import { orderToRefund } from './order-to-refund.ts';
import { splitOverCards } from './plan-movements.ts';
import { type ItemRow, itemsOfOrders } from './refund-items-store.ts';
import { mailRefundMade } from './refund-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import { type RefundRow, refundById } from './refund-store.ts';

export interface NewOperatorRefund extends OperatorRequest {
  readonly orderCode: string;
  /** The customer reads it. */
  readonly reason: string;
  readonly actor: Actor;
  /** Back to the cards that paid as far as they can take it, and the rest by bank; or all by bank. Default: `card`. */
  readonly to?: 'card' | 'bank';
}

export type CreateRefundRefusal = OperatorRefundRefusal | { readonly kind: 'unknown_order' };

export interface RefundPreview extends OperatorSums {
  readonly items: readonly ItemRow[];
}

/** Returns what `createRefund` would do now. */
export async function previewRefund(
  db: Queryable,
  wanted: OperatorRequest & { readonly orderCode: string },
  now: Date,
): Promise<Result<RefundPreview, CreateRefundRefusal>> {
  const order = await orderByCode(db, wanted.orderCode);
  if (!order) return refuse({ kind: 'unknown_order' });
  const items = await itemsOfOrders(db, [order.id]);
  const refunding = (await refundingSumsOf(db, [order.id])).get(order.id) ?? { total: 0, shipping: 0 };
  const refundable = orderToRefund(order, items, refunding, await isBeingPaid(db, order.id), now);
  const paid = items.map((item, index) => ({
    ...refundable.items[index]!,
    price: item.price,
    discountShare: item.discountShare,
  }));
  const sums = operatorRefund({ ...refundable, items: paid }, wanted);
  return sums.ok ? ok({ ...sums.value, items }) : sums;
}

/**
 * Makes a refund without a request, blocks its items and tells the customer the reason. It has no bank details, and
 * only the operator can start it, which is the next step. Of two refunds of one item the second is refused.
 */
export async function createRefund(
  parts: RefundParts,
  wanted: NewOperatorRefund,
  now: Date,
): Promise<Result<RefundRow, CreateRefundRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<RefundRow, CreateRefundRefusal>> => {
    const found = await orderByCode(tx, wanted.orderCode);
    const order = found && (await lockOrder(tx, found.id));
    if (!order) return refuse({ kind: 'unknown_order' });
    const decided = await previewRefund(tx, wanted, now);
    if (!decided.ok) return decided;
    const { items, lines, shippingRefund, total } = decided.value;
    const lineOf = new Map(items.map((item) => [item.code, item.lineId]));
    const refunded = lines.map((line) => ({ ...line, lineId: lineOf.get(line.code)! }));
    const id = await insertRefund(
      tx,
      {
        code: `${order.code}-R${(await countRefunds(tx, order.id)) + 1}`,
        orderId: order.id,
        customerId: order.customerId,
        isWholePlan: order.hasPaymentPlan,
        ...{ total, shippingRefund, note: '', bankSealed: null, bankCountry: null },
        toCard: wanted.to !== 'bank' && (await splitOverCards(tx, parts, order.id, total)).toCard.length > 0,
        byOperator: true,
        reason: wanted.reason,
        lines: refunded,
      },
      now,
    );
    const lineIds = refunded.map(({ lineId }) => lineId);
    await moveItemsOfLines(tx, lineIds, 'active', itemStatusIn.active);
    const refund = (await refundById(tx, id))!;
    await mailRefundMade(tx, { ...parts, shop: await parts.loadShop(tx) }, refund, order, now);
    const details = { order: order.code, total, items: lines.length, fees: wanted.fees, way: wanted.to ?? 'card' };
    await writeAudit(tx, { actor: wanted.actor, action: 'refund.created', subject: refund.code, details }, now);
    return ok(refund);
  });
}
