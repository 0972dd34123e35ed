/**
 * Debits are positive: `customer` owes, `gateway:<name>` and `bank` hold money, `gateway_fees` is the money that
 * providers kept from their payouts, `losses` is money that was both refunded and charged back. Credits are negative:
 * sales, fees, shipping, tax (by rate), `refunds_payable` for accepted refunds, and `suspense` for money that waits for
 * the operator.
 */
export type Account =
  | 'customer'
  | 'sales'
  | 'fees'
  | 'shipping'
  | `gateway:${string}`
  | 'bank'
  | 'gateway_fees'
  | 'refunds_payable'
  | `losses${string}`
  | `suspense${string}`;

export type LedgerEntry =
  | { readonly account: Account; readonly amount: number }
  | { readonly account: 'tax'; readonly amount: number; readonly taxBasisPoints: number };

type BookingCause =
  | { readonly kind: 'sale' | 'sale_reversed'; readonly orderId: number }
  | { readonly kind: 'payment' | 'suspense'; readonly orderId: number | null; readonly receiptId: number }
  /** `movement` is the key of the movement to the card; absent for money sent back by hand. */
  | {
      readonly kind: 'returned';
      readonly orderId: number | null;
      readonly receiptId: number;
      readonly movement?: string;
    }
  /** Takes back a transfer that was booked by mistake. */
  | { readonly kind: 'undone'; readonly orderId: number | null; readonly receiptId: number }
  /** `movement` is the bank's or gateway's reference. */
  | {
      readonly kind: 'charge_back';
      readonly orderId: number | null;
      readonly receiptId: number;
      readonly movement: string;
    }
  | { readonly kind: 'order_returned'; readonly orderId: number; readonly movement: string }
  | {
      readonly kind: 'refund' | 'refund_without_sale';
      readonly orderId: number;
      readonly refundId: number;
    }
  /** `movement` is the gateway's id of the payout. */
  | { readonly kind: 'payout' | 'payout_failed'; readonly orderId: null; readonly movement: string }
  /** `movement` is the key of the refund's movement. */
  | { readonly kind: 'refund_paid'; readonly orderId: number; readonly refundId: number; readonly movement: string };

export type Booking = BookingCause & {
  /** Makes the booking happen only once. Never parsed. */
  readonly key: string;
  readonly entries: readonly LedgerEntry[];
};

/** How often an order's sale was booked and reversed; a revived order is sold again. */
export interface BookedSales {
  readonly sales: number;
  readonly reversals: number;
}
