/**
 * The tabs of the list: refunds that wait for a decision, are being paid, failed, were paid, or were not paid after
 * all, and all.
 */
export const refundViews = ['to_decide', 'being_paid', 'problem', 'paid', 'not_refunded', 'all'] as const;
export type RefundViewName = (typeof refundViews)[number];

export interface RefundFilter {
  readonly view: RefundViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** Where the customer wants the money. Null for either. */
  readonly way: 'card' | 'bank' | null;
  /** Requested at least this many days ago. Null for any time. */
  readonly olderThanDays: number | null;
  /** Requested from this moment on. */
  readonly from: Date | null;
  /** Requested before this moment. */
  readonly until: Date | null;
}
