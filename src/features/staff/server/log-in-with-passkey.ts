import { SYSTEM } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { writeAudit } from './audit-log-store.ts';
import { beginSession, noteSignedIn, type Place } from './begin-session.ts';
import type { OfficeCaller } from './office-calls.ts';
import { type Credential, checkAuthentication } from './passkeys.ts';
import type { StaffParts } from './staff-parts.ts';
import { lockStaff } from './staff-store.ts';

/** A passkey counts as both factors: the device, and its own check of the person. */
export async function logInWithPasskey(
  parts: StaffParts,
  attempt: Place & { readonly response: Credential; readonly origin: string; readonly former: OfficeCaller | null },
  now: Date,
): Promise<Result<{ token: string }, { readonly kind: 'passkey_failed' }>> {
  const { ip, device } = attempt;
  const key = await checkAuthentication(parts, { ...attempt, sessionId: null }, now);
  const failed = async (subject: string) => {
    await writeAudit(parts.db, { actor: SYSTEM, action: 'staff.login-failed', subject, private: { ip, device } }, now);
    return refuse({ kind: 'passkey_failed' as const });
  };
  if (!key) return await failed('unknown passkey');
  const signedIn = await parts.db.transaction(async (tx) => {
    const person = await lockStaff(tx, key.staffId);
    if (!person || person.suspendedAt || (person.isDemo && !parts.hasDemoPeople)) return null;
    if (!isHandleOf(attempt.response, person.handle)) return null;
    const { token, id } = await beginSession(tx, { ...attempt, staffId: person.id, stage: 'in' }, now);
    const { name } = person;
    await noteSignedIn(tx, parts, { staffId: person.id, name, sessionId: id, by: 'passkey', ip, device }, now);
    return { token };
  });
  return signedIn ? ok(signedIn) : await failed(`staff ${key.staffId}`);
}

/** The authenticator also sends the handle of an account, which must be the one that the key belongs to. */
function isHandleOf({ response }: Credential, handle: Buffer): boolean {
  const { userHandle } = response as { userHandle?: unknown };
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').equals(handle);
}
