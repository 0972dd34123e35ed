/** Each series is numbered separately. */
export type Series = 'invoice' | 'advance' | 'credit_note';

/** One printed row. Amounts include tax; negative ones lower the total. */
export interface InvoiceRow {
  readonly kind: 'item' | 'shipping' | 'discount' | 'refunded' | 'refunded_shipping' | 'cancelled' | 'advance';
  readonly description: string;
  /** Small lines below: the event, the travel time, the fee included in the price. */
  readonly details: readonly string[];
  readonly quantity: number;
  /** Tax included. */
  readonly unitPrice: number;
  readonly taxBasisPoints: number;
  /** Tax included. */
  readonly amount: number;
}

/** The sums of one tax rate: `net` + `tax` = `gross`. */
export interface RateSum {
  /** In percent, in the form of the ledger's accounts: '9', '5.5'. */
  readonly rate: string;
  readonly taxBasisPoints: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** Money received before the invoice was issued; negative for money paid back. */
export interface InvoicePayment {
  readonly reference: string;
  /** ISO 8601. */
  readonly paidAt: string;
  readonly amount: number;
}

/** A payment on account that a final invoice deducts, with the figures of its document. */
interface DeductedAdvance {
  readonly code: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly rates: readonly RateSum[];
  readonly total: number;
}

/**
 * The complete content of an invoice or credit note, frozen when it is issued, so that later changes of address or
 * catalogue do not affect it. Money is in minor units of `currency`; a credit note has positive amounts.
 */
export interface InvoiceContent {
  /** The version of this shape. Later versions must still print this one. */
  readonly form: 1;
  readonly series: Series;
  readonly code: string;
  /** ISO 8601; printed as a day in `timezone`. */
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
  /** Only on a credit note: the corrected invoice, and the reason. */
  readonly corrects: { readonly code: string; readonly issuedAt: string; readonly reason: string } | null;
  readonly rows: readonly InvoiceRow[];
  /** Lowest rate first. */
  readonly rates: readonly RateSum[];
  readonly total: number;
  /** On an invoice with `advances`, only payments that they do not cover. */
  readonly payments: readonly InvoicePayment[];
  /**
   * Only on the final invoice of an order with payments on account. `rows`, `rates` and `total` still cover the
   * complete sale.
   */
  readonly advances?: readonly DeductedAdvance[];
}
