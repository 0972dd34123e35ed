import { ok, refuse } from '#kernel/result.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import * as contract from '../office-contract/own-account.ts';
import { codeAppOf, passkeysOf, recoveryCodesLeft } from './factor-store.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext } from './office-calls.ts';
import { passkeyView, placeOf, sessionView } from './office-views.ts';
import { changeSettings, endOtherSessions, endOwnSession, setOwnPassword } from './own-account.ts';
import { authenticationOptions, type Credential, registrationOptions } from './passkeys.ts';
import { sessionsOf } from './session-store.ts';
import {
  addPasskey,
  beginCodeApp,
  confirmApp,
  type FactorAdded,
  removeCodeApp,
  removePasskey,
  replaceCodes,
} from './set-up-factors.ts';
import type { StaffParts } from './staff-parts.ts';
import { staffRefusal } from './staff-refusals.ts';
import { findColleague, findStaff } from './staff-store.ts';
import { stepUp } from './step-up.ts';

export function addOwnAccountCalls(calls: OfficeCallRegistry, parts: StaffParts): void {
  const { db } = parts;

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
      const { id, name, email, roles, language, usesShortcuts } = person;
      return ok({
        ...{ id, name, email, roles: [...roles], language, uses_shortcuts: usesShortcuts },
        has_password: person.passwordHash !== null,
        passkeys: (await passkeysOf(tx, id)).map(passkeyView),
        code_app_added_at: toInstantOrNull(person.codeAppAddedAt),
        recovery_codes_left: await recoveryCodesLeft(tx, id),
        sessions: (await sessionsOf(tx, id)).map((one) => sessionView(one, session.id)),
      });
    });
  });

  calls.add(contract.mySettings, async ({ language, uses_shortcuts: usesShortcuts }, context) => {
    await changeSettings(parts, callerOf(context), { language, usesShortcuts });
    return ok({});
  });

  calls.add(contract.endSession, async ({ id }, context) => {
    const ended = await endOwnSession(parts, callerOf(context), { id, remember: context.remember }, context.now);
    return ended.ok ? ok({}) : refuse(staffRefusal(ended.error));
  });

  calls.add(contract.endOtherSessions, async (_body, context) => {
    return ok({ ended: await endOtherSessions(parts, callerOf(context), context.remember, context.now) });
  });
}
