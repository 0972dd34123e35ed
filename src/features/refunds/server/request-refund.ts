import { lockOrder, orderByCode } from '#features/orders/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { acceptDetails, type BankDetails, type DetailsRefusal } from '../domain/bank-details.ts';
import { chooseItems, type RefundRefusal } from '../domain/refundable-items.ts';
import { cardMoneyOffered } from './card-money.ts';
import { insertRefund, nextRefundCode } from './new-refund-store.ts';
import { linesWithItems, orderToRefund } from './order-to-refund.ts';
import type { RefundParts } from './refund-parts.ts';
import { areReplaced } from './replaced-codes-store.ts';
import { mailRefundRequested } from './request-mail.ts';
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
 * Freezes the items and sums of a request and blocks the items, in one transaction under the order's lock. If two
 * requests take one item, the second is refused. Calls `done` with the code in the same transaction.
 */
export async function requestRefund(
  parts: RefundParts,
  { customerId, orderCode, codes, way = 'bank', details, note }: RefundRequest,
  now: Date,
  done: (tx: Tx, refund: { code: string }) => Promise<void> = async () => {},
): Promise<Result<{ code: string }, RequestRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<{ code: string }, RequestRefusal>> => {
    const found = await orderByCode(tx, orderCode);
    if (found?.customerId !== customerId) return refuse({ kind: 'unknown_order' });
    const shop = await parts.loadShop(tx);
    if (!shop.public.refundsActive) return refuse({ kind: 'refunds_are_off' });

    const order = (await lockOrder(tx, found.id))!;
    const refundable = await orderToRefund(tx, order, now);
    const chosen = chooseItems(refundable, codes, now);
    if (!chosen.ok) {
      const { error } = chosen;
      const isOutdated = error.kind === 'unknown_item' && (await areReplaced(tx, order, error.codes));
      return isOutdated ? refuse({ kind: 'changed_meanwhile' }) : chosen;
    }

    const { lines, total, shippingRefund } = chosen.value;
    const toCard = way === 'card';
    const byCard = toCard ? Math.min(total, await cardMoneyOffered(tx, parts, order.id, shop)) : 0;
    if (toCard && byCard === 0) return refuse({ kind: 'not_to_card' });
    const account = byCard < total ? acceptDetails(details, shop.public) : null;
    if (account?.ok === false) return account;

    const code = await nextRefundCode(tx, order);
    const refund = {
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
      isByOperator: false,
      reason: '',
      lines: linesWithItems(refundable.items, lines).map((line) => ({ ...line, feeRefund: 0, notRefunded: 0 })),
    };
    const id = await insertRefund(tx, refund, now);
    await mailRefundRequested(tx, { ...parts, shop }, { ...refund, id }, order, now);
    await done(tx, { code });
    return ok({ code });
  });
}
