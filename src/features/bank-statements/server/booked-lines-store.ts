// What has been booked for the lines of statements, by a statement or by a person.

import { IS_LINKED_PAYMENT } from '#features/refunds/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { LineOutcome } from '../domain/line-booking.ts';

/** The part of a statement's line that identifies the money that it shows. */
export interface LineKey {
  readonly identity: string;
  /** The number under which a person may have recorded it; null if the bank gave none that is unique. */
  readonly number: string | null;
  /** Negative: money out. */
  readonly amount: number;
}

/** What a line with this key is booked as, or the payments of a batch with this key. */
export interface BookedAs {
  readonly identity: string;
  readonly receipts: readonly number[];
  readonly orders: readonly string[];
  readonly refunds: readonly string[];
  readonly payout: string | null;
  /** A person confirmed that the line shows recorded money. */
  readonly isConfirmed: boolean;
}

export const bookedAs = (db: Queryable, keys: readonly LineKey[]): Promise<BookedAs[]> =>
  db.rows(
    `select key.identity,
       (select p.gateway || ' ' || p.payout_id from payouts p where p.bank_line = key.identity) as payout,
       to_jsonb(receipts.ids) as receipts, receipts.orders,
       exists (select from receipts where statement_line = key.identity and undone_at is null)
         or exists (select from refund_bank_lines b where b.transaction = key.identity and ${IS_LINKED_PAYMENT})
         as "isConfirmed",
       coalesce(array(
         select f.code
         from refund_bank_lines b join refunds f on f.id = b.refund_id
         where b.transaction = key.identity
           or (key.amount < 0 and b.transaction in (key.number, upper(key.number), lower(key.number)))
       ), '{}') as refunds
     from unnest($1::text[], $2::text[], $3::bigint[]) as key (identity, number, amount)
       cross join lateral (
         select coalesce(array_agg(found.id order by found.id), '{}') as ids,
           coalesce(array_agg(distinct found.code) filter (where found.code is not null), '{}') as orders
         from (
           select r.id, o.code
           from receipts r left join orders o on o.id = r.order_id
           where r.source = 'bank' and r.undone_at is null and (
             r.transaction = key.identity or r.statement_line = key.identity
               or (r.transaction in (key.number, upper(key.number), lower(key.number)) and r.amount = key.amount)
           )
           union
           select r.id, o.code
           from statement_lines part
             join receipts r on r.id = any(part.receipts) and r.undone_at is null
             left join orders o on o.id = r.order_id
           where part.other_identity = key.identity
         ) found
       ) receipts`,
    [keys.map(({ identity }) => identity), keys.map(({ number }) => number), keys.map(({ amount }) => amount)],
  );

/** Money that a person or an import recorded. `by` and `at` are null if the audit log does not say. */
export interface RecordedReceipt {
  readonly receipt: number;
  readonly order: string | null;
  readonly transaction: string;
  /** Whether it is waiting in the inbox. */
  readonly isOpen: boolean;
  readonly by: string | null;
  readonly at: Date | null;
}

export const recordedReceipts = (db: Queryable, ids: readonly number[]): Promise<RecordedReceipt[]> =>
  db.rows(
    `select r.id as receipt, o.code as order, r.transaction,
       r.attention is not null and r.settled_at is null as "isOpen", log.actor as by, log.at
     from receipts r
       left join orders o on o.id = r.order_id
       left join lateral (
         select actor, at
         from audit_log
         where subject in (o.code, 'receipt ' || r.id) and action = 'payment.recorded'
           and details->>'receipt' = r.id::text
         order by at
         limit 1
       ) log on true
     where r.id = any($1)`,
    [ids],
  );

export interface RecordedRefund {
  readonly refund: string;
  readonly order: string;
  readonly by: string | null;
  readonly at: Date | null;
}

export const recordedRefundsOf = (db: Queryable, codes: readonly string[]): Promise<RecordedRefund[]> =>
  db.rows(
    `select f.code as refund, o.code as order, log.actor as by, log.at
     from refunds f
       join orders o on o.id = f.order_id
       left join lateral (
         select actor, at
         from audit_log
         where subject = f.code and action in ('refund.processed', 'refund.bank_part_paid')
         order by at desc
         limit 1
       ) log on true
     where f.code = any($1)`,
    [codes],
  );

/** Returns the other imports in which these lines, or payments of these batches, have an outcome. */
export const doneElsewhere = (
  db: Queryable,
  importId: number,
  identities: readonly string[],
): Promise<{ identity: string; importId: number; outcome: LineOutcome; reason: string }[]> =>
  db.rows(
    `select distinct on (key) key as identity, import_id as "importId", outcome, reason
     from unnest($2::text[]) as key cross join lateral (
       select import_id, outcome, reason, done_at
       from statement_lines
       where identity = key and outcome is not null
       union all
       select import_id, outcome, '', done_at
       from statement_lines
       where other_identity = key and outcome <> 'ignored'
     ) done
     where import_id <> $1
     order by key, done_at desc`,
    [importId, identities],
  );

export interface ReceiptOfLine {
  readonly id: number;
  readonly order: string | null;
  readonly transaction: string;
  /** Whether it is waiting in the inbox. */
  readonly isOpen: boolean;
  readonly undoneAt: Date | null;
}

export const receiptsOfLines = (db: Queryable, ids: readonly number[]): Promise<ReceiptOfLine[]> =>
  db.rows(
    `select r.id, o.code as order, r.transaction, r.attention is not null and r.settled_at is null as "isOpen",
       r.undone_at as "undoneAt"
     from receipts r left join orders o on o.id = r.order_id
     where r.id = any($1)`,
    [ids],
  );

/** Returns the bank's reasons for taking money back, by the key of the line, until the line's texts are deleted. */
export const returnReasonsOf = async (db: Queryable, identities: readonly string[]): Promise<Map<string, string>> => {
  if (identities.length === 0) return new Map();
  const rows = await db.rows<{ identity: string; reason: string }>(
    `select identity, facts ->> 'returnReason' as reason
     from statement_lines
     where identity = any($1) and outcome = 'charged_back' and facts ->> 'returnReason' <> ''`,
    [identities],
  );
  return new Map(rows.map(({ identity, reason }) => [identity, reason]));
};

/** Returns the transfer that the chargeback with this key took back; null if the chargeback was reversed. */
export const chargedBackReceipt = async (db: Queryable, identity: string): Promise<number | null> =>
  (
    await db.row<{ id: number }>(
      `select t.receipt_id as id
       from ledger_transactions t
       where t.kind = 'charge_back' and t.movement = $1
         and not exists (select from ledger_transactions back where back.key = t.key || ':returned')
       limit 1`,
      [identity],
    )
  )?.id ?? null;
