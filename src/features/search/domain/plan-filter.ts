import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';

/** The tabs of the list: open, overdue and paid instalments, those that no longer have to be paid, and all. */
export const planViews = ['open', 'overdue', 'paid', 'ended', 'all'] as const;
export type PlanViewName = (typeof planViews)[number];

export interface PlanFilter {
  readonly view: PlanViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  readonly method: Exclude<PaymentMethod, 'voucher'> | null;
  /** Due from this moment on. */
  readonly from: Date | null;
  /** Due before this moment. */
  readonly until: Date | null;
}
