import type { Tx } from '#platform/db/db.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import { after, FRESH_MS, lengthOfStage, type Stage } from '../domain/session-rules.ts';
import { writeAudit } from './audit-log-store.ts';
import { mailStaffNotice } from './mail-staff-notice.ts';
import type { OfficeCaller } from './office-calls.ts';
import { deleteSession, insertSession, renewSession, touchSession } from './session-store.ts';
import type { StaffParts } from './staff-parts.ts';
import { noteDevice } from './staff-store.ts';

/** Where somebody signs in from. */
export interface Place {
  readonly ip: string;
  readonly device: string;
}

export interface NewSession {
  /** For the cookie; the database has its hash. */
  readonly token: string;
  readonly id: number;
}

/** A session for setting up the first factor is fresh until it ends; signing in counts as a fresh proof. */
function timesOf(stage: Stage, now: Date): { endsAt: Date; freshUntil: Date } {
  const endsAt = after(now, lengthOfStage(stage));
  return { endsAt, freshUntil: stage === 'setup' ? endsAt : stage === 'in' ? after(now, FRESH_MS) : now };
}

/**
 * Begins a session under a new token and ends the one that this browser had. A token never comes from the browser, so
 * nobody can plant one.
 */
export async function beginSession(
  tx: Tx,
  { staffId, stage, former, ip, device }: Place & { staffId: number; stage: Stage; former: OfficeCaller | null },
  now: Date,
): Promise<NewSession> {
  if (former) await deleteSession(tx, former.tokenHash);
  const token = randomToken();
  const hash = tokenHash(token);
  const id = await insertSession(
    tx,
    { staffId, tokenHash: hash, stage, ...timesOf(stage, now), device, ip: ip.slice(0, 80) },
    now,
  );
  return { token, id };
}

/** Moves a session to its next stage, under a new token. Null if another call did so first. */
export async function advanceSession(tx: Tx, caller: OfficeCaller, stage: Stage, now: Date): Promise<string | null> {
  const token = randomToken();
  const next = { tokenHash: tokenHash(token), stage, ...timesOf(stage, now) };
  return (await renewSession(tx, { id: caller.session.id, tokenHash: caller.tokenHash }, next, now)) ? token : null;
}

/** Records a fresh proof under a new token. The time at which the session ends does not change. */
export async function refreshSession(
  tx: Tx,
  caller: OfficeCaller,
  now: Date,
): Promise<{ token: string; freshUntil: Date } | null> {
  const token = randomToken();
  const freshUntil = after(now, FRESH_MS);
  const { id, endsAt } = caller.session;
  const next = { tokenHash: tokenHash(token), stage: 'in', endsAt, freshUntil } as const;
  return (await renewSession(tx, { id, tokenHash: caller.tokenHash }, next, now)) ? { token, freshUntil } : null;
}

/** Records that somebody has signed in. Mails them about a new browser, unless they just set up their first factor. */
export async function noteSignedIn(
  tx: Tx,
  parts: StaffParts,
  signedIn: Place & {
    readonly staffId: number;
    readonly name: string;
    readonly sessionId: number;
    readonly by: 'passkey' | 'code' | 'recovery-code' | 'first-factor';
  },
  now: Date,
): Promise<void> {
  const { staffId, name, sessionId, by, ip, device } = signedIn;
  await touchSession(tx, { id: sessionId, staffId }, now);
  const isNew = await noteDevice(tx, staffId, device, now);
  const actor = { kind: 'staff', id: staffId, name, sessionId } as const;
  const details = { by, ...(isNew && { new_device: true }) };
  const subject = `staff ${staffId}`;
  await writeAudit(tx, { actor, action: 'staff.signed-in', subject, details, private: { ip, device } }, now);
  if (isNew && by !== 'first-factor')
    await mailStaffNotice(tx, parts, { staffId, what: { kind: 'new-device', device } }, now);
}
