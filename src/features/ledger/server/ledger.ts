import type { Tx } from '#platform/db/db.ts';

/**
 * Accounts. Debits are positive: `customer` is what customers owe, `gateway:<name>` and `bank` what has arrived there.
 * Credits are negative: sales, fees, shipping, tax, `refunds_payable`, which is owed to customers whose refund was accepted,
 * `losses` (a debit), which was paid back and taken back as well, and `suspense`, which holds money that fits no order until the operator has dealt with it.
 */
export type Account =
  | 'customer'
  | 'sales'
  | 'fees'
  | 'shipping'
  | `tax:${string}`
  | 'discounts'
  | `gateway:${string}`
  | 'bank'
  | 'refunds_payable'
  | 'losses'
  | `suspense${string}`;

export interface LedgerEntry {
  account: Account;
  amount: number;
}

/**
 * Books one transaction. Entries of amount 0 are left out; the rest must sum to zero (the database checks as well). The same `key`
 * books once: a repeated cause answers false and changes nothing.
 */
export async function book(
  tx: Tx,
  booking: { kind: string; key: string; orderId: number | null; entries: readonly LedgerEntry[] },
  now: Date,
): Promise<boolean> {
  const entries = booking.entries.filter((entry) => entry.amount !== 0);
  if (entries.length === 0) return false;
  const total = entries.reduce((all, entry) => all + entry.amount, 0);
  if (total !== 0) throw new Error(`Booking ${booking.key} is off by ${total}`);
  const written = await tx.run(
    `with booked as (
       insert into ledger_transactions (kind, key, order_id, booked_at)
       values ($1, $2, $3, $4)
       on conflict (key) do nothing
       returning id
     )
     insert into ledger_entries (transaction_id, account, amount)
     select booked.id, entry.account, entry.amount
     from booked, unnest($5::text[], $6::bigint[]) as entry (account, amount)`,
    [
      booking.kind,
      booking.key,
      booking.orderId,
      now,
      entries.map((entry) => entry.account),
      entries.map((entry) => entry.amount),
    ],
  );
  return written > 0;
}

/** Books the counter entries of an earlier transaction. */
export async function reverse(
  tx: Tx,
  booking: { kind: string; key: string; of: string; orderId: number },
  now: Date,
): Promise<boolean> {
  const entries = await tx.rows<LedgerEntry>(
    `select e.account, e.amount
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where t.key = $1`,
    [booking.of],
  );
  return book(
    tx,
    { ...booking, entries: entries.map((entry) => ({ account: entry.account, amount: -entry.amount })) },
    now,
  );
}
