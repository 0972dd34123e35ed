import type { Tx } from '#platform/db/db.ts';

/**
 * Debits are positive: `customer` owes, `gateway:<name>` and `bank` hold money, `gateway_fees` is what providers kept
 * of their payouts, `losses` were both paid back and taken back. Credits are negative: sales, fees, shipping, tax (by
 * rate), `refunds_payable` for accepted refunds, and `suspense` for money that waits for the operator.
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
  /** `movement` is the key of the movement to the card; none for money sent back by hand. */
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
  /** Makes the booking happen once; never parsed. */
  readonly key: string;
  readonly entries: readonly LedgerEntry[];
};

/**
 * Books one transaction, without entries of 0; the rest must add up to zero, which the database checks too. Returns
 * false and changes nothing if the key is already booked.
 */
export async function book(tx: Tx, booking: Booking, now: Date): Promise<boolean> {
  const entries = booking.entries.filter((entry) => entry.amount !== 0);
  if (entries.length === 0) return false;
  const total = entries.reduce((all, entry) => all + entry.amount, 0);
  if (total !== 0) throw new Error(`Booking ${booking.key} is off by ${total}`);
  const written = await tx.run(
    `with booked as (
       insert into ledger_transactions (kind, key, order_id, receipt_id, refund_id, movement, booked_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (key) do nothing
       returning id
     )
     insert into ledger_entries (transaction_id, account, tax_basis_points, amount)
     select booked.id, entry.account, entry.tax_basis_points, entry.amount
     from booked, unnest($8::text[], $9::integer[], $10::bigint[]) as entry (account, tax_basis_points, amount)`,
    [
      booking.kind,
      booking.key,
      booking.orderId,
      'receiptId' in booking ? booking.receiptId : null,
      'refundId' in booking ? booking.refundId : null,
      'movement' in booking ? (booking.movement ?? null) : null,
      now,
      entries.map((entry) => entry.account),
      entries.map((entry) => (entry.account === 'tax' ? entry.taxBasisPoints : null)),
      entries.map((entry) => entry.amount),
    ],
  );
  return written > 0;
}

/** A revived order is sold again. */
export interface BookedSales {
  readonly sales: number;
  readonly reversals: number;
}

/** Call it under the order's lock. */
export async function bookedSales(tx: Tx, orderId: number): Promise<BookedSales> {
  const row = await tx.row<BookedSales>(
    `select count(*) filter (where kind = 'sale') as sales, count(*) filter (where kind = 'sale_reversed') as reversals
     from ledger_transactions
     where order_id = $1 and kind in ('sale', 'sale_reversed')`,
    [orderId],
  );
  return row!;
}
