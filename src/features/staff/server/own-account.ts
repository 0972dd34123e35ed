import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import type { StaffLanguage } from '../domain/office-language.ts';
import { type NewPasswordRefusal, newPasswordHash } from './accept-invite.ts';
import { writeAudit } from './audit-log-store.ts';
import type { Place } from './begin-session.ts';
import { mailStaffNotice } from './mail-staff-notice.ts';
import type { OfficeCaller } from './office-calls.ts';
import { deleteSessionOf, deleteSessionsOf } from './session-store.ts';
import type { StaffParts } from './staff-parts.ts';
import { setPasswordHash, setSettings } from './staff-store.ts';

type Remember = (tx: Tx, answer: object) => Promise<void>;

export async function changeSettings(
  { db }: StaffParts,
  { session }: OfficeCaller,
  change: { readonly language?: StaffLanguage | null | undefined; readonly usesShortcuts?: boolean | undefined },
): Promise<void> {
  const { language = session.language, usesShortcuts = session.usesShortcuts } = change;
  await setSettings(db, session.staffId, { language, usesShortcuts });
}

/** Ends the other sessions, because somebody else may have begun one with the old password. */
export async function setOwnPassword(
  parts: StaffParts,
  { session, actor }: OfficeCaller,
  { password, ip, device }: Place & { readonly password: string },
  now: Date,
): Promise<Result<null, NewPasswordRefusal>> {
  const { staffId } = session;
  const hash = await newPasswordHash(parts, password, session);
  if (!hash.ok) return hash;
  return await parts.db.transaction(async (tx) => {
    await setPasswordHash(tx, staffId, hash.value);
    await deleteSessionsOf(tx, staffId, session.id);
    const entry = {
      actor,
      action: 'staff.password-set' as const,
      subject: `staff ${staffId}`,
      private: { ip, device },
    };
    await writeAudit(tx, entry, now);
    await mailStaffNotice(tx, parts, { staffId, what: { kind: 'password-set' } }, now);
    return ok(null);
  });
}

export function endOwnSession(
  { db }: StaffParts,
  { session, actor }: OfficeCaller,
  { id, remember }: { readonly id: number; readonly remember: Remember },
  now: Date,
): Promise<Result<null, { readonly kind: 'unknown_session' }>> {
  return db.transaction(async (tx) => {
    if (!(await deleteSessionOf(tx, session.staffId, id))) return refuse({ kind: 'unknown_session' as const });
    const details = { ended: 1, session: id };
    await writeAudit(tx, { actor, action: 'staff.sessions-ended', subject: `staff ${session.staffId}`, details }, now);
    await remember(tx, {});
    return ok(null);
  });
}

export function endOtherSessions(
  { db }: StaffParts,
  { session, actor }: OfficeCaller,
  remember: Remember,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await deleteSessionsOf(tx, session.staffId, session.id);
    const details = { ended };
    await writeAudit(tx, { actor, action: 'staff.sessions-ended', subject: `staff ${session.staffId}`, details }, now);
    await remember(tx, { ended });
    return ended;
  });
}
