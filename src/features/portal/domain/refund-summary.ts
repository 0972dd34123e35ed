import { contentsOf, type OrderContents } from '#features/orders/domain/order-contents.ts';
import { payableTotal, type RefundStatus } from '#features/refunds/domain/refund-status.ts';

type SummarisedRefund = OrderContents & {
  readonly id: string;
  readonly status: RefundStatus;
  readonly created_at: string;
  readonly total: number;
  readonly account_needed: number;
};

/** The summary of a refund in a list, under its API names. */
export function refundSummaryOf(refund: SummarisedRefund) {
  const { first, more } = contentsOf(refund);
  return {
    id: refund.id,
    status: refund.status,
    created_at: refund.created_at,
    payable_total: payableTotal(refund),
    account_needed: refund.account_needed,
    name: first?.name ?? null,
    item_count: first ? more + 1 : 0,
  };
}
