import { Secret, TOTP } from 'otpauth';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { codeAppOf, sealContext, spendRecoveryCode, spendStep } from './factor-store.ts';
import { countCode, forgiveCodes } from './login-limits.ts';
import { recoveryHash } from './recovery-hash.ts';
import type { StaffParts } from './staff-parts.ts';

export type CodeRefusal =
  | { readonly kind: 'code_wrong' }
  | { readonly kind: 'recovery_code_wrong' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

const STEP_SECONDS = 30;
const DIGITS = 6;

/** RFC 6238 as all apps implement it. */
export const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS });

/** 160 random bits, as long as the hash. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the time step of a code, which may be one step early or late; null if the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta;
}

/**
 * Checks a code of the app, which works once, or a recovery code. Attempts count before they are checked, so that
 * simultaneous ones count too; the right code resets the count.
 */
export async function checkCode(
  parts: StaffParts,
  staffId: number,
  { code, recoveryCode }: { readonly code: string; readonly recoveryCode?: string },
  now: Date,
): Promise<Result<{ by: 'code' | 'recovery-code' }, CodeRefusal>> {
  const { db, limits } = parts;
  const wait = await countCode(db, limits, staffId, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  const by = recoveryCode ? 'recovery-code' : 'code';
  const isRight = recoveryCode
    ? await spendRecoveryCode(db, staffId, recoveryHash(staffId, recoveryCode), now)
    : await isCodeOfApp(parts, db, staffId, code, now);
  if (!isRight) return refuse({ kind: recoveryCode ? 'recovery_code_wrong' : 'code_wrong' });
  await forgiveCodes(db, limits, staffId);
  return ok({ by });
}

async function isCodeOfApp(
  { codeSealer }: StaffParts,
  db: Queryable,
  staffId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const app = await codeAppOf(db, staffId);
  if (!app?.sealed) return false;
  const step = stepOf(codeSealer.open(app.sealed, sealContext(staffId)), code, now);
  return step !== null && (await spendStep(db, staffId, step));
}
