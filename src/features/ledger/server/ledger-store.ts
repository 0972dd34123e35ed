import type { Tx } from '#platform/db/db.ts';

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

/**
 * Books transactions, leaving out entries of 0. The entries of a transaction must add up to zero, which the database
 * checks, too. A transaction whose key is already booked changes nothing. Returns the number of new transactions.
 */
export async function bookAll(tx: Tx, bookings: readonly Booking[], now: Date): Promise<number> {
  const given = bookings.map((booking) => ({
    kind: booking.kind,
    key: booking.key,
    orderId: booking.orderId,
    receiptId: 'receiptId' in booking ? booking.receiptId : null,
    refundId: 'refundId' in booking ? booking.refundId : null,
    movement: 'movement' in booking ? booking.movement : null,
    entries: booking.entries
      .filter(({ amount }) => amount !== 0)
      .map((entry) => ({ ...entry, rate: entry.account === 'tax' ? entry.taxBasisPoints : null })),
  }));
  for (const { key, entries } of given) {
    const total = entries.reduce((all, entry) => all + entry.amount, 0);
    if (total !== 0) throw new Error(`Booking ${key} is off by ${total}`);
  }
  const toBook = given.filter(({ entries }) => entries.length > 0);
  if (toBook.length === 0) return 0;
  const row = await tx.row<{ booked: number }>(
    `with given as (
       select *
       from jsonb_to_recordset($1) as booking (kind text, key text, "orderId" bigint, "receiptId" bigint,
         "refundId" bigint, movement text, entries jsonb)
     ), booked as (
       insert into ledger_transactions (kind, key, order_id, receipt_id, refund_id, movement, booked_at)
       select kind, key, "orderId", "receiptId", "refundId", movement, $2 from given
       on conflict (key) do nothing
       returning id, key
     ), entered as (
       insert into ledger_entries (transaction_id, account, tax_basis_points, amount)
       select booked.id, entry.account, entry.rate, entry.amount
       from booked
         join given using (key)
         cross join jsonb_to_recordset(given.entries) as entry (account text, rate integer, amount bigint)
     )
     select count(*) as booked from booked`,
    [JSON.stringify(toBook), now],
  );
  return row!.booked;
}

/** `bookAll` for one transaction. Returns false if it is empty or already booked. */
export const book = async (tx: Tx, booking: Booking, now: Date): Promise<boolean> =>
  (await bookAll(tx, [booking], now)) > 0;

/** How often an order's sale was booked and reversed; a revived order is sold again. */
export interface BookedSales {
  readonly sales: number;
  readonly reversals: number;
}

/** Returns the booked sales of every given order. Call it under the orders' locks. */
export async function bookedSales(tx: Tx, orderIds: readonly number[]): Promise<Map<number, BookedSales>> {
  const rows = await tx.rows<BookedSales & { orderId: number }>(
    `select given.id as "orderId", count(*) filter (where t.kind = 'sale') as sales,
       count(*) filter (where t.kind = 'sale_reversed') as reversals
     from unnest($1::bigint[]) as given (id)
       left join ledger_transactions t on t.order_id = given.id and t.kind in ('sale', 'sale_reversed')
     group by given.id`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, ...booked }) => [orderId, booked]));
}
