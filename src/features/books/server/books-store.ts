import type { Queryable, Tx } from '#platform/db/db.ts';
import type { MonthSpan } from './month-span.ts';

export interface ClosedMonth {
  month: string;
  from: Date;
  until: Date;
  closedAt: Date;
  closedBy: string;
  /** Null while the file is being made. */
  madeAt: Date | null;
  sha256: string | null;
  size: number | null;
  /** False while the file is being made, and once it was deleted. */
  hasFile: boolean;
}

const COLUMNS = `b.month, b.begins_at as from, b.ends_at as until, b.closed_at as "closedAt", b.closed_by as "closedBy",
  b.made_at as "madeAt", b.sha256, b.size, exists (select from books_parts p where p.month = b.month) as "hasFile"`;

export const closedMonths = (db: Queryable): Promise<ClosedMonth[]> =>
  db.rows(`select ${COLUMNS} from books b order by b.month desc`);

export const closedMonth = (db: Queryable, month: string): Promise<ClosedMonth | undefined> =>
  db.row(`select ${COLUMNS} from books b where b.month = $1`, [month]);

/** Returns false if the month is closed already. */
export const insertMonth = async (
  tx: Tx,
  { month, from, until, by }: MonthSpan & { readonly month: string; readonly by: string },
  now: Date,
): Promise<boolean> =>
  (await tx.run(
    `insert into books (month, begins_at, ends_at, last_transaction, last_invoice, closed_at, closed_by)
     values ($1, $2, $3,
       (select id from ledger_transactions where booked_at < $3 order by booked_at desc, id desc limit 1),
       (select id from invoices where issued_at < $3 order by issued_at desc, id desc limit 1), $4, $5)
     on conflict (month) do nothing`,
    [month, from, until, now, by],
  )) > 0;

export const monthToMake = (db: Queryable): Promise<ClosedMonth | undefined> =>
  db.row(`select ${COLUMNS} from books b where b.made_at is null order by b.closed_at limit 1`);

/** Returns false, and keeps the stored file, if another process stored it first. */
export async function storeFile(
  tx: Tx,
  {
    month,
    sha256,
    size,
    parts,
  }: { readonly month: string; readonly sha256: string; readonly size: number; readonly parts: readonly Uint8Array[] },
  now: Date,
): Promise<boolean> {
  const updated = await tx.run(
    'update books set made_at = $2, sha256 = $3, size = $4 where month = $1 and made_at is null',
    [month, now, sha256, size],
  );
  if (updated === 0) return false;
  for (const [position, part] of parts.entries())
    await tx.run('insert into books_parts (month, position, content) values ($1, $2, $3)', [month, position, part]);
  return true;
}

export const partOf = async (db: Queryable, month: string, position: number): Promise<Buffer | undefined> =>
  (
    await db.row<{ content: Buffer }>('select content from books_parts where month = $1 and position = $2', [
      month,
      position,
    ])
  )?.content;

/** Deletes files of months that ended by `before`, because their PDFs name buyers; returns the number of pieces. */
export const deleteFiles = (db: Queryable, before: Date): Promise<number> =>
  db.run('delete from books_parts where month in (select month from books where ends_at <= $1)', [before]);

/** Returns when the first booking was made. There are no books before it. */
export const firstBooking = async (db: Queryable): Promise<Date | null> =>
  (await db.row<{ at: Date | null }>('select min(booked_at) as at from ledger_transactions'))!.at;
