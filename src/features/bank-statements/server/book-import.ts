import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { dbOf } from '#platform/db/within.ts';
import type { Decision } from '../domain/line-booking.ts';
import { type BookedLine, type BookParts, type BookRefusal, bookLine } from './book-line.ts';
import { receiptsOfLines } from './booked-lines-store.ts';
import { lockLine, setOutcome } from './import-store.ts';
import { isOpen } from './open-import.ts';
import type { ImportLine } from './prepare-import.ts';

export type BookImportRefusal =
  | BookRefusal
  | { readonly kind: 'unknown_line' }
  /** Somebody else has booked or ignored the line in the meantime. */
  | { readonly kind: 'done_before' };

/** Books one line of an import and stores its outcome. */
export async function bookImportLine(
  parts: BookParts,
  imported: ImportLine,
  { importId, decision, actor }: { readonly importId: number; readonly decision: Decision; readonly actor: Actor },
  now: Date,
): Promise<Result<BookedLine, BookImportRefusal>> {
  return await parts.db.stockTransaction(async (tx): Promise<Result<BookedLine, BookImportRefusal>> => {
    const line = await lockLine(tx, importId, imported.number);
    if (!line) return refuse({ kind: 'unknown_line' });
    if (!isOpen(line, await receiptsOfLines(tx, line.receipts))) return refuse({ kind: 'done_before' });
    const booked = await bookLine({ ...parts, db: dbOf(tx) }, imported, { decision, actor }, now);
    if (!booked.ok) return booked;
    const { value } = booked;
    const done = {
      outcome: value.outcome,
      receipts: value.kind === 'transfers' ? value.transfers.map(({ receiptId }) => receiptId) : [],
      reason: '',
      by: nameOfActor(actor),
    };
    await setOutcome(tx, { importId, number: imported.number }, done, now);
    return ok(value);
  });
}

/** Marks a line as ignored, so that it is not booked. */
export async function ignoreLine(
  { db }: Pick<BookParts, 'db'>,
  {
    importId,
    number,
    reason,
    actor,
  }: { readonly importId: number; readonly number: number; readonly reason: string; readonly actor: Actor },
  now: Date,
): Promise<Result<object, { readonly kind: 'unknown_line' | 'done_before' }>> {
  return await db.transaction(
    async (tx): Promise<Result<object, { readonly kind: 'unknown_line' | 'done_before' }>> => {
      const line = await lockLine(tx, importId, number);
      if (!line) return refuse({ kind: 'unknown_line' });
      if (!isOpen(line, await receiptsOfLines(tx, line.receipts))) return refuse({ kind: 'done_before' });
      const done = { outcome: 'ignored', receipts: [], reason, by: nameOfActor(actor) } as const;
      await setOutcome(tx, { importId, number }, done, now);
      const details = { line: number, reason };
      await writeAudit(tx, { actor, action: 'statement.ignored', subject: `statement ${importId}`, details }, now);
      return ok({});
    },
  );
}
