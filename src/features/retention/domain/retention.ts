/** How long personal data is kept; null keeps it forever. */
export interface Retention {
  /** From when a mail was sent or given up. */
  readonly mailDays: number | null;
  /** Texts of transfers and notes about money, from its arrival. */
  readonly paymentDays: number | null;
  /** Bank details, from the end of the refund. */
  readonly refundDays: number;
  /**
   * Ticket holders, from the end of the event or journey; customers and holders of orders that were never paid, from
   * the order.
   */
  readonly holderMonths: number | null;
  /** The people on invoices and their orders, from the end of their year. */
  readonly invoiceYears: number | null;
}

/** The defaults of shop.yaml. */
export const defaultRetention: Retention = {
  mailDays: 90,
  paymentDays: 90,
  refundDays: 90,
  holderMonths: 12,
  invoiceYears: 10,
};
