// docs/domain/orders.md has a diagram of these transitions.

export const orderTransitions = {
  pending: ['processing', 'partial', 'paid', 'abandoned', 'cancelled', 'problem'],
  processing: ['pending', 'partial', 'paid', 'abandoned', 'problem'],
  // Returns to an earlier status only if a payment that was recorded by mistake is undone.
  partial: ['pending', 'paid', 'cancelled', 'problem'],
  paid: ['pending', 'partial', 'problem'],
  problem: ['paid', 'partial', 'cancelled'],
  // Returns to pending only if the operator revives it.
  cancelled: ['pending', 'paid', 'partial', 'problem'],
  abandoned: ['pending', 'paid', 'partial', 'problem'],
} as const;

export type OrderStatus = keyof typeof orderTransitions;

export const orderStatuses = Object.keys(orderTransitions) as readonly OrderStatus[];

export const canMove = (from: OrderStatus, to: OrderStatus): boolean =>
  (orderTransitions[from] as readonly OrderStatus[]).includes(to);

export const waitsForFirstMoney = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

/** An order that costs nothing starts as paid. */
export const firstStatus = (totalPrice: number): OrderStatus => (totalPrice === 0 ? 'paid' : 'pending');

export const keepsStock = (status: OrderStatus): boolean => status !== 'abandoned' && status !== 'cancelled';

/** Whether items can be used or prepared: money that counts has arrived, or none was needed. */
export const isIssued = (status: OrderStatus): boolean => status === 'paid' || status === 'partial';

/** Whether items are issued: once the order, or a plan's first instalment, is paid in full, and not before. */
export const issuesItems = (
  status: OrderStatus,
  plan: { isPlan: boolean; payments: readonly { amount: number; paidAmount: number }[] },
): boolean => {
  const first = plan.payments[0];
  const hasBegun = first !== undefined && first.paidAmount >= first.amount;
  return status === 'paid' || (status === 'partial' && plan.isPlan && hasBegun);
};

export const takesPayments = (status: OrderStatus): boolean =>
  status === 'pending' || status === 'processing' || status === 'partial';

export function statusByMoney(totalPrice: number, totalPaid: number): 'paid' | 'partial' | 'pending' {
  if (totalPaid >= totalPrice) return 'paid';
  return totalPaid > 0 ? 'partial' : 'pending';
}
