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
