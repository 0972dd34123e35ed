import type { Queryable, Tx } from '#platform/db/db.ts';
import type { LedgerEntry } from '../domain/booking.ts';

export const entriesOf = (tx: Tx, key: string): Promise<LedgerEntry[]> =>
  tx.rows(
    `select e.account, e.amount, e.tax_basis_points as "taxBasisPoints"
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where t.key = $1`,
    [key],
  );

export const reversed = (entry: LedgerEntry): LedgerEntry => ({ ...entry, amount: -entry.amount });

export const isBooked = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx.row('select 1 from ledger_transactions where key = $1', [key])) !== undefined;

/** Counts a receipt's bookings to an order or to suspense: one at its arrival and one per assignment. */
export async function timesBooked(tx: Tx, receiptId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `select count(*) as count
     from ledger_transactions
     where receipt_id = $1 and kind in ('payment', 'suspense')`,
    [receiptId],
  );
  return row!.count;
}

/** All bookings of a receipt. */
export const bookingsOfReceipt = (tx: Queryable, receiptId: number): Promise<{ key: string; bookedAt: Date }[]> =>
  tx.rows('select key, booked_at as "bookedAt" from ledger_transactions where receipt_id = $1 order by id', [
    receiptId,
  ]);

/** The part of a receipt that was neither returned nor taken back. Call it under the receipt's lock. */
export async function moneyLeftOf(tx: Tx, receiptId: number): Promise<number> {
  const row = await tx.row<{ kept: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as kept
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.receipt_id = $1 and (e.account = 'bank' or e.account like 'gateway:%')`,
    [receiptId],
  );
  return row!.kept;
}

/** The sum that staff booked as returned without a movement to the card. Call it under the receipt's lock. */
export async function returnedByHand(tx: Tx, receiptId: number): Promise<number> {
  const row = await tx.row<{ returned: number }>(
    `select coalesce(-sum(e.amount), 0)::bigint as returned
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.receipt_id = $1 and t.kind = 'returned' and t.movement is null and e.account like 'gateway:%'`,
    [receiptId],
  );
  return row!.returned;
}

export interface ChargeBackBooking {
  readonly key: string;
  readonly orderId: number | null;
  /** Reversed, because the money came back. */
  readonly isReturned: boolean;
}

/** Returns how this movement was taken from the receipt, oldest booking first. Call it under the receipt's lock. */
export const chargeBacksOf = (tx: Tx, receiptId: number, movement: string): Promise<ChargeBackBooking[]> =>
  tx.rows(
    `select t.key, t.order_id as "orderId",
       exists (select from ledger_transactions back where back.key = t.key || ':returned') as "isReturned"
     from ledger_transactions t
     where t.receipt_id = $1 and t.kind = 'charge_back' and t.movement = $2
     order by t.id`,
    [receiptId, movement],
  );

interface ChargedBackMoney {
  readonly receiptId: number;
  readonly amount: number;
  /** The latest movement that took it. */
  readonly movement: string;
}

/** Returns what was taken back from these receipts and did not come back. */
export const chargedBackOf = (db: Queryable, receiptIds: readonly number[]): Promise<ChargedBackMoney[]> =>
  db.rows(
    `select t.receipt_id as "receiptId", -sum(e.amount)::bigint as amount,
       (array_agg(t.movement order by t.id desc))[1] as movement
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.receipt_id = any($1) and t.kind = 'charge_back' and t.key not like '%:returned'
       and (e.account = 'bank' or e.account like 'gateway:%')
       and not exists (select from ledger_transactions back where back.key = t.key || ':returned')
     group by t.receipt_id`,
    [receiptIds],
  );

/** Returns the movements among these that took money back and were not reversed. */
export const chargeBacksAmong = async (db: Queryable, movements: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ movement: string }>(
      `select distinct t.movement
       from ledger_transactions t
       where t.kind = 'charge_back' and t.movement = any($1)
         and not exists (select from ledger_transactions back where back.key = t.key || ':returned')
         and t.key not like '%:returned'`,
      [movements],
    )
  ).map(({ movement }) => movement);

/** Counts how often each order's money was taken back. Leaves out orders for which this never happened. */
export async function timesChargedBack(db: Queryable, orderIds: readonly number[]): Promise<Map<number, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.rows<{ orderId: number; count: number }>(
    `select order_id as "orderId", count(*) as count
     from ledger_transactions
     where order_id = any($1) and kind = 'charge_back'
     group by order_id`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, count }) => [orderId, count]));
}

/** Counts how often money for a refund was paid out, in full or in part. */
export async function timesRefundPaid(db: Queryable, refundId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.refund_id = $1 and t.kind = 'refund_paid' and e.account = 'refunds_payable' and e.amount > 0`,
    [refundId],
  );
  return row!.count;
}

/** Minor units by rate in basis points. */
type TaxByRate = Readonly<Record<number, number>>;

/** Returns the tax that one refund took back when accepted; undefined if the order had no sale left. */
export async function bookedTaxOf(db: Queryable, refundId: number): Promise<TaxByRate | undefined> {
  const row = await db.row<{ tax: TaxByRate | null }>(
    `select jsonb_object_agg(e.tax_basis_points, e.amount) filter (where e.account = 'tax') as tax
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.refund_id = $1 and t.kind = 'refund'
     having bool_or(e.account in ('sales', 'shipping'))`,
    [refundId],
  );
  return row && (row.tax ?? {});
}

/** Returns refunds that took back a part of the order's sale when accepted; none if that sale was reversed. */
export const bookedAgainstSale = (
  db: Queryable,
  orderId: number,
): Promise<{ readonly refundId: number; readonly tax: TaxByRate }[]> =>
  db.rows(
    `select
       t.refund_id as "refundId",
       coalesce(jsonb_object_agg(e.tax_basis_points, e.amount) filter (where e.account = 'tax'), '{}') as tax
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.order_id = $1
       and t.kind = 'refund'
       and not exists (
         select from ledger_transactions gone where gone.refund_id = t.refund_id and gone.kind = 'refund_without_sale'
       )
     group by t.refund_id
     having bool_or(e.account in ('sales', 'shipping'))
     order by t.refund_id`,
    [orderId],
  );
