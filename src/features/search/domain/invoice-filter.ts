/** The tabs of the list: all documents, or those of one series of numbers. */
export const invoiceViews = ['all', 'invoice', 'advance', 'credit_note'] as const;
export type InvoiceViewName = (typeof invoiceViews)[number];

export interface InvoiceFilter {
  readonly view: InvoiceViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** Issued from this moment on. */
  readonly from: Date | null;
  /** Issued before this moment. */
  readonly until: Date | null;
}
