/** How long personal data is kept; null is for good. */
export interface Retention {
  /** From the moment a mail was sent or given up. */
  readonly mailDays: number | null;
  /** What transfers say and notes about money, from the moment it arrived. */
  readonly paymentDays: number | null;
  /** Bank details, from the end of the refund. */
  readonly refundDays: number;
  /** Holders of tickets, from the end of the event or journey; people of orders that were never paid, from the order. */
  readonly holderMonths: number | null;
  /** Invoices and the orders behind them, from the end of their year. */
  readonly invoiceYears: number | null;
}

/** What applies while shop.yaml says nothing else. */
export const defaultRetention: Retention = {
  mailDays: 90,
  paymentDays: 90,
  refundDays: 90,
  holderMonths: 12,
  invoiceYears: 10,
};
