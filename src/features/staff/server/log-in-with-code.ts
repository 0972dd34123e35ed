import { SYSTEM } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { writeAudit } from './audit-log-store.ts';
import { advanceSession, noteSignedIn, type Place } from './begin-session.ts';
import { type CodeRefusal, checkCode } from './check-code.ts';
import { recoveryCodesLeft } from './factor-store.ts';
import { mailStaffNotice } from './mail-staff-notice.ts';
import type { OfficeCaller } from './office-calls.ts';
import type { StaffParts } from './staff-parts.ts';

/** The second half of signing in. The session that the password began continues under a new token. */
export async function logInWithCode(
  parts: StaffParts,
  caller: OfficeCaller,
  attempt: Place & { readonly code: string; readonly recoveryCode: string },
  now: Date,
): Promise<Result<{ token: string; recoveryCodesLeft: number }, CodeRefusal | { readonly kind: 'session_moved_on' }>> {
  const { staffId, name, id: sessionId, stage } = caller.session;
  if (stage !== 'code') return refuse({ kind: 'session_moved_on' });
  const checked = await checkCode(parts, staffId, attempt, now);
  if (!checked.ok) {
    const where = { ip: attempt.ip, device: attempt.device };
    const entry = { actor: SYSTEM, action: 'staff.code-failed' as const, subject: `staff ${staffId}`, private: where };
    await writeAudit(parts.db, entry, now);
    return checked;
  }
  const { by } = checked.value;
  return await parts.db.transaction(async (tx) => {
    const token = await advanceSession(tx, caller, 'in', now);
    if (token === null) return refuse({ kind: 'session_moved_on' as const });
    const left = await recoveryCodesLeft(tx, staffId);
    await noteSignedIn(tx, parts, { staffId, name, sessionId, by, ip: attempt.ip, device: attempt.device }, now);
    if (by === 'recovery-code')
      await mailStaffNotice(tx, parts, { staffId, what: { kind: 'recovery-code-used', left } }, now);
    return ok({ token, recoveryCodesLeft: left });
  });
}
