import { statusByMoney } from '#features/orders/domain/order-status.ts';

const settledStatuses = ['cancelled', 'paid', 'partial'] as const;
export type SettledStatus = (typeof settledStatuses)[number];

export interface OrderWithProblem {
  /** Minor units. */
  readonly total: number;
  readonly paid: number;
  /** Whether the shop still has money that counts for the order, but the payer disputes it. */
  readonly isDisputed: boolean;
  /** Whether there are refunds that are not cancelled. */
  readonly hasRefunds: boolean;
}

/** Why an order's problem cannot end with this status; null if it can. */
export function whyNotSettleAs(
  { total, paid, isDisputed, hasRefunds }: OrderWithProblem,
  to: SettledStatus,
): 'has_refunds' | 'money_differs' | 'open_dispute' | null {
  if (to === 'cancelled') return hasRefunds ? 'has_refunds' : null;
  if (statusByMoney(total, paid) !== to) return 'money_differs';
  return isDisputed ? 'open_dispute' : null;
}

/** Returns the statuses with which an order's problem can end now. */
export const possibleSettledStatuses = (order: OrderWithProblem): SettledStatus[] =>
  settledStatuses.filter((to) => whyNotSettleAs(order, to) === null);
