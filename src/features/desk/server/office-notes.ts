import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal, writeAudit } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { conflict, invalidFields, notFound } from '#platform/http/refusal.ts';
import * as contract from '../office-contract.ts';
import { deleteNote, insertNote } from './notes-store.ts';

const NOTE_NEEDED = invalidFields([{ field: 'body', message: markedText('Please write a note.') }]);
const NOBODY_LEFT = conflict(markedText('The customer’s data was deleted, so no notes can be added to this order.'));

/**
 * Notes that staff write on an order for each other. The audit log records that a note was written, but never its text.
 */
export function addNoteCalls(calls: OfficeCallRegistry, { db }: { readonly db: OfficeDb }): void {
  calls.add(contract.orderNoteWrite, async ({ code, body, is_pinned: isPinned }, context) => {
    if (body === '') return refuse(NOTE_NEEDED);
    const { actor } = callerOf(context);
    return await db.transaction(async (tx): Promise<Result<Record<string, never>, OfficeRefusal>> => {
      const order = await orderByCode(tx, normalizeReference(code));
      if (!order) return refuse(notFound);
      if (order.customerEmail === '') return refuse(NOBODY_LEFT);
      await insertNote(tx, order.id, { author: actor.name, body, isPinned }, context.now);
      await writeAudit(tx, { actor, action: 'order.note_written', subject: order.code }, context.now);
      await context.remember(tx, {});
      return ok({});
    });
  });

  calls.add(contract.orderNoteRemove, async ({ code, note }, context) =>
    db.transaction(async (tx): Promise<Result<Record<string, never>, OfficeRefusal>> => {
      const order = await orderByCode(tx, normalizeReference(code));
      if (!order || !(await deleteNote(tx, order.id, note))) return refuse(notFound);
      const { actor } = callerOf(context);
      await writeAudit(tx, { actor, action: 'order.note_removed', subject: order.code }, context.now);
      await context.remember(tx, {});
      return ok({});
    }),
  );
}
