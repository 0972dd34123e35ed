/** How long personal data is kept; null keeps it forever. */
export interface Retention {
  /** Counted from the moment when a mail was sent or given up. */
  readonly mailDays: number | null;
  /** For texts of transfers and notes about money, counted from its arrival. */
  readonly paymentDays: number | null;
  /** For bank details, counted from the end of the refund. */
  readonly refundDays: number;
  /**
   * For ticket holders, counted from the end of the event or journey; for customers and holders of orders that were
   * never paid, from the order.
   */
  readonly holderMonths: number | null;
  /** For the people on invoices and their orders, counted from the end of the year of issue. */
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
