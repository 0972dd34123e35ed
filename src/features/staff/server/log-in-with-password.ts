import { SYSTEM } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { matchesUnlessBusy } from '#platform/secrets/passwords.ts';
import { writeAudit } from './audit-log-store.ts';
import { beginSession, type Place } from './begin-session.ts';
import { codeAppOf, passkeysOf } from './factor-store.ts';
import { countStaffLogin, forgiveStaffLogin } from './login-limits.ts';
import type { OfficeCaller } from './office-calls.ts';
import type { StaffParts } from './staff-parts.ts';
import { findStaffByEmail, lockStaff, setPasswordHash } from './staff-store.ts';

export type LogInRefusal =
  | { readonly kind: 'login_failed' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number }
  | { readonly kind: 'busy' };

export type NextStep = 'code' | 'passkey' | 'setup';

/**
 * The first half of signing in. Unknown addresses, people without a password, suspended people and wrong passwords
 * receive the same answer after the same work.
 */
export async function logInWithPassword(
  parts: StaffParts,
  attempt: Place & { readonly email: string; readonly password: string; readonly former: OfficeCaller | null },
  now: Date,
): Promise<Result<{ token: string; next: NextStep }, LogInRefusal>> {
  const { db, limits, passwords, hasDemoPeople } = parts;
  const wait = await countStaffLogin(db, limits, attempt, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });

  const found = await findStaffByEmail(db, attempt.email);
  const mayTry = found && !found.suspendedAt && (hasDemoPeople || !found.isDemo);
  const storedHash = mayTry ? found.passwordHash : null;
  const matches = await matchesUnlessBusy(passwords, storedHash, attempt.password);
  if (matches === 'busy') return refuse({ kind: 'busy' });
  if (!matches || !found) {
    const subject = found ? `staff ${found.id}` : 'unknown address';
    const where = { ip: attempt.ip, device: attempt.device };
    await writeAudit(db, { actor: SYSTEM, action: 'staff.login-failed', subject, private: where }, now);
    return refuse({ kind: 'login_failed' });
  }
  const begun = await db.transaction(async (tx) => {
    // The password may have been replaced during the check, or the person suspended.
    const current = await lockStaff(tx, found.id);
    if (current?.passwordHash !== storedHash || current.suspendedAt) return null;
    const hasCodeApp = (await codeAppOf(tx, found.id))?.sealed != null;
    const next: NextStep = hasCodeApp ? 'code' : (await passkeysOf(tx, found.id)).length > 0 ? 'passkey' : 'setup';
    const stage = next === 'setup' ? 'setup' : 'code';
    const { token } = await beginSession(tx, { ...attempt, staffId: found.id, stage }, now);
    return { token, next };
  });
  if (!begun) return refuse({ kind: 'login_failed' });
  await forgiveStaffLogin(db, limits, attempt);
  if (passwords.isOutdated(storedHash!)) await setPasswordHash(db, found.id, await passwords.hash(attempt.password));
  return ok(begun);
}
