import { lockOrder, orderByCode } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import {
  type OperatorRefundRefusal,
  type OperatorRequest,
  type OperatorSums,
  operatorRefund,
} from '../domain/operator-refund.ts';
import { cardMoneyOf } from './card-money.ts';
import { insertRefund, type NewRefund, nextRefundCode } from './new-refund-store.ts';
import { type ItemToRefund, linesWithItems, orderToRefund } from './order-to-refund.ts';
import { mailRefundMade } from './outcome-mails.ts';
import { withNotRefunded } from './refund-lines-store.ts';
import type { RefundParts } from './refund-parts.ts';

export interface NewOperatorRefund extends OperatorRequest {
  readonly orderCode: string;
  /** Shown to the customer. */
  readonly reason: string;
  readonly actor: Actor;
  /** `card`, the default: to the cards that paid, as far as they can take it, and the rest by bank. */
  readonly to?: 'card' | 'bank';
}

export type CreateRefundRefusal = OperatorRefundRefusal | { readonly kind: 'unknown_order' };

export interface RefundPreview extends OperatorSums {
  readonly items: readonly ItemToRefund[];
}

/** Returns what `createRefund` would do now. */
export async function previewRefund(
  db: Queryable,
  wanted: OperatorRequest & { readonly orderCode: string },
  now: Date,
): Promise<Result<RefundPreview, CreateRefundRefusal>> {
  const order = await orderByCode(db, wanted.orderCode);
  if (!order) return refuse({ kind: 'unknown_order' });
  const paid = await orderToRefund(db, order, now);
  const sums = operatorRefund(paid, wanted);
  return sums.ok ? ok({ ...sums.value, items: paid.items }) : sums;
}

/**
 * Makes a refund without a request, blocks its items and tells the customer the reason. It has no bank details, and
 * only the operator can start it, which is the next step. If two refunds take one item, the second is refused.
 */
export async function createRefund(
  parts: RefundParts,
  wanted: NewOperatorRefund,
  now: Date,
): Promise<Result<NewRefund, CreateRefundRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<NewRefund, CreateRefundRefusal>> => {
    const found = await orderByCode(tx, wanted.orderCode);
    const order = found && (await lockOrder(tx, found.id));
    if (!order) return refuse({ kind: 'unknown_order' });
    const decided = await previewRefund(tx, wanted, now);
    if (!decided.ok) return decided;
    const { items, lines, shippingRefund, total } = decided.value;
    const shop = await parts.loadShop(tx);
    const mayGoToCard = wanted.to !== 'bank' && total > 0;
    const refund = {
      code: await nextRefundCode(tx, order),
      orderId: order.id,
      customerId: order.customerId,
      isWholePlan: order.hasPaymentPlan,
      ...{ total, shippingRefund, note: '', bankSealed: null, bankCountry: null },
      toCard: mayGoToCard && (await cardMoneyOf(tx, parts, order.id, shop.public.currency)) > 0,
      isByOperator: true,
      reason: wanted.reason,
      lines: linesWithItems(items, lines).map(withNotRefunded),
    };
    const id = await insertRefund(tx, refund, now);
    await mailRefundMade(tx, { ...parts, shop }, { ...refund, id }, order, now);
    const details = { order: order.code, total, items: lines.length, fees: wanted.fees, way: wanted.to ?? 'card' };
    await writeAudit(tx, { actor: wanted.actor, action: 'refund.created', subject: refund.code, details }, now);
    return ok(refund);
  });
}
