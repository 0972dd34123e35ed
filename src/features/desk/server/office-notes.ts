import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal, writeAudit } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { reminderDay } from '../domain/reminder-day.ts';
import * as contract from '../office-contract/notes.ts';
import { changeReminder, type ReminderRefusal } from './change-reminder.ts';
import { deleteNote, insertNote } from './notes-store.ts';

const NOTE_NEEDED = invalidFields([{ field: 'body', message: markedText('Please write a note.') }]);
const WRONG_DAY = invalidFields([
  { field: 'remind_on', message: markedText('Please enter today or a later day, at most five years from now.') },
]);
const reminderRefusal = httpRefusals<ReminderRefusal>({
  unknown_note: notFound,
  wrong_day: WRONG_DAY,
  changed: conflict(markedText('A colleague has changed this reminder. This is the current one.')),
});
const NOBODY_LEFT = conflict(markedText('The customer’s data was deleted, so no notes can be added to this order.'));

interface NoteParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly timezone: string }>;
}

/**
 * Notes that staff write on an order for each other. The audit log records that a note was written, but never its text.
 */
export function addNoteCalls(calls: OfficeCallRegistry, { db, shop }: NoteParts): void {
  calls.add(contract.orderNoteWrite, async ({ code, body, is_pinned: isPinned, remind_on: typed }, context) => {
    if (body === '') return refuse(NOTE_NEEDED);
    const remindOn = typed === '' ? null : reminderDay(typed, (await shop()).timezone, context.now);
    if (typed !== '' && remindOn === null) return refuse(WRONG_DAY);
    const { actor } = callerOf(context);
    return await db.transaction(async (tx): Promise<Result<Record<string, never>, OfficeRefusal>> => {
      const order = await orderByCode(tx, normalizeReference(code));
      if (!order) return refuse(notFound);
      if (order.customerEmail === '') return refuse(NOBODY_LEFT);
      await insertNote(tx, order.id, { author: actor.name, body, isPinned, remindOn }, context.now);
      await writeAudit(tx, { actor, action: 'order.note_written', subject: order.code }, context.now);
      await context.remember(tx, {});
      return ok({});
    });
  });

  calls.add(contract.orderReminderSet, async ({ remind_on: day, ...request }, context) => {
    const { timezone } = await shop();
    return await db.transaction(async (tx): Promise<Result<Record<string, never>, OfficeRefusal>> => {
      const { actor } = callerOf(context);
      const done = await changeReminder(tx, { ...request, day, actor }, timezone, context.now);
      if (!done.ok) return refuse(reminderRefusal(done.error));
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
