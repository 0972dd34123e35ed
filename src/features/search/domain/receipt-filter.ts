/** The tabs of the list: all money, money that nobody has decided about, and money that went back. */
export const receiptViews = ['all', 'left', 'returned'] as const;
export type ReceiptViewName = (typeof receiptViews)[number];

export interface ReceiptFilter {
  readonly view: ReceiptViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** `bank`, or a gateway's name. Null: any. */
  readonly source: string | null;
  /** Whether it belongs to an order. Null: either. */
  readonly matched: boolean | null;
  /** Received from this moment on. */
  readonly from: Date | null;
  /** Received before this moment. */
  readonly until: Date | null;
}
