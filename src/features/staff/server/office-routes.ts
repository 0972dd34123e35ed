import { ok, refuse } from '#kernel/result.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { mayGive, permissionsOf, ROLES } from '../domain/permissions.ts';
import { idleUntil } from '../domain/session-rules.ts';
import * as contract from '../office-contract.ts';
import { acceptInvite, whomInvited } from './accept-invite.ts';
import { actionsSoFar, type ListedEntry, listAudit, writeAudit } from './audit-log-store.ts';
import type { Place } from './begin-session.ts';
import { changeRoles, endSessionsOf, resetSignIn, suspend } from './change-staff.ts';
import { codeAppOf, type PasskeyRow, passkeysOf, recoveryCodesLeft } from './factor-store.ts';
import { type ByWhom, inviteAgain, inviteStaff, withdrawInvite } from './invite-staff.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';
import { logInWithPassword } from './log-in-with-password.ts';
import { countStaffNetwork } from './login-limits.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext } from './office-calls.ts';
import { changeSettings, endOtherSessions, endOwnSession, setOwnPassword } from './own-account.ts';
import { authenticationOptions, type Credential, registrationOptions } from './passkeys.ts';
import { deleteSession, type SessionRow, sessionsOf } from './session-store.ts';
import {
  addPasskey,
  beginCodeApp,
  confirmApp,
  type FactorAdded,
  removeCodeApp,
  removePasskey,
  replaceCodes,
} from './set-up-factors.ts';
import { type StaffSetup, staffParts } from './staff-parts.ts';
import { staffRefusal } from './staff-refusals.ts';
import { type ColleagueRow, findColleague, findStaff, listColleagues } from './staff-store.ts';
import { stepUp } from './step-up.ts';

const AUDIT_PAGE = 50;

export function addStaffCalls(calls: OfficeCallRegistry, setup: StaffSetup): void {
  const parts = staffParts(setup);
  const { db, limits } = parts;

  /** Refuses when a network has begun too often to sign in without a password. */
  const waitOf = async ({ ip, now }: OfficeContext) => {
    const waitSeconds = await countStaffNetwork(db, limits, ip, now);
    return waitSeconds === null ? null : staffRefusal({ kind: 'too_many_attempts', waitSeconds });
  };

  calls.add(contract.session, async (_body, { caller }) => {
    const shop = await parts.shop();
    const nobody = {
      shop_name: shop.name,
      shop_language: shop.locale,
      timezone: shop.timezone,
      currency: shop.currency,
      currency_digits: shop.currencyDigits,
      step: 'login' as const,
      person: null,
      permissions: [],
      factors: { has_password: false, passkeys: 0, has_code_app: false, recovery_codes_left: 0 },
      fresh_until: null,
      idle_until: null,
      ends_at: null,
    };
    if (!caller) return ok(nobody);
    const { session } = caller;
    return await db.read(async (tx) => {
      const person = await findColleague(tx, session.staffId);
      if (!person) return ok(nobody);
      const { id, name, email, roles, language, keys } = person;
      return ok({
        ...nobody,
        step: session.stage,
        person: { id, name, email, roles: [...roles], language, keys },
        permissions: session.stage === 'in' ? permissionsOf(roles) : [],
        factors: {
          has_password: person.passwordHash !== null,
          passkeys: person.passkeys,
          has_code_app: person.codeAppAddedAt !== null,
          recovery_codes_left: person.recoveryCodesLeft,
        },
        fresh_until: toInstant(session.freshUntil),
        idle_until: toInstant(idleUntil(session)),
        ends_at: toInstant(session.endsAt),
      });
    });
  });

  calls.add(contract.loginPassword, async (body, context) => {
    const attempt = { ...body, ...placeOf(context), former: context.caller };
    const begun = await logInWithPassword(parts, attempt, context.now);
    if (!begun.ok) return refuse(staffRefusal(begun.error));
    context.setSession(begun.value.token);
    return ok({ next: begun.value.next });
  });

  calls.add(contract.loginCode, async (body, context) => {
    const attempt = { code: body.code, recoveryCode: body.recovery_code, ...placeOf(context) };
    const done = await logInWithCode(parts, callerOf(context), attempt, context.now);
    if (!done.ok) return refuse(staffRefusal(done.error));
    context.setSession(done.value.token);
    return ok({ recovery_codes_left: done.value.recoveryCodesLeft });
  });

  calls.add(contract.loginPasskeyOptions, async (_body, context) => {
    const wait = await waitOf(context);
    if (wait) return refuse(wait);
    const request = { keys: [], sessionId: null, origin: context.origin };
    return ok({ options: { ...(await authenticationOptions(parts, request, context.now)) } });
  });

  calls.add(contract.loginPasskey, async (body, context) => {
    const wait = await waitOf(context);
    if (wait) return refuse(wait);
    const { origin, caller: former, now } = context;
    const response = body.response as Credential;
    const done = await logInWithPasskey(parts, { response, origin, former, ...placeOf(context) }, now);
    if (!done.ok) return refuse(staffRefusal(done.error));
    context.setSession(done.value.token);
    return ok({});
  });

  calls.add(contract.logout, async (_body, context) => {
    const { caller } = context;
    if (caller && (await deleteSession(db, caller.tokenHash)) > 0) {
      const entry = { actor: caller.actor, action: 'staff.signed-out' as const, subject: `staff ${caller.actor.id}` };
      await writeAudit(db, { ...entry, private: context.private }, context.now);
    }
    context.setSession(null);
    return ok({});
  });

  calls.add(contract.invite, async ({ token }, context) => {
    const wait = await waitOf(context);
    if (wait) return refuse(wait);
    const invited = await whomInvited(db, token, context.now);
    if (!invited) return refuse(staffRefusal({ kind: 'invite_ended' }));
    const { name, email, roles, expiresAt } = invited;
    return ok({ name, email, roles: [...roles], expires_at: toInstant(expiresAt) });
  });

  calls.add(contract.acceptInvite, async (body, context) => {
    const wait = await waitOf(context);
    if (wait) return refuse(wait);
    const request = { ...body, ...placeOf(context), former: context.caller };
    const begun = await acceptInvite(parts, request, context.now);
    if (!begun.ok) return refuse(staffRefusal(begun.error));
    context.setSession(begun.value.token);
    return ok({ next: 'setup' as const });
  });

  calls.add(contract.passkeyOptions, async (_body, context) => {
    const { session } = callerOf(context);
    const person = (await findStaff(db, session.staffId))!;
    const request = { person, sessionId: session.id, origin: context.origin };
    return ok({ options: { ...(await registrationOptions(parts, request, context.now)) } });
  });

  const answerAdded = (context: OfficeContext, { token, recoveryCodes }: FactorAdded) => {
    if (token !== null) context.setSession(token);
    return ok({ recovery_codes: recoveryCodes });
  };

  calls.add(contract.addPasskey, async (body, context) => {
    const { origin, now } = context;
    const request = { name: body.name, response: body.response as Credential, origin, ...placeOf(context) };
    const added = await addPasskey(parts, callerOf(context), request, now);
    return added.ok ? answerAdded(context, added.value) : refuse(staffRefusal(added.error));
  });

  calls.add(contract.totpSetup, async (_body, context) => {
    const { secret, uri, qrSvg } = await beginCodeApp(parts, callerOf(context), context.now);
    return ok({ secret, uri, qr_svg: qrSvg });
  });

  calls.add(contract.totpConfirm, async ({ code }, context) => {
    const added = await confirmApp(parts, callerOf(context), { code, ...placeOf(context) }, context.now);
    return added.ok ? answerAdded(context, added.value) : refuse(staffRefusal(added.error));
  });

  calls.add(contract.removePasskey, async ({ id }, context) => {
    const removed = await removePasskey(parts, callerOf(context), { id, ...placeOf(context) }, context.now);
    return removed.ok ? ok({}) : refuse(staffRefusal(removed.error));
  });

  calls.add(contract.totpRemove, async (_body, context) => {
    const removed = await removeCodeApp(parts, callerOf(context), placeOf(context), context.now);
    return removed.ok ? ok({}) : refuse(staffRefusal(removed.error));
  });

  calls.add(contract.recoveryCodes, async (_body, context) => {
    const made = await replaceCodes(parts, callerOf(context), placeOf(context), context.now);
    return made.ok ? ok({ recovery_codes: made.value }) : refuse(staffRefusal(made.error));
  });

  calls.add(contract.setPassword, async ({ password }, context) => {
    const set = await setOwnPassword(parts, callerOf(context), { password, ...placeOf(context) }, context.now);
    return set.ok ? ok({}) : refuse(staffRefusal(set.error));
  });

  calls.add(contract.stepUpOptions, async (_body, context) => {
    const { session } = callerOf(context);
    const keys = await passkeysOf(db, session.staffId);
    const request = { keys, sessionId: session.id, origin: context.origin };
    return ok({
      options: keys.length > 0 ? { ...(await authenticationOptions(parts, request, context.now)) } : null,
      has_code_app: (await codeAppOf(db, session.staffId))?.sealed != null,
    });
  });

  calls.add(contract.stepUp, async (body, context) => {
    const response = (body.response ?? null) as Credential | null;
    const proof = { code: body.code, response, origin: context.origin, ...placeOf(context) };
    const done = await stepUp(parts, callerOf(context), proof, context.now);
    if (!done.ok) return refuse(staffRefusal(done.error));
    context.setSession(done.value.token);
    return ok({ fresh_until: toInstant(done.value.freshUntil) });
  });

  calls.add(contract.me, async (_body, context) => {
    const { session } = callerOf(context);
    return await db.read(async (tx) => {
      const person = (await findColleague(tx, session.staffId))!;
      const { id, name, email, roles, language, keys } = person;
      return ok({
        ...{ id, name, email, roles: [...roles], language, keys },
        has_password: person.passwordHash !== null,
        passkeys: (await passkeysOf(tx, id)).map(passkeyView),
        code_app_added_at: toInstantOrNull(person.codeAppAddedAt),
        recovery_codes_left: await recoveryCodesLeft(tx, id),
        sessions: (await sessionsOf(tx, id)).map((one) => sessionView(one, session.id)),
      });
    });
  });

  calls.add(contract.mySettings, async (body, context) => {
    await changeSettings(parts, callerOf(context), body);
    return ok({});
  });

  calls.add(contract.endSession, async ({ id }, context) => {
    const ended = await endOwnSession(parts, callerOf(context), { id, keep: context.remember }, context.now);
    return ended.ok ? ok({}) : refuse(staffRefusal(ended.error));
  });

  calls.add(contract.endOtherSessions, async (_body, context) => {
    return ok({ ended: await endOtherSessions(parts, callerOf(context), context.remember, context.now) });
  });

  calls.add(contract.staffList, async (_body, context) => {
    const { session } = callerOf(context);
    const people = await db.read((tx) => listColleagues(tx, parts.hasDemoPeople));
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
    const invited = await inviteStaff(parts, body, byWhom(context), context.now);
    return invited.ok ? ok({ id: invited.value.id }) : refuse(staffRefusal(invited.error));
  });

  calls.add(contract.staffInviteAgain, async ({ id }, context) => {
    const invited = await inviteAgain(parts, id, byWhom(context), context.now);
    return invited.ok ? ok({}) : refuse(staffRefusal(invited.error));
  });

  calls.add(contract.staffInviteWithdraw, async ({ id }, context) => {
    const withdrawn = await withdrawInvite(parts, id, byWhom(context), context.now);
    return withdrawn.ok ? ok({}) : refuse(staffRefusal(withdrawn.error));
  });

  calls.add(contract.staffRoles, async ({ id, roles }, context) => {
    const changed = await changeRoles(parts, { id, roles }, byWhom(context), context.now);
    return changed.ok ? ok({}) : refuse(staffRefusal(changed.error));
  });

  calls.add(contract.staffSuspend, async ({ id, suspended }, context) => {
    const changed = await suspend(parts, { id, isSuspended: suspended }, byWhom(context), context.now);
    return changed.ok ? ok({}) : refuse(staffRefusal(changed.error));
  });

  calls.add(contract.staffResetFactors, async ({ id }, context) => {
    const reset = await resetSignIn(parts, id, byWhom(context), context.now);
    return reset.ok ? ok({}) : refuse(staffRefusal(reset.error));
  });

  calls.add(contract.staffEndSessions, async ({ id, session }, context) => {
    const ended = await endSessionsOf(parts, { id, sessionId: session ?? null }, byWhom(context), context.now);
    return ended.ok ? ok(ended.value) : refuse(staffRefusal(ended.error));
  });

  calls.add(contract.auditList, async (body, context) => {
    const { session } = callerOf(context);
    const seesStaff = permissionsOf(session.roles).includes('staff.manage');
    const filter = {
      after: body.after ?? null,
      person: body.person ?? null,
      action: body.action,
      subject: body.subject,
      via: body.via ?? null,
      from: body.from ? new Date(body.from) : null,
      until: body.until ? new Date(body.until) : null,
      withoutStaff: !seesStaff,
    };
    return await db.read(async (tx) => {
      const found = await listAudit(tx, filter, AUDIT_PAGE + 1, context.now);
      const shown = found.slice(0, AUDIT_PAGE);
      const people = await listColleagues(tx, parts.hasDemoPeople);
      const actions = await actionsSoFar(tx);
      return ok({
        entries: shown.map(entryView),
        next: found.length > AUDIT_PAGE ? shown.at(-1)!.id : null,
        people: people.map(({ id, name }) => ({ id, name })),
        actions: actions.filter((action) => seesStaff || !action.startsWith('staff.')),
      });
    });
  });
}

const placeOf = ({ ip, device }: OfficeContext): Place => ({ ip, device });

function byWhom(context: OfficeContext): ByWhom {
  const { actor, session } = callerOf(context);
  return { actor, giver: { id: session.staffId, roles: session.roles }, keep: context.remember };
}

const passkeyView = (key: PasskeyRow) => ({
  id: key.id,
  name: key.name,
  added_at: toInstant(key.addedAt),
  last_used_at: toInstantOrNull(key.lastUsedAt),
  is_synced: key.isSynced,
  counter_went_back: key.counterWentBackAt !== null,
});

const sessionView = (session: SessionRow, currentId: number) => ({
  id: session.id,
  device: session.device,
  began_at: toInstant(session.begunAt),
  last_press_at: toInstant(session.lastPressAt),
  ends_at: toInstant(session.endsAt),
  is_current: session.id === currentId,
});

function colleagueView(person: ColleagueRow, ownId: number, now: Date) {
  const { id, name, email, roles, passkeys, inviteEndsAt } = person;
  const invited = inviteEndsAt === null ? 'active' : inviteEndsAt > now ? 'invited' : 'late';
  return {
    ...{ id, name, email, roles: [...roles], passkeys },
    state: person.suspendedAt ? ('suspended' as const) : (invited as 'active' | 'invited' | 'late'),
    has_code_app: person.codeAppAddedAt !== null,
    last_seen_at: toInstantOrNull(person.lastSeenAt),
    invited_at: toInstantOrNull(person.invitedAt),
    invite_ends_at: toInstantOrNull(inviteEndsAt),
    is_me: id === ownId,
  };
}

const entryView = ({
  id,
  at,
  actor,
  staffId,
  via,
  action,
  subject,
  details,
  undoes,
  private: hidden,
}: ListedEntry) => ({
  ...{ id, at: toInstant(at), actor, staff_id: staffId, via, action, subject, details, undoes },
  private: hidden,
});
