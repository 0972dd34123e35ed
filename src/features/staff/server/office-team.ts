import { ok, refuse } from '#kernel/result.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { mayGive, ROLES } from '../domain/permissions.ts';
import * as contract from '../office-contract/team.ts';
import { changeRoles, endSessionsOf, resetSignIn, suspend } from './change-staff.ts';
import { passkeysOf } from './factor-store.ts';
import { inviteAgain, inviteStaff, type Requester, withdrawInvite } from './invite-staff.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext } from './office-calls.ts';
import { passkeyView, sessionView } from './office-views.ts';
import { sessionsOf } from './session-store.ts';
import type { StaffParts } from './staff-parts.ts';
import { staffRefusal } from './staff-refusals.ts';
import { type ColleagueRow, findColleague, listColleagues } from './staff-store.ts';

export function addTeamCalls(calls: OfficeCallRegistry, parts: StaffParts): void {
  const { db } = parts;

  calls.add(contract.staffList, async (_body, context) => {
    const { session } = callerOf(context);
    const people = await db.read((tx) => listColleagues(tx, { includesDemo: parts.hasDemoPeople }));
    return ok({ people: people.map((person) => colleagueView(person, session.staffId, context.now)) });
  });

  calls.add(contract.staffPerson, async ({ id }, context) => {
    const { session } = callerOf(context);
    return await db.read(async (tx) => {
      const person = await findColleague(tx, id);
      if (!person) return refuse(staffRefusal({ kind: 'unknown_person' }));
      return ok({
        ...colleagueView(person, session.staffId, context.now),
        since: toInstant(person.createdAt),
        code_app_added_at: toInstantOrNull(person.codeAppAddedAt),
        recovery_codes_left: person.recoveryCodesLeft,
        passkey_list: (await passkeysOf(tx, id)).map(passkeyView),
        sessions: (await sessionsOf(tx, id)).map((one) => sessionView(one, session.id)),
        may_give: id === session.staffId ? [] : ROLES.filter((role) => mayGive(session.roles, role)),
      });
    });
  });

  calls.add(contract.staffInvite, async (body, context) => {
    const invited = await inviteStaff(parts, body, requesterOf(context), context.now);
    return invited.ok ? ok({ id: invited.value.id }) : refuse(staffRefusal(invited.error));
  });

  calls.add(contract.staffInviteAgain, async ({ id }, context) => {
    const invited = await inviteAgain(parts, id, requesterOf(context), context.now);
    return invited.ok ? ok({}) : refuse(staffRefusal(invited.error));
  });

  calls.add(contract.staffInviteWithdraw, async ({ id }, context) => {
    const withdrawn = await withdrawInvite(parts, id, requesterOf(context), context.now);
    return withdrawn.ok ? ok({}) : refuse(staffRefusal(withdrawn.error));
  });

  calls.add(contract.staffRoles, async ({ id, roles, was }, context) => {
    const changed = await changeRoles(parts, { id, roles, ...(was && { was }) }, requesterOf(context), context.now);
    return changed.ok ? ok({}) : refuse(staffRefusal(changed.error));
  });

  calls.add(contract.staffSuspend, async ({ id, suspended }, context) => {
    const changed = await suspend(parts, { id, isSuspended: suspended }, requesterOf(context), context.now);
    return changed.ok ? ok({}) : refuse(staffRefusal(changed.error));
  });

  calls.add(contract.staffResetFactors, async ({ id }, context) => {
    const reset = await resetSignIn(parts, id, requesterOf(context), context.now);
    return reset.ok ? ok({}) : refuse(staffRefusal(reset.error));
  });

  calls.add(contract.staffEndSessions, async ({ id, session }, context) => {
    const ended = await endSessionsOf(parts, { id, sessionId: session ?? null }, requesterOf(context), context.now);
    return ended.ok ? ok(ended.value) : refuse(staffRefusal(ended.error));
  });
}

function requesterOf(context: OfficeContext): Requester {
  const { actor, session } = callerOf(context);
  return { actor, giver: { id: session.staffId, roles: session.roles }, remember: context.remember };
}

function colleagueView(person: ColleagueRow, ownId: number, now: Date) {
  const { id, name, email, roles, passkeys, inviteEndsAt } = person;
  const invited = inviteEndsAt === null ? 'active' : inviteEndsAt > now ? 'invited' : 'expired';
  return {
    ...{ id, name, email, roles: [...roles], passkeys },
    state: person.suspendedAt ? ('suspended' as const) : (invited as 'active' | 'invited' | 'expired'),
    has_code_app: person.codeAppAddedAt !== null,
    last_seen_at: toInstantOrNull(person.lastSeenAt),
    invited_at: toInstantOrNull(person.invitedAt),
    invite_ends_at: toInstantOrNull(inviteEndsAt),
    is_me: id === ownId,
  };
}
