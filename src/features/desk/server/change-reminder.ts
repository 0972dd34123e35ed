import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { reminderDay } from '../domain/reminder-day.ts';
import { lockReminder, setReminder } from './notes-store.ts';

interface ReminderRequest {
  readonly code: string;
  readonly note: number;
  /** The day that the person saw; '' if there was none. */
  readonly was: string;
  /** '' ends the reminder. */
  readonly day: string;
  readonly actor: Actor;
}

export type ReminderRefusal = { readonly kind: 'unknown_note' | 'wrong_day' | 'changed' };

/** Sets, moves or ends the reminder of a note, unless it was changed after the person saw it. */
export async function changeReminder(
  tx: Tx,
  { code, note, was, day, actor }: ReminderRequest,
  timezone: string,
  now: Date,
): Promise<Result<void, ReminderRefusal>> {
  const order = await orderByCode(tx, normalizeReference(code));
  const current = order && (await lockReminder(tx, order.id, note));
  if (!order || !current) return refuse({ kind: 'unknown_note' });
  if ((current.remindOn ?? '') !== was) return refuse({ kind: 'changed' });
  if (day !== '' && reminderDay(day, timezone, now) === null) return refuse({ kind: 'wrong_day' });
  if (day === was) return ok(undefined);
  await setReminder(tx, note, day === '' ? null : day);
  const action = day === '' ? 'order.reminder_ended' : 'order.reminder_set';
  await writeAudit(tx, { actor, action, subject: order.code, details: day === '' ? {} : { day } }, now);
  return ok(undefined);
}
