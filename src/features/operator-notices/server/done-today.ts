import { undoableReceipts } from '#features/desk/server/public.ts';
import { numberOfReceipt } from '#features/payments/domain/transaction-number.ts';
import { hasPermission, type Role } from '#features/staff/domain/permissions.ts';
import { localDay, startOfLocalDay } from '#kernel/local-day.ts';
import type { Queryable } from '#platform/db/db.ts';
import { DONE_ACTIONS } from '../domain/done-actions.ts';
import { doneSince } from './done-store.ts';

const MAX_LISTED = 20;

interface Entry {
  id: number;
  at: string;
  name: string;
  is_mine: boolean;
  action: string;
  subject: string;
  amount: number | null;
  undo: { receipt: number; number: string | null } | { key: string } | null;
}

/** Returns what was done about matters since the beginning of the shop's day, as far as this person may see it. */
export async function doneToday(
  db: Queryable,
  { roles, staffId }: { readonly roles: readonly Role[]; readonly staffId: number },
  timezone: string,
  now: Date,
): Promise<Entry[]> {
  const actions = Object.entries(DONE_ACTIONS)
    .filter(([, permission]) => hasPermission(roles, permission))
    .map(([action]) => action);
  const rows = await doneSince(
    db,
    { actions, since: startOfLocalDay(localDay(now, timezone), timezone), limit: MAX_LISTED },
    now,
  );
  const recorded = rows.filter(({ wasRecorded }) => wasRecorded).map(({ details }) => Number(details.receipt));
  const undoable = await undoableReceipts(db, recorded);
  return rows.map(({ id, at, actor, staffId: by, action, subject, details, isSnoozed, wasRecorded }) => ({
    id,
    at: at.toISOString(),
    name: actor,
    is_mine: by === staffId,
    action,
    subject,
    amount: sumOf(details),
    undo:
      wasRecorded && undoable.has(Number(details.receipt))
        ? { receipt: Number(details.receipt), number: numberOf(details) }
        : isSnoozed
          ? { key: String(details.matter) }
          : null,
  }));
}

const numberOf = ({ transaction, number = null }: Readonly<Record<string, unknown>>): string | null =>
  numberOfReceipt({ transaction: String(transaction), bankReference: number === null ? null : String(number) });

/** Refunds record their `total`, other actions their `amount`. */
const sumOf = ({ amount = null, total = null }: Readonly<Record<string, unknown>>): number | null =>
  [amount, total].find((sum) => typeof sum === 'number') ?? null;
