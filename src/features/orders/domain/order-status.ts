// The one place that says how an order's payment status moves (docs/domain/orders.md draws it).

export const orderTransitions = {
  pending: ['processing', 'partial', 'paid', 'abandoned', 'cancelled', 'problem'],
  processing: ['pending', 'partial', 'paid', 'abandoned', 'problem'],
  partial: ['paid', 'cancelled', 'problem'],
  paid: ['problem'],
  problem: ['paid', 'partial', 'cancelled'],
  cancelled: ['paid', 'partial', 'problem'],
  abandoned: ['paid', 'partial', 'problem'],
} as const;

export type OrderStatus = keyof typeof orderTransitions;

export const orderStatuses = Object.keys(orderTransitions) as readonly OrderStatus[];

export const canMove = (from: OrderStatus, to: OrderStatus): boolean =>
  (orderTransitions[from] as readonly OrderStatus[]).includes(to);

/** Whether no money has ever counted for the order, so that nothing of it was issued: no way of the table leads back to these. */
export const waitsForFirstMoney = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

/** What an order is first: nothing to pay is paid, everything else waits for its money. */
export const firstStatus = (totalPrice: number): OrderStatus => (totalPrice === 0 ? 'paid' : 'pending');

/** Whether the order's stock is its own: not after it was abandoned or cancelled. */
export const keepsStock = (status: OrderStatus): boolean => status !== 'abandoned' && status !== 'cancelled';

/** Whether the items of an order that has them may be used or made ready: some money that counts has arrived, or none was needed. */
export const isIssued = (status: OrderStatus): boolean => status === 'paid' || status === 'partial';

/**
 * Whether the items are issued now: those of a paid order, or of a plan whose first payment has arrived. A
 * transfer that is short issues nothing.
 */
export const issuesItems = (
  status: OrderStatus,
  plan: { isPlan: boolean; payments: readonly { amount: number; paidAmount: number }[] },
): boolean => {
  const first = plan.payments[0];
  const hasBegun = first !== undefined && first.paidAmount >= first.amount;
  return status === 'paid' || (status === 'partial' && plan.isPlan && hasBegun);
};

/** Whether one of its payments can still be started by the customer. */
export const takesPayments = (status: OrderStatus): boolean =>
  status === 'pending' || status === 'processing' || status === 'partial';

/** The status that the money so far makes, of an order or of one payment. */
export function statusByMoney(totalPrice: number, totalPaid: number): 'paid' | 'partial' | 'pending' {
  if (totalPaid >= totalPrice) return 'paid';
  return totalPaid > 0 ? 'partial' : 'pending';
}
