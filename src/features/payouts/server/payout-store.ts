import type { PayoutParts } from '#features/payments/domain/payout-parts.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { WaitingPayout } from '../domain/find-payout.ts';
import type { PayoutAttention } from '../domain/payout-parts.ts';

export interface PayoutRow {
  id: number;
  gateway: string;
  payoutId: string;
  state: 'paid' | 'failed';
  amount: number;
  currency: string;
  /** ISO 8601 date, as is `arrivedOn`. */
  arrivesOn: string;
  statement: string;
  parts: PayoutParts | null;
  isBooked: boolean;
  attention: PayoutAttention | null;
  reason: string;
  settledAt: Date | null;
  arrivedOn: string | null;
  reportedAt: Date;
}

const columns = `p.id, p.gateway, p.payout_id as "payoutId", p.state, p.amount, p.currency,
  to_char(p.arrives_on, 'YYYY-MM-DD') as "arrivesOn", p.statement,
  case when p.charges is not null then jsonb_build_object(
    'charges', p.charges, 'refunds', p.refunds, 'disputes', p.disputes, 'fees', p.fees,
    'failedBefore', p.failed_before, 'other', p.other) end as parts,
  p.is_booked as "isBooked", p.attention, p.reason, p.settled_at as "settledAt",
  to_char(p.arrived_on, 'YYYY-MM-DD') as "arrivedOn", p.told_at as "reportedAt"`;

export type NewPayout = Pick<
  PayoutRow,
  'gateway' | 'payoutId' | 'state' | 'amount' | 'currency' | 'arrivesOn' | 'statement'
>;

/** Returns the locked payout, and whether it is new. */
export async function lockOrInsertPayout(
  tx: Tx,
  payout: NewPayout,
  now: Date,
): Promise<{ payout: PayoutRow; isNew: boolean }> {
  const written = await tx.run(
    `insert into payouts (gateway, payout_id, state, amount, currency, arrives_on, statement, told_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (gateway, payout_id) do nothing`,
    [
      payout.gateway,
      payout.payoutId,
      payout.state,
      payout.amount,
      payout.currency,
      payout.arrivesOn,
      payout.statement,
      now,
    ],
  );
  const row = await tx.row<PayoutRow>(
    `select ${columns} from payouts p where p.gateway = $1 and p.payout_id = $2 for update`,
    [payout.gateway, payout.payoutId],
  );
  return { payout: row!, isNew: written > 0 };
}

/** Locks the payout with this id, which a person has entered; undefined if there is none. */
export const lockPayout = (tx: Tx, payoutId: string): Promise<PayoutRow | undefined> =>
  tx.row(`select ${columns} from payouts p where p.payout_id = $1 order by p.id limit 1 for update`, [payoutId]);

/** Call it under the payout's lock. */
export async function savePayout(tx: Tx, payout: PayoutRow): Promise<void> {
  const { parts } = payout;
  await tx.run(
    `update payouts
     set state = $2, charges = $3, refunds = $4, disputes = $5, fees = $6, failed_before = $7, other = $8,
       is_booked = $9, attention = $10, reason = $11, settled_at = $12
     where id = $1`,
    [
      payout.id,
      payout.state,
      parts?.charges ?? null,
      parts?.refunds ?? null,
      parts?.disputes ?? null,
      parts?.fees ?? null,
      parts?.failedBefore ?? null,
      parts?.other ?? null,
      payout.isBooked,
      payout.attention,
      payout.reason,
      payout.settledAt,
    ],
  );
}

/** Marks the payouts that were reported before this time and are still not booked. */
export const markPartsMissing = (db: Queryable, reportedBefore: Date): Promise<number> =>
  db.run(
    `update payouts set attention = 'parts_missing'
     where state = 'paid' and not is_booked and attention is null and settled_at is null and told_at <= $1`,
    [reportedBefore],
  );

/** Notes the line of the bank statement; returns false if the payout or the line has been booked before. */
export const noteArrival = async (
  tx: Tx,
  payout: { readonly id: number; readonly bankLine: string; readonly arrivedOn: string },
): Promise<boolean> =>
  (await tx.run(
    `update payouts
     set bank_line = $2, arrived_on = $3
     where id = $1 and bank_line is null and not exists (select from payouts other where other.bank_line = $2)`,
    [payout.id, payout.bankLine, payout.arrivedOn],
  )) > 0;

/** Undoes the arrival of the payout that this line brought, and returns the payout; undefined if there was none. */
export const takeBackArrival = (tx: Tx, bankLine: string): Promise<{ gateway: string; payoutId: string } | undefined> =>
  tx.row(
    `update payouts set bank_line = null, arrived_on = null where bank_line = $1
     returning gateway, payout_id as "payoutId"`,
    [bankLine],
  );

/** Returns those of the given bank-statement lines that brought a payout. */
export const payoutLinesAmong = async (db: Queryable, lines: readonly string[]): Promise<string[]> =>
  (await db.rows<{ line: string }>('select bank_line as line from payouts where bank_line = any($1)', [lines])).map(
    ({ line }) => line,
  );

/** Up to `limit` payouts whose line in the bank statement has not been found yet, newest first. */
export const waitingPayouts = (db: Queryable, currency: string, limit: number): Promise<WaitingPayout[]> =>
  db.rows(
    `select id, gateway, payout_id as "payoutId", statement, amount, to_char(arrives_on, 'YYYY-MM-DD') as "arrivesOn"
     from payouts
     where bank_line is null and state = 'paid' and currency = $1
     order by arrives_on desc, id desc
     limit $2`,
    [currency, limit],
  );

/** Returns up to `limit` payouts, newest first. */
export const listPayouts = (db: Queryable, limit: number): Promise<PayoutRow[]> =>
  db.rows(`select ${columns} from payouts p order by p.arrives_on desc, p.id desc limit $1`, [limit]);

/** Payouts that need a person, oldest first. */
export const openPayouts = (db: Queryable, limit: number): Promise<(PayoutRow & { attention: PayoutAttention })[]> =>
  db.rows(
    `select ${columns}
     from payouts p
     where p.attention is not null and p.settled_at is null
     order by p.told_at, p.id
     limit $1`,
    [limit],
  );
