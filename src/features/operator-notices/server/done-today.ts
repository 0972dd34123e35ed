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
  undo: { receipt: number; transaction: string } | { key: string } | null;
}

/** Returns the matters dealt with since the beginning of the shop's day that this person may see. */
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
  return rows.map(({ id, at, actor, staffId: by, action, subject, details, isSnoozed, canUndo }) => ({
    id,
    at: at.toISOString(),
    name: actor,
    is_mine: by === staffId,
    action,
    subject,
    amount: typeof details.amount === 'number' ? details.amount : null,
    undo: canUndo
      ? { receipt: Number(details.receipt), transaction: String(details.transaction) }
      : isSnoozed
        ? { key: String(details.matter) }
        : null,
  }));
}
