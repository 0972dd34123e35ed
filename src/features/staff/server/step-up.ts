import { ok, type Result, refuse } from '#kernel/result.ts';
import { writeAudit } from './audit-log-store.ts';
import { type Place, refreshSession } from './begin-session.ts';
import { type CodeRefusal, checkCode } from './check-code.ts';
import type { OfficeCaller } from './office-calls.ts';
import { type Credential, checkAuthentication } from './passkeys.ts';
import type { StaffParts } from './staff-parts.ts';

export type StepUpRefusal = CodeRefusal | { readonly kind: 'passkey_failed' | 'session_moved_on' };

/** Accepts a fresh proof of identity, which counts for five minutes. A recovery code is not enough. */
export async function stepUp(
  parts: StaffParts,
  caller: OfficeCaller,
  proof: Place & { readonly code: string; readonly response: Credential | null; readonly origin: string },
  now: Date,
): Promise<Result<{ token: string; freshUntil: Date }, StepUpRefusal>> {
  const { actor, session } = caller;
  const { ip, device, response } = proof;
  const subject = `staff ${session.staffId}`;
  const where = { ip, device };
  const failure = response
    ? await whyNotByPasskey(parts, caller, { response, origin: proof.origin }, now)
    : await whyNotByCode(parts, caller, proof.code, now);
  if (failure) {
    await writeAudit(parts.db, { actor, action: 'staff.step-up-failed', subject, private: where }, now);
    return refuse(failure);
  }
  return await parts.db.transaction(async (tx) => {
    const refreshed = await refreshSession(tx, caller, now);
    if (!refreshed) return refuse({ kind: 'session_moved_on' as const });
    const details = { by: response ? 'passkey' : 'code' };
    await writeAudit(tx, { actor, action: 'staff.stepped-up', subject, details, private: where }, now);
    return ok(refreshed);
  });
}

async function whyNotByPasskey(
  parts: StaffParts,
  { session }: OfficeCaller,
  proof: { readonly response: Credential; readonly origin: string },
  now: Date,
): Promise<StepUpRefusal | null> {
  const key = await checkAuthentication(parts, { ...proof, sessionId: session.id }, now);
  return key?.staffId === session.staffId ? null : { kind: 'passkey_failed' };
}

async function whyNotByCode(
  parts: StaffParts,
  { session }: OfficeCaller,
  code: string,
  now: Date,
): Promise<StepUpRefusal | null> {
  const checked = await checkCode(parts, session.staffId, { code }, now);
  return checked.ok ? null : checked.error;
}
