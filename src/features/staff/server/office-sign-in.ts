import { ok, refuse } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { permissionsOf } from '../domain/permissions.ts';
import { idleUntil } from '../domain/session-rules.ts';
import * as contract from '../office-contract/sign-in.ts';
import { acceptInvite, invitedPerson } from './accept-invite.ts';
import { writeAudit } from './audit-log-store.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';
import { logInWithPassword } from './log-in-with-password.ts';
import { countStaffNetwork } from './login-limits.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext } from './office-calls.ts';
import { placeOf } from './office-views.ts';
import { authenticationOptions, type Credential } from './passkeys.ts';
import { deleteSession } from './session-store.ts';
import type { StaffParts } from './staff-parts.ts';
import { staffRefusal } from './staff-refusals.ts';
import { findColleague } from './staff-store.ts';

export function addSignInCalls(calls: OfficeCallRegistry, parts: StaffParts): void {
  const { db, limits } = parts;

  /** Returns a refusal if the network has tried passkeys or invitation links too often. */
  const waitOf = async ({ ip, now }: OfficeContext) => {
    const waitSeconds = await countStaffNetwork(db, limits, ip, now);
    return waitSeconds === null ? null : staffRefusal({ kind: 'too_many_attempts', waitSeconds });
  };

  calls.add(contract.session, async (_body, { caller, language: { tag: language } }) => {
    const shop = await parts.shop();
    const nobody = {
      shop_name: shop.name,
      language,
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
      const { id, name, email, roles, usesShortcuts } = person;
      return ok({
        ...nobody,
        step: session.stage,
        person: { id, name, email, roles: [...roles], language: person.language, uses_shortcuts: usesShortcuts },
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
    if (caller) {
      await db.transaction(async (tx) => {
        if ((await deleteSession(tx, caller.tokenHash)) === 0) return;
        const entry = { actor: caller.actor, action: 'staff.signed-out' as const, subject: `staff ${caller.actor.id}` };
        await writeAudit(tx, { ...entry, private: context.private }, context.now);
      });
    }
    context.setSession(null);
    return ok({});
  });

  calls.add(contract.invite, async ({ token }, context) => {
    const wait = await waitOf(context);
    if (wait) return refuse(wait);
    const invited = await invitedPerson(db, token, context.now);
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
}
