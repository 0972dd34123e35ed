import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { isOver } from '../domain/books-month.ts';
import { type ClosedMonth, closedMonth, insertMonth } from './books-store.ts';
import { monthSpan } from './month-span.ts';

export type CloseRefusal = { readonly kind: 'no_month' } | { readonly kind: 'not_over'; readonly endsAt: Date };

interface CloseRequest {
  readonly month: string;
  readonly timezone: string;
  readonly actor: Actor;
}

/** Closes a month that is over. Closing it again changes nothing. */
export async function closeMonth(
  { db }: { readonly db: Db },
  { month, timezone, actor }: CloseRequest,
  now: Date,
): Promise<Result<ClosedMonth, CloseRefusal>> {
  const span = monthSpan(month, timezone);
  if (!span) return refuse({ kind: 'no_month' });
  return await db.transaction(async (tx) => {
    const before = await closedMonth(tx, month);
    if (before) return ok(before);
    if (!isOver(span.until, now)) return refuse({ kind: 'not_over', endsAt: span.until });
    const isNew = await insertMonth(tx, { month, ...span, by: nameOfActor(actor) }, now);
    if (isNew) await writeAudit(tx, { actor, action: 'books.closed', subject: month, details: {} }, now);
    return ok((await closedMonth(tx, month))!);
  });
}
