import { lockOrder, type OrderRow, orderByCode } from '#features/orders/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { acceptDetails, type BankDetails, type DetailsRefusal } from '../domain/bank-details.ts';
import { chooseItems, type RefundableOrder, type RefundRefusal } from '../domain/refundable-items.ts';
import { cardMoneyOffered, orderToRefund } from './order-to-refund.ts';
import { replacedCodes } from './refund-items-store.ts';
import { mailRefundRequested } from './refund-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import { insertRefund, nextRefundCode } from './refund-store.ts';
import { sealDetails } from './sealed-details.ts';

export interface RefundRequest {
  readonly customerId: number;
  readonly orderCode: string;
  /** Codes of tickets and merchandise. */
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
  /** The cards can no longer take any of it, which the customer did not see yet. */
  | { readonly kind: 'not_to_card' }
  | DetailsRefusal;

/**
 * Freezes items and sums and blocks the items, in one transaction under the order's lock. If two requests take one
 * item, the second is refused. Calls `done` with the code in the same transaction.
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
  const refundable = await orderToRefund(tx, order, now);
  const chosen = chooseItems(refundable, codes, now);
  if (!chosen.ok) {
    return (await wasChangedMeanwhile(tx, chosen.error, order, refundable, codes))
      ? refuse({ kind: 'changed_meanwhile' })
      : chosen;
  }

  const { lines, total, shippingRefund } = chosen.value;
  const toCard = way === 'card';
  const byCard = toCard ? Math.min(total, await cardMoneyOffered(tx, parts, order.id, shop)) : 0;
  if (toCard && byCard === 0) return refuse({ kind: 'not_to_card' });
  const account = byCard < total ? acceptDetails(details, shop.public) : null;
  if (account?.ok === false) return account;

  const code = await nextRefundCode(tx, order);
  const lineOf = new Map(refundable.items.map((item) => [item.code, item.lineId]));
  const refund = await insertRefund(
    tx,
    {
      code,
      orderId: order.id,
      customerId,
      isWholePlan: order.hasPaymentPlan,
      total,
      shippingRefund,
      toCard,
      bankSealed: account && sealDetails(parts.sealer, code, account.value),
      bankCountry: account?.value.country ?? null,
      note,
      lines: lines.map((line) => ({ ...line, lineId: lineOf.get(line.code)! })),
    },
    now,
  );
  await mailRefundRequested(tx, { ...parts, shop }, refund, order, now);
  return ok({ code });
}

/** If all unknown codes recently belonged to the order's tickets, the request is outdated rather than a guess. */
async function wasChangedMeanwhile(
  tx: Tx,
  refusal: RefundRefusal,
  order: OrderRow,
  { items }: RefundableOrder,
  codes: readonly string[],
): Promise<boolean> {
  if (refusal.kind !== 'unknown_item') return false;
  const unknown = codes.filter((code) => !items.some((item) => item.code === code));
  const replaced = await replacedCodes(tx, { orderId: order.id, customerId: order.customerId }, unknown);
  return unknown.every((code) => replaced.has(code));
}
