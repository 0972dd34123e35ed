import { IS_LINKED_PAYMENT } from '#features/refunds/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { ClosingBalance } from '../domain/fresh-balance.ts';
import type { LineOutcome } from '../domain/line-booking.ts';
import type { Statement, StatementLine, StoppedLine } from '../domain/statement.ts';

export interface ImportRow {
  readonly id: number;
  readonly readAt: Date;
  readonly readBy: string;
  readonly takesRunningDays: boolean;
  readonly wipedAt: Date | null;
}

export interface StatementRow
  extends Pick<Statement, 'file' | 'format' | 'scope' | 'number' | 'account' | 'currency' | 'opening' | 'closing'> {
  readonly isBalanced: boolean;
  /** Calendar days; null if there are no lines. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface LineRow {
  readonly number: number;
  readonly statement: number;
  /** Null once the line's texts were deleted. */
  readonly facts: StatementLine | StoppedLine | null;
  readonly bookedOn: string | null;
  /** Negative for money out; null if it cannot be read. */
  readonly amount: number | null;
  readonly identity: string | null;
  readonly otherIdentity: string | null;
  /** In hexadecimal. */
  readonly payer: string | null;
  readonly outcome: LineOutcome | null;
  readonly receipts: readonly number[];
  readonly reason: string;
  readonly doneAt: Date | null;
  readonly doneBy: string | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
}

export interface NewImport extends Pick<ImportRow, 'readBy' | 'takesRunningDays'> {
  readonly readByStaff: number | null;
  readonly files: readonly { readonly name: string; readonly digest: Buffer }[];
  readonly statements: readonly StatementRow[];
  readonly lines: readonly Pick<
    LineRow,
    'number' | 'statement' | 'facts' | 'bookedOn' | 'amount' | 'identity' | 'otherIdentity' | 'payer'
  >[];
}

/** Serialises imports of the same file. */
export const lockFile = (tx: Tx, digest: Buffer): Promise<number> =>
  tx.run(`select pg_advisory_xact_lock(hashtextextended('statement:' || encode($1, 'hex'), 0))`, [digest]);

export async function insertImport(tx: Tx, made: NewImport, now: Date): Promise<number> {
  const { id } = (await tx.row<{ id: number }>(
    `insert into statement_imports (read_at, read_by, read_by_staff, takes_running_days)
     values ($1, $2, $3, $4)
     returning id`,
    [now, made.readBy, made.readByStaff, made.takesRunningDays],
  ))!;
  await tx.run(
    `insert into statement_files (import_id, position, name, digest)
     select $1, position, name, digest
     from unnest($2::text[], $3::bytea[]) with ordinality as file (name, digest, position)`,
    [id, made.files.map(({ name }) => name), made.files.map(({ digest }) => digest)],
  );
  await tx.run(
    `insert into statements (import_id, position, file, format, scope, number, account, currency, opening, closing,
       is_balanced, first_day, last_day)
     select $1, s.position, s.file, s.format, s.scope, s.number, s.account, s.currency, s.opening, s.closing,
       s."isBalanced", s."firstDay", s."lastDay"
     from jsonb_to_recordset($2) as s (position integer, file text, format text, scope text, number text, account text,
       currency text, opening bigint, closing bigint, "isBalanced" boolean, "firstDay" date, "lastDay" date)`,
    [id, JSON.stringify(made.statements.map((statement, position) => ({ ...statement, position })))],
  );
  await tx.run(
    `insert into statement_lines (import_id, number, statement, facts, booked_on, amount, identity, other_identity,
       payer)
     select $1, l.number, l.statement, l.facts, l."bookedOn", l.amount, l.identity, l."otherIdentity",
       decode(l.payer, 'hex')
     from jsonb_to_recordset($2) as l (number integer, statement integer, facts jsonb, "bookedOn" date, amount bigint,
       identity text, "otherIdentity" text, payer text)`,
    [id, JSON.stringify(made.lines)],
  );
  return id;
}

/** Returns the latest import that has exactly these files. */
export const importOfFiles = (db: Queryable, digests: readonly Buffer[]): Promise<{ id: number } | undefined> =>
  db.row(
    `select import_id as id
     from statement_files
     where import_id in (select import_id from statement_files where digest = any($1))
     group by import_id
     having array_agg(digest order by digest) = (select array_agg(d order by d) from unnest($1::bytea[]) d)
     order by import_id desc
     limit 1`,
    [digests],
  );

const importColumns = `i.id, i.read_at as "readAt", i.read_by as "readBy", i.takes_running_days as "takesRunningDays",
  i.wiped_at as "wipedAt"`;

export const importById = (db: Queryable, id: number): Promise<ImportRow | undefined> =>
  db.row(`select ${importColumns} from statement_imports i where i.id = $1`, [id]);

export const filesOf = (db: Queryable, importId: number): Promise<{ name: string; digest: Buffer }[]> =>
  db.rows('select name, digest from statement_files where import_id = $1 order by position', [importId]);

export const statementsOf = (db: Queryable, importId: number): Promise<StatementRow[]> =>
  db.rows(
    `select file, format, scope, number, account, currency, opening, closing, is_balanced as "isBalanced",
       to_char(first_day, 'YYYY-MM-DD') as "firstDay", to_char(last_day, 'YYYY-MM-DD') as "lastDay"
     from statements
     where import_id = $1
     order by position`,
    [importId],
  );

const lineColumns = `number, statement, facts, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn", amount, identity,
  other_identity as "otherIdentity", encode(payer, 'hex') as payer, outcome, to_jsonb(receipts) as receipts, reason, done_at as "doneAt",
  done_by as "doneBy", undone_at as "undoneAt", undone_by as "undoneBy"`;

export const linesOfImport = (db: Queryable, importId: number): Promise<LineRow[]> =>
  db.rows(`select ${lineColumns} from statement_lines where import_id = $1 order by number`, [importId]);

/** Locks a line. Take this lock before any other. */
export const lockLine = (tx: Tx, importId: number, number: number): Promise<LineRow | undefined> =>
  tx.row(`select ${lineColumns} from statement_lines where import_id = $1 and number = $2 for update`, [
    importId,
    number,
  ]);

interface Done {
  readonly outcome: LineOutcome;
  readonly receipts: readonly number[];
  readonly reason: string;
  readonly by: string;
}

/** The caller holds the line's lock. */
export const setOutcome = (
  tx: Tx,
  { importId, number }: { importId: number; number: number },
  { outcome, receipts, reason, by }: Done,
  now: Date,
): Promise<number> =>
  tx.run(
    `update statement_lines
     set outcome = $3, receipts = $4, reason = $5, done_at = $6, done_by = $7
     where import_id = $1 and number = $2`,
    [importId, number, outcome, receipts, reason, now, by],
  );

/** The caller holds the line's lock. */
export const clearOutcome = (
  tx: Tx,
  { importId, number }: { importId: number; number: number },
  by: string,
  now: Date,
): Promise<number> =>
  tx.run(
    `update statement_lines
     set outcome = null, receipts = '{}', reason = '', done_at = null, done_by = null, undone_at = $3, undone_by = $4
     where import_id = $1 and number = $2`,
    [importId, number, now, by],
  );

export const setRunningDays = (db: Queryable, importId: number, takesRunningDays: boolean): Promise<number> =>
  db.run('update statement_imports set takes_running_days = $2 where id = $1', [importId, takesRunningDays]);

/** Deletes an import without outcomes. Returns false if a line has an outcome, or if there is no such import. */
export async function deleteImport(tx: Tx, importId: number): Promise<boolean> {
  // Locks the lines, so that nobody can book one in the meantime.
  const lines = await tx.rows<{ outcome: string | null }>(
    'select outcome from statement_lines where import_id = $1 order by number for update',
    [importId],
  );
  if (lines.some(({ outcome }) => outcome !== null)) return false;
  await tx.run('delete from statement_lines where import_id = $1', [importId]);
  await tx.run('delete from statements where import_id = $1', [importId]);
  await tx.run('delete from statement_files where import_id = $1', [importId]);
  return (await tx.run('delete from statement_imports where id = $1', [importId])) > 0;
}

export interface ListedImport extends ImportRow {
  readonly files: readonly string[];
  readonly accounts: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly lines: number;
  /** Lines with an outcome. */
  readonly done: number;
  /** Minor units of the money in, in the shop's currency. */
  readonly moneyIn: number;
}

/** Returns imports, newest first. `after` is the id of the last import of the previous page. */
export const listImports = (
  db: Queryable,
  { after, limit, currency }: { after: number | null; limit: number; currency: string },
): Promise<ListedImport[]> =>
  db.rows(
    `select ${importColumns}, f.files, s.accounts, to_char(s.first, 'YYYY-MM-DD') as "firstDay",
       to_char(s.last, 'YYYY-MM-DD') as "lastDay", l.lines, l.done, l."moneyIn"
     from statement_imports i
       cross join lateral (
         select array_agg(name order by position) as files from statement_files where import_id = i.id
       ) f
       cross join lateral (
         select coalesce(array_agg(distinct account) filter (where account is not null), '{}') as accounts,
           min(first_day) as first, max(last_day) as last
         from statements
         where import_id = i.id
       ) s
       cross join lateral (
         select count(*) as lines, count(line.outcome) as done,
           -- A wiped line no longer has its own currency.
           coalesce(sum(line.amount) filter (
             where line.amount > 0 and coalesce(line.facts->>'currency', statements.currency, $3) = $3
           ), 0)::bigint as "moneyIn"
         from statement_lines line
           left join statements on statements.import_id = line.import_id and statements.position = line.statement
         where line.import_id = i.id
       ) l
     where $1::bigint is null or i.id < $1
     order by i.id desc
     limit $2`,
    [after, limit, currency],
  );

export interface EarlierStatement {
  readonly importId: number;
  readonly closing: number | null;
  readonly lastDay: string;
}

/** Returns the previous statement of complete days for the same account, or one that overlaps with this one. */
export const statementBefore = (
  db: Queryable,
  { importId, account, lastDay }: { importId: number; account: string; lastDay: string },
): Promise<EarlierStatement | undefined> =>
  db.row(
    `select import_id as "importId", closing, to_char(last_day, 'YYYY-MM-DD') as "lastDay"
     from statements
     where account = $2 and scope = 'days' and import_id <> $1 and first_day <= $3::date
     order by last_day desc, import_id desc
     limit 1`,
    [importId, account, lastDay],
  );

/** Returns the closing balances of statements of complete days, the latest import first. */
export const latestClosingBalances = (db: Queryable, limit: number): Promise<ClosingBalance[]> =>
  db.rows(
    `select account, currency, closing, to_char(last_day, 'YYYY-MM-DD') as "lastDay"
     from statements
     where scope = 'days' and account is not null and closing is not null and last_day is not null
     order by import_id desc, position desc
     limit $1`,
    [limit],
  );

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
