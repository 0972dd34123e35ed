import { randomBytes } from 'node:crypto';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import type { Role } from '../domain/permissions.ts';
import { after, INVITE_MS } from '../domain/session-rules.ts';
import { type Giver, type RolesRefusal, whyNotChangeSignIn, whyNotGive } from '../domain/staff-rules.ts';
import { writeAudit } from './audit-log-store.ts';
import { deleteInvite, replaceInvite } from './invite-store.ts';
import { mailStaffNotice } from './mail-staff-notice.ts';
import { deleteSessionsOf } from './session-store.ts';
import { staffInviteMail } from './staff-mails.ts';
import type { StaffParts } from './staff-parts.ts';
import { deleteStaff, findColleague, insertStaff, lockStaff, type StaffRow, setRoles } from './staff-store.ts';

export type InviteRefusal =
  | RolesRefusal
  | { readonly kind: 'name_missing' }
  | { readonly kind: 'email_wrong' }
  | { readonly kind: 'email_taken' }
  | { readonly kind: 'unknown_person' }
  | { readonly kind: 'not_invited' };

/** Who acts. `giver` is null at the command line. */
export interface Requester {
  readonly actor: Actor;
  readonly giver: Giver | null;
  /** Stores the answer for a repeated request. */
  readonly remember?: (tx: Tx, answer: object) => Promise<void>;
}

export interface Invited {
  readonly id: number;
  /** Contains the secret that is also in the mail. */
  readonly link: string;
}

export async function inviteStaff(
  parts: StaffParts,
  wanted: { readonly name: string; readonly email: string; readonly roles: readonly Role[]; readonly isDemo?: boolean },
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<Invited, InviteRefusal>> {
  if (wanted.name === '') return refuse({ kind: 'name_missing' });
  if (!isEmailAddress(wanted.email)) return refuse({ kind: 'email_wrong' });
  const refusal = whyNotGive(giver, { id: null, before: [], after: wanted.roles });
  if (refusal) return refuse(refusal);
  return await parts.db.transaction(async (tx) => {
    const { name, email } = wanted;
    const id = await insertStaff(tx, { name, email, handle: randomBytes(32), isDemo: wanted.isDemo ?? false }, now);
    if (id === null) return refuse({ kind: 'email_taken' as const });
    await setRoles(tx, id, wanted.roles);
    const subject = `staff ${id}`;
    await writeAudit(tx, { actor, action: 'staff.invited', subject, details: { roles: wanted.roles } }, now);
    const link = await mailLink(tx, parts, { id, name, email, language: null }, { actor, isReset: false }, now);
    const what = { kind: 'invited', roles: wanted.roles } as const;
    await mailStaffNotice(tx, parts, { staffId: id, what, by: nameOfActor(actor), notToPerson: true }, now);
    await remember?.(tx, { id });
    return ok({ id, link });
  });
}

/** Mails a new link that works for 48 hours. An earlier one stops working. */
export async function mailLink(
  tx: Tx,
  parts: StaffParts,
  person: Pick<StaffRow, 'id' | 'name' | 'email' | 'language'>,
  { actor, isReset }: { readonly actor: Actor; readonly isReset: boolean },
  now: Date,
): Promise<string> {
  const token = randomToken();
  await replaceInvite(tx, { staffId: person.id, tokenHash: tokenHash(token), expiresAt: after(now, INVITE_MS) }, now);
  const link = `${parts.officeUrl}/office/invite/${token}`;
  const by = actor.kind === 'staff' ? actor.name : null;
  const facts = { name: person.name, by, link, hours: INVITE_MS / 3_600_000, isReset };
  const content = staffInviteMail(await parts.look(person.language), facts);
  const mail = { key: null, kind: 'staff-invite', recipient: person.email, content, secret: parts.mailSealer } as const;
  await enqueueMail(tx, mail, now);
  return link;
}

/** Invites a person again, for example after the link has expired or the mail was lost. */
export function inviteAgain(
  parts: StaffParts,
  id: number,
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<Invited, InviteRefusal>> {
  return parts.db.transaction(async (tx) => {
    const person = await lockStaff(tx, id);
    if (!person) return refuse({ kind: 'unknown_person' as const });
    const refusal = whyNotChangeSignIn(giver, person);
    if (refusal) return refuse(refusal);
    if (!(await findColleague(tx, id))?.invitedAt) return refuse({ kind: 'not_invited' as const });
    const isReset = person.lastSeenAt !== null;
    const link = await mailLink(tx, parts, person, { actor, isReset }, now);
    await deleteSessionsOf(tx, id);
    await writeAudit(tx, { actor, action: 'staff.invited-again', subject: `staff ${id}` }, now);
    await remember?.(tx, {});
    return ok({ id, link });
  });
}

/** Makes the link stop working. Somebody who never signed in is removed, too. */
export function withdrawInvite(
  parts: StaffParts,
  id: number,
  { actor, giver, remember }: Requester,
  now: Date,
): Promise<Result<null, InviteRefusal>> {
  return parts.db.transaction(async (tx) => {
    const person = await lockStaff(tx, id);
    if (!person) return refuse({ kind: 'unknown_person' as const });
    const refusal = whyNotChangeSignIn(giver, person);
    if (refusal) return refuse(refusal);
    if (!(await deleteInvite(tx, id))) return refuse({ kind: 'not_invited' as const });
    await deleteSessionsOf(tx, id);
    if (person.lastSeenAt === null) await deleteStaff(tx, id);
    await writeAudit(tx, { actor, action: 'staff.invite-withdrawn', subject: `staff ${id}` }, now);
    await remember?.(tx, {});
    return ok(null);
  });
}
