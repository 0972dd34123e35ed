import { lockOrder, type OrderRow, orderByCode, refundingSumsOf } from '#features/orders/server/public.ts';
import { moveItemsOfLines } from '#features/tickets/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { type BankDetails, tidyDetails } from '../domain/bank-details.ts';
import { chooseItems, type RefundRefusal } from '../domain/choose-items.ts';
import { itemStatusIn } from '../domain/refund-status.ts';
import { type DetailsRefusal, whyNotDetails } from './details-refusal.ts';
import { countRefunds, insertRefund, isBeingPaid, replacedCodes } from './new-refund-store.ts';
import { orderToRefund } from './order-to-refund.ts';
import { splitOverCards } from './plan-movements.ts';
import { type ItemRow, itemsOfOrders } from './refund-items-store.ts';
import { mailRefundRequested } from './refund-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundById } from './refund-store.ts';
import { sealDetails } from './sealed-details.ts';

export interface RefundRequest {
  readonly customerId: number;
  readonly orderCode: string;
  /** Of tickets and merchandise. */
  readonly codes: readonly string[];
  /** `card` needs bank details only for what the cards cannot take. */
  readonly way?: 'bank' | 'card';
  readonly details: BankDetails;
  readonly note: string;
}

export type RequestRefusal =
  | RefundRefusal
  | { readonly kind: 'unknown_order' }
  /** A ticket has changed its code since the customer loaded the page. */
  | { readonly kind: 'changed_meanwhile' }
  | { readonly kind: 'refunds_are_off' }
  /** Since the customer loaded the page, the cards can no longer take any of it. */
  | { readonly kind: 'not_to_card' }
  | DetailsRefusal;

/**
 * Freezes items and sums and blocks the items, in one transaction under the order's lock. Of two requests for one item
 * the second is refused. Calls `done` with the code in the same transaction.
 */
export async function requestRefund(
  parts: RefundParts,
  request: RefundRequest,
  now: Date,
  done: (tx: Tx, refund: { code: string }) => Promise<void> = async () => {},
): Promise<Result<{ code: string }, RequestRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const frozen = await freeze(tx, parts, request, now);
    if (frozen.ok) await done(tx, frozen.value);
    return frozen;
  });
}

async function freeze(
  tx: Tx,
  parts: RefundParts,
  { customerId, orderCode, codes, way = 'bank', details, note }: RefundRequest,
  now: Date,
): Promise<Result<{ code: string }, RequestRefusal>> {
  const found = await orderByCode(tx, orderCode);
  if (found?.customerId !== customerId) return refuse({ kind: 'unknown_order' });
  const shop = await parts.loadShop(tx);
  if (!shop.public.refundsActive) return refuse({ kind: 'refunds_are_off' });

  const order = (await lockOrder(tx, found.id))!;
  const items = await itemsOfOrders(tx, [order.id]);
  const refunding = (await refundingSumsOf(tx, [order.id])).get(order.id) ?? { total: 0, shipping: 0 };
  const refundable = orderToRefund(order, items, refunding, await isBeingPaid(tx, order.id), now);
  const chosen = chooseItems(refundable, codes, now);
  if (!chosen.ok) {
    return (await wasChangedMeanwhile(tx, chosen.error, order, items, codes))
      ? refuse({ kind: 'changed_meanwhile' })
      : chosen;
  }

  const sums = chosen.value;
  const toCard = way === 'card';
  if (toCard && shop.private.refundWay !== 'ask') return refuse({ kind: 'not_to_card' });
  const split = toCard ? await splitOverCards(tx, parts, order.id, sums.total) : null;
  if (split?.toCard.length === 0) return refuse({ kind: 'not_to_card' });
  const needsAccount = split === null || split.byBank > 0;
  const refusal = needsAccount ? whyNotDetails(details, shop.public) : null;
  if (refusal) return refuse(refusal);

  const code = `${order.code}-R${(await countRefunds(tx, order.id)) + 1}`;
  const lineOf = new Map(items.map((item) => [item.code, item.lineId]));
  const lines = sums.lines.map((line) => ({ ...line, lineId: lineOf.get(line.code)! }));
  const refundId = await insertRefund(
    tx,
    {
      code,
      orderId: order.id,
      customerId,
      isWholePlan: order.hasPaymentPlan,
      total: sums.total,
      shippingRefund: sums.shippingRefund,
      toCard,
      bankSealed: needsAccount ? sealDetails(parts.sealer, code, tidyDetails(details, shop.public)) : null,
      bankCountry: needsAccount ? details.country : null,
      note,
      lines,
    },
    now,
  );
  const lineIds = lines.map(({ lineId }) => lineId);
  await moveItemsOfLines(tx, lineIds, 'active', itemStatusIn.active);
  const refund = (await refundById(tx, refundId))!;
  await mailRefundRequested(tx, { ...parts, shop }, refund, order, now);
  return ok({ code });
}

/** If all unknown codes were recently the order's tickets, the request is outdated, not a guess. */
async function wasChangedMeanwhile(
  tx: Tx,
  refusal: RefundRefusal,
  order: OrderRow,
  items: readonly ItemRow[],
  codes: readonly string[],
): Promise<boolean> {
  if (refusal.kind !== 'unknown_item') return false;
  const unknown = codes.filter((code) => !items.some((item) => item.code === code));
  const replaced = await replacedCodes(tx, { orderId: order.id, customerId: order.customerId }, unknown);
  return unknown.every((code) => replaced.has(code));
}
