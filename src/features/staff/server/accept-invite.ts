import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { isCommonPassword } from '#platform/secrets/common-passwords.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { hashUnlessBusy } from '#platform/secrets/passwords.ts';
import { isTooShort } from '../domain/new-staff-password.ts';
import { writeAudit } from './audit-log-store.ts';
import { beginSession, type Place } from './begin-session.ts';
import { findInvite } from './invite-store.ts';
import type { OfficeCaller } from './office-calls.ts';
import { deleteSessionsOf, touchSession } from './session-store.ts';
import type { StaffParts } from './staff-parts.ts';
import { findStaff, lockStaff, type StaffRow, setPasswordHash } from './staff-store.ts';

export type AcceptRefusal = { readonly kind: 'invite_ended' } | NewPasswordRefusal;

export type NewPasswordRefusal = { readonly kind: 'password_short' | 'password_common' | 'busy' };

/** Returns the person whom the link invited; null for a link that no longer works. */
export async function invitedPerson(
  db: Queryable,
  token: string,
  now: Date,
): Promise<(StaffRow & { readonly expiresAt: Date }) | null> {
  const invite = await findInvite(db, tokenHash(token), now);
  const person = invite && (await findStaff(db, invite.staffId));
  return invite && person ? { ...person, expiresAt: invite.expiresAt } : null;
}

/** Returns the hash of a new password, unless the password is too short or too common. */
export async function newPasswordHash(
  { passwords, shop }: StaffParts,
  password: string,
  person: { readonly name: string; readonly email: string },
): Promise<Result<string, NewPasswordRefusal>> {
  if (isTooShort(password)) return refuse({ kind: 'password_short' });
  const { name } = await shop();
  if (isCommonPassword(password, [person.email, person.name, name])) return refuse({ kind: 'password_common' });
  const hash = await hashUnlessBusy(passwords, password);
  return hash === 'busy' ? refuse({ kind: 'busy' }) : ok(hash);
}

/**
 * Begins a session that can only set up a first factor. The link works until that is done, so that a closed browser
 * locks nobody out. Without a password the person will sign in with a passkey alone.
 */
export async function acceptInvite(
  parts: StaffParts,
  request: Place & { readonly token: string; readonly password: string; readonly former: OfficeCaller | null },
  now: Date,
): Promise<Result<{ token: string }, AcceptRefusal>> {
  const invited = await invitedPerson(parts.db, request.token, now);
  if (!invited) return refuse({ kind: 'invite_ended' });
  const hash = request.password === '' ? ok(null) : await newPasswordHash(parts, request.password, invited);
  if (!hash.ok) return hash;
  return await parts.db.transaction(async (tx) => {
    await lockStaff(tx, invited.id);
    if (!(await findInvite(tx, tokenHash(request.token), now))) return refuse({ kind: 'invite_ended' as const });
    if (hash.value !== null) await setPasswordHash(tx, invited.id, hash.value);
    await deleteSessionsOf(tx, invited.id);
    const begun = await beginSession(tx, { ...request, staffId: invited.id, stage: 'setup' }, now);
    await touchSession(tx, { id: begun.id, staffId: invited.id }, now);
    const where = { ip: request.ip, device: request.device };
    const entry = {
      actor: { kind: 'staff', id: invited.id, name: invited.name, sessionId: begun.id } as const,
      action: 'staff.invite-accepted' as const,
      subject: `staff ${invited.id}`,
      private: where,
    };
    await writeAudit(tx, entry, now);
    return ok({ token: begun.token });
  });
}
