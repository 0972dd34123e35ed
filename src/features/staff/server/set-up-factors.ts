import QRCode from 'qrcode';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { writeAudit } from './audit-log-store.ts';
import { advanceSession, noteSignedIn, type Place } from './begin-session.ts';
import { newTotpSecret, stepOf, totpOf } from './check-code.ts';
import {
  codeAppOf,
  confirmCodeApp,
  deleteCodeApp,
  deletePasskey,
  insertPasskey,
  passkeysOf,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  savePendingCodeApp,
  sealContext,
} from './factor-store.ts';
import { deleteInvite } from './invite-store.ts';
import { countCode, forgiveCodes } from './login-limits.ts';
import { mailStaffNotice } from './mail-staff-notice.ts';
import type { OfficeCaller } from './office-calls.ts';
import { type Credential, checkRegistration } from './passkeys.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-hash.ts';
import type { StaffNotice } from './staff-mails.ts';
import type { StaffParts } from './staff-parts.ts';
import { lockStaff, type StaffRow } from './staff-store.ts';

export type FactorRefusal =
  | { readonly kind: 'passkey_failed' }
  | { readonly kind: 'passkey_known' }
  | { readonly kind: 'unknown_passkey' }
  | { readonly kind: 'code_wrong' }
  | { readonly kind: 'code_app_not_begun' }
  | { readonly kind: 'no_code_app' }
  | { readonly kind: 'last_factor' }
  | { readonly kind: 'no_password' }
  | { readonly kind: 'session_moved_on' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

type FactorNotice = Exclude<StaffNotice, { kind: 'new-device' | 'recovery-code-used' }>;

export interface FactorAdded {
  /** A new token, if this was the first factor and so completed signing in. */
  readonly token: string | null;
  /** New recovery codes; null if the person has no password or has codes left. */
  readonly recoveryCodes: string[] | null;
}

/** A code app that is not confirmed is forgotten after this many milliseconds. */
export const PENDING_MS = 60 * 60_000;

export async function addPasskey(
  parts: StaffParts,
  caller: OfficeCaller,
  request: Place & { readonly name: string; readonly response: Credential; readonly origin: string },
  now: Date,
): Promise<Result<FactorAdded, FactorRefusal>> {
  const { id: sessionId, staffId } = caller.session;
  const key = await checkRegistration(parts, { ...request, sessionId }, now);
  if (!key) return refuse({ kind: 'passkey_failed' });
  return await parts.db.transaction(async (tx) => {
    const person = (await lockStaff(tx, staffId))!;
    const name = request.name || request.device;
    if (!(await insertPasskey(tx, { ...key, staffId, name }, now))) return refuse({ kind: 'passkey_known' as const });
    return await factorAdded(tx, parts, caller, person, { notice: { kind: 'passkey-added', name }, ...request }, now);
  });
}

/** Returns the secret for an app to read. It becomes valid once one of its codes is entered. */
export async function beginCodeApp(
  parts: StaffParts,
  { session }: OfficeCaller,
  now: Date,
): Promise<{ secret: string; uri: string; qrSvg: string }> {
  const secret = newTotpSecret();
  const { name } = await parts.shop();
  const sealed = parts.codeSealer.seal(secret, sealContext(session.staffId));
  await parts.db.transaction((tx) => savePendingCodeApp(tx, session.staffId, sealed, now));
  const uri = totpOf(secret, { issuer: `${name} Office`, label: session.email }).toString();
  return { secret, uri, qrSvg: await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

export async function confirmApp(
  parts: StaffParts,
  caller: OfficeCaller,
  request: Place & { readonly code: string },
  now: Date,
): Promise<Result<FactorAdded, FactorRefusal>> {
  const { staffId } = caller.session;
  const wait = await countCode(parts.db, parts.limits, staffId, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  const done = await parts.db.transaction(async (tx): Promise<Result<FactorAdded, FactorRefusal>> => {
    const person = (await lockStaff(tx, staffId))!;
    const app = await codeAppOf(tx, staffId);
    const isOpen = app?.pendingSince && now.getTime() - app.pendingSince.getTime() < PENDING_MS;
    if (!app?.pendingSealed || !isOpen) return refuse({ kind: 'code_app_not_begun' });
    const step = stepOf(parts.codeSealer.open(app.pendingSealed, sealContext(staffId)), request.code, now);
    if (step === null) return refuse({ kind: 'code_wrong' });
    await confirmCodeApp(tx, staffId, step, now);
    return await factorAdded(tx, parts, caller, person, { notice: { kind: 'code-app-added' }, ...request }, now);
  });
  if (done.ok) await forgiveCodes(parts.db, parts.limits, staffId);
  return done;
}

/**
 * Notes a new factor. With the first one the invitation ends, and the session that set it up becomes a complete one.
 */
async function factorAdded(
  tx: Tx,
  parts: StaffParts,
  caller: OfficeCaller,
  person: StaffRow,
  { notice, ip, device }: Place & { readonly notice: FactorNotice },
  now: Date,
): Promise<Result<FactorAdded, FactorRefusal>> {
  const { session, actor } = caller;
  const subject = `staff ${person.id}`;
  await writeAudit(tx, { actor, action: `staff.${notice.kind}`, subject, private: { ip, device } }, now);
  await mailStaffNotice(tx, parts, { staffId: person.id, what: notice }, now);
  const needsCodes = person.passwordHash !== null && (await recoveryCodesLeft(tx, person.id)) === 0;
  const recoveryCodes = needsCodes ? await makeRecoveryCodes(tx, person.id) : null;
  if (session.stage === 'in') return ok({ token: null, recoveryCodes });
  const token = await advanceSession(tx, caller, 'in', now);
  if (token === null) return refuse({ kind: 'session_moved_on' });
  await deleteInvite(tx, person.id);
  const signedIn = { staffId: person.id, name: person.name, sessionId: session.id, ip, device };
  await noteSignedIn(tx, parts, { ...signedIn, by: 'first-factor' }, now);
  return ok({ token, recoveryCodes });
}

async function makeRecoveryCodes(tx: Tx, staffId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    staffId,
    codes.map((code) => recoveryHash(staffId, code)),
  );
  return codes;
}

/** Replaces the recovery codes. They only work with a password, so the person must have one. */
export function replaceCodes(
  parts: StaffParts,
  { session, actor }: OfficeCaller,
  place: Place,
  now: Date,
): Promise<Result<string[], FactorRefusal>> {
  return parts.db.transaction(async (tx) => {
    const person = (await lockStaff(tx, session.staffId))!;
    if (person.passwordHash === null) return refuse({ kind: 'no_password' as const });
    const codes = await makeRecoveryCodes(tx, person.id);
    const entry = {
      actor,
      action: 'staff.recovery-codes-replaced' as const,
      subject: `staff ${person.id}`,
      private: place,
    };
    await writeAudit(tx, entry, now);
    await mailStaffNotice(tx, parts, { staffId: person.id, what: { kind: 'recovery-codes-replaced' } }, now);
    return ok(codes);
  });
}

/** The last factor stays: without one, nobody could sign in again. */
export function removePasskey(
  parts: StaffParts,
  caller: OfficeCaller,
  request: Place & { readonly id: number },
  now: Date,
): Promise<Result<null, FactorRefusal>> {
  return parts.db.transaction(async (tx) => {
    const person = (await lockStaff(tx, caller.session.staffId))!;
    const removed = await deletePasskey(tx, person.id, request.id);
    if (!removed) return refuse({ kind: 'unknown_passkey' as const });
    return await factorRemoved(
      tx,
      parts,
      caller,
      person,
      { notice: { kind: 'passkey-removed', ...removed }, ...request },
      now,
    );
  });
}

export function removeCodeApp(
  parts: StaffParts,
  caller: OfficeCaller,
  place: Place,
  now: Date,
): Promise<Result<null, FactorRefusal>> {
  return parts.db.transaction(async (tx) => {
    const person = (await lockStaff(tx, caller.session.staffId))!;
    const hadOne = (await codeAppOf(tx, person.id))?.sealed != null;
    await deleteCodeApp(tx, person.id);
    if (!hadOne) return refuse({ kind: 'no_code_app' as const });
    return await factorRemoved(tx, parts, caller, person, { notice: { kind: 'code-app-removed' }, ...place }, now);
  });
}

async function factorRemoved(
  tx: Tx,
  parts: StaffParts,
  { actor }: OfficeCaller,
  { id, passwordHash }: StaffRow,
  { notice, ip, device }: Place & { readonly notice: FactorNotice },
  now: Date,
): Promise<Result<null, FactorRefusal>> {
  const canUseCodes = passwordHash !== null && (await codeAppOf(tx, id))?.sealed != null;
  if (!canUseCodes && (await passkeysOf(tx, id)).length === 0) return refuse({ kind: 'last_factor' });
  await writeAudit(tx, { actor, action: `staff.${notice.kind}`, subject: `staff ${id}`, private: { ip, device } }, now);
  await mailStaffNotice(tx, parts, { staffId: id, what: notice }, now);
  return ok(null);
}
