import type { OfficeDb } from '#platform/db/db.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { isSessionOver } from '../domain/session-rules.ts';
import { writeAudit } from './audit-log-store.ts';
import { deleteSession, findSession, type SessionWithPerson, touchSession } from './session-store.ts';

/** Activity this soon after the last recorded one is not recorded, so a session may end up to this much early. */
const TOUCH_EVERY_MS = 15_000;

/**
 * Returns the session of a token; null once it has ended. User activity keeps it alive. A token that turns up in
 * another browser has been copied, so its session ends.
 */
export async function authenticateStaff(
  { db, hasDemoPeople }: { readonly db: OfficeDb; readonly hasDemoPeople: boolean },
  call: { readonly token: string; readonly isUserAction: boolean; readonly ip: string; readonly device: string },
  now: Date,
): Promise<SessionWithPerson | null> {
  const hash = tokenHash(call.token);
  const session = await findSession(db, hash);
  if (!session || isSessionOver(session, now)) return null;
  // The database comes from a trial, and is now in production.
  if (session.isDemo && !hasDemoPeople) return null;
  if (session.device !== call.device) {
    await db.transaction(async (tx) => {
      if ((await deleteSession(tx, hash)) === 0) return;
      const actor = { kind: 'staff', id: session.staffId, name: session.name, sessionId: session.id } as const;
      const subject = `staff ${session.staffId}`;
      const where = { ip: call.ip, device: call.device };
      await writeAudit(tx, { actor, action: 'staff.session-copied', subject, private: where }, now);
    });
    return null;
  }
  if (!call.isUserAction || now.getTime() - session.lastActiveAt.getTime() < TOUCH_EVERY_MS) return session;
  await touchSession(db, session, now);
  return { ...session, lastActiveAt: now };
}
