import type { Tx } from '#platform/db/db.ts';
import type { BookedSales, Booking } from '../domain/booking.ts';

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
