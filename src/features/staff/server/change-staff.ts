import { nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Role } from '../domain/permissions.ts';
import { type RolesRefusal, whyNotChangeSignIn, whyNotGive } from '../domain/staff-rules.ts';
import { writeAudit } from './audit-log-store.ts';
import { deleteFactors } from './factor-store.ts';
import { type Invited, mailLink, type Requester } from './invite-staff.ts';
import { mailStaffNotice } from './mail-staff-notice.ts';
import { deleteSessionOf, deleteSessionsOf } from './session-store.ts';
import type { StaffParts } from './staff-parts.ts';
import { lockOwners, lockStaff, type StaffRow, setPasswordHash, setRoles, setSuspended } from './staff-store.ts';

export type ChangeRefusal =
  | { readonly kind: 'changed_meanwhile' }
  | RolesRefusal
  | { readonly kind: 'unknown_person' }
  | { readonly kind: 'unknown_session' }
  | { readonly kind: 'last_owner' };

/** Owners are locked first, then the person. */
async function lockOwnersAndPerson(
  tx: Tx,
  { hasDemoPeople }: StaffParts,
  id: number,
): Promise<{ person: StaffRow; isLastOwner: boolean } | null> {
  const owners = await lockOwners(tx, hasDemoPeople);
  const person = await lockStaff(tx, id);
  if (!person) return null;
  const isOwner = owners.some((owner) => owner.id === id);
  const isLastOwner = isOwner && !owners.some((owner) => owner.id !== id && owner.hasFactor);
  return { person, isLastOwner };
}

/** Takes effect with the person's next call. */
export function changeRoles(
  parts: StaffParts,
  { id, roles, was }: { readonly id: number; readonly roles: readonly Role[]; readonly was?: readonly Role[] },
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<null, ChangeRefusal>> {
  return parts.db.transaction(async (tx) => {
    const found = await lockOwnersAndPerson(tx, parts, id);
    if (!found) return refuse({ kind: 'unknown_person' as const });
    const before = found.person.roles;
    const after = [...new Set(roles)].sort();
    if (was && [...was].sort().join() !== before.join()) return refuse({ kind: 'changed_meanwhile' as const });
    const refusal = whyNotGive(giver, { id, before, after });
    if (refusal) return refuse(refusal);
    if (found.isLastOwner && !after.includes('owner')) return refuse({ kind: 'last_owner' as const });
    if (after.join() !== before.join()) {
      await setRoles(tx, id, after);
      const details = { before, after };
      await writeAudit(tx, { actor, action: 'staff.roles-changed', subject: `staff ${id}`, details }, now);
      const what = { kind: 'roles-changed', roles: after } as const;
      await mailStaffNotice(tx, parts, { staffId: id, what, by: nameOfActor(actor) }, now);
    }
    await remember?.(tx, {});
    return ok(null);
  });
}

/** Suspends somebody, which ends all their sessions at once, or lets them in again. */
export function suspend(
  parts: StaffParts,
  { id, isSuspended }: { readonly id: number; readonly isSuspended: boolean },
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<null, ChangeRefusal>> {
  return parts.db.transaction(async (tx) => {
    const found = await lockOwnersAndPerson(tx, parts, id);
    if (!found) return refuse({ kind: 'unknown_person' as const });
    const refusal = whyNotChangeSignIn(giver, found.person);
    if (refusal) return refuse(refusal);
    if (isSuspended && found.isLastOwner) return refuse({ kind: 'last_owner' as const });
    if ((found.person.suspendedAt !== null) !== isSuspended) {
      await setSuspended(tx, id, isSuspended ? now : null);
      if (isSuspended) await deleteSessionsOf(tx, id);
      const action = isSuspended ? 'staff.suspended' : 'staff.let-in';
      await writeAudit(tx, { actor, action, subject: `staff ${id}` }, now);
      const what = { kind: isSuspended ? 'suspended' : 'let-in' } as const;
      await mailStaffNotice(tx, parts, { staffId: id, what, by: nameOfActor(actor) }, now);
    }
    await remember?.(tx, {});
    return ok(null);
  });
}

/**
 * For a lost phone or key: removes password and factors, ends the sessions, and mails a link to set up sign-in again.
 * The last owner can only be reset at the command line.
 */
export function resetSignIn(
  parts: StaffParts,
  id: number,
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<Invited, ChangeRefusal>> {
  return parts.db.transaction(async (tx) => {
    const found = await lockOwnersAndPerson(tx, parts, id);
    if (!found) return refuse({ kind: 'unknown_person' as const });
    const refusal = whyNotChangeSignIn(giver, found.person);
    if (refusal) return refuse(refusal);
    if (giver && found.isLastOwner) return refuse({ kind: 'last_owner' as const });
    await setPasswordHash(tx, id, null);
    await deleteFactors(tx, id);
    await deleteSessionsOf(tx, id);
    await writeAudit(tx, { actor, action: 'staff.reset', subject: `staff ${id}` }, now);
    const link = await mailLink(tx, parts, found.person, { actor, isReset: true }, now);
    await mailStaffNotice(tx, parts, { staffId: id, what: { kind: 'reset' }, by: nameOfActor(actor) }, now);
    await remember?.(tx, {});
    return ok({ id, link });
  });
}

/** Ends one session of a person, or all of them. */
export function endSessionsOf(
  parts: StaffParts,
  { id, sessionId }: { readonly id: number; readonly sessionId: number | null },
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<{ ended: number }, ChangeRefusal>> {
  return parts.db.transaction(async (tx) => {
    const person = await lockStaff(tx, id);
    if (!person) return refuse({ kind: 'unknown_person' as const });
    const refusal = whyNotChangeSignIn(giver, person);
    if (refusal) return refuse(refusal);
    if (sessionId !== null && !(await deleteSessionOf(tx, id, sessionId))) {
      return refuse({ kind: 'unknown_session' as const });
    }
    const ended = sessionId === null ? await deleteSessionsOf(tx, id) : 1;
    const details = { ended, ...(sessionId !== null && { session: sessionId }) };
    await writeAudit(tx, { actor, action: 'staff.sessions-ended', subject: `staff ${id}`, details }, now);
    if (sessionId === null) {
      await mailStaffNotice(tx, parts, { staffId: id, what: { kind: 'sessions-ended' }, by: nameOfActor(actor) }, now);
    }
    await remember?.(tx, { ended });
    return ok({ ended });
  });
}
