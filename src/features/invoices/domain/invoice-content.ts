/** Invoices, invoices for payments on account and credit notes are numbered separately. */
export type Series = 'invoice' | 'advance' | 'credit_note';

/** One printed row. Amounts include the tax; those that lower the total are negative. */
export interface InvoiceRow {
  readonly kind: 'item' | 'shipping' | 'discount' | 'refunded' | 'refunded_shipping' | 'cancelled' | 'advance';
  readonly description: string;
  /** Small lines beneath: the event, the time of travel, the fee inside the price. */
  readonly details: readonly string[];
  readonly quantity: number;
  /** Of one unit, tax included. */
  readonly unitPrice: number;
  readonly taxBasisPoints: number;
  /** Of all units, tax included. */
  readonly amount: number;
}

/** What one tax rate comes to: `net` + `tax` = `gross`. */
export interface RateSum {
  /** In percent, as the ledger's accounts name it: '9', '5.5'. */
  readonly rate: string;
  readonly taxBasisPoints: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** Money that had arrived when the invoice was issued; below 0 what was paid back of it. */
export interface InvoicePayment {
  readonly reference: string;
  /** ISO 8601. */
  readonly paidAt: string;
  readonly amount: number;
}

/** A payment on account that a final invoice deducts, with the figures of its own document. */
interface DeductedAdvance {
  readonly code: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly rates: readonly RateSum[];
  readonly total: number;
}

/**
 * Everything that stands on an invoice or a credit note, kept as it was when it was issued: neither a new address nor a new
 * catalogue changes it. Money in minor units of `currency`; on a credit note amounts are what goes back, so positive.
 */
export interface InvoiceContent {
  /** Of this shape; a later one must still print the earlier. */
  readonly form: 1;
  readonly series: Series;
  readonly code: string;
  /** ISO 8601; printed as a day of `timezone`. */
  readonly issuedAt: string;
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string;
  readonly currencyDigits: number;
  readonly seller: {
    readonly lines: readonly string[];
    readonly email: string;
    readonly vatNumber: string | null;
    readonly registrationNumber: string | null;
    readonly note: string | null;
  };
  readonly buyer: { readonly lines: readonly string[]; readonly email: string };
  readonly order: {
    readonly code: string;
    /** ISO 8601. */
    readonly receivedAt: string;
    readonly channel: string;
    readonly paymentMethod: string;
  };
  /** Of a credit note: the invoice that it corrects, and why. */
  readonly corrects: { readonly code: string; readonly issuedAt: string; readonly reason: string } | null;
  readonly rows: readonly InvoiceRow[];
  /** Lowest rate first. */
  readonly rates: readonly RateSum[];
  readonly total: number;
  /** On an invoice with `advances`, only the payments that they do not cover. */
  readonly payments: readonly InvoicePayment[];
  /** Only on the final invoice of an order with payments on account. `rows`, `rates` and `total` still cover the whole sale. */
  readonly advances?: readonly DeductedAdvance[];
}
