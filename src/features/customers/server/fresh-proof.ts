import { markedText } from '#kernel/language.ts';
import type { Db } from '#platform/db/db.ts';
import type { Caller } from '#platform/http/calls.ts';
import type { Limits } from '#platform/http/limits.ts';
import { clearAttempts, countAttempt } from '#platform/http/rate-limits.ts';
import { type HttpRefusal, invalidFields, tooMany } from '#platform/http/refusal.ts';
import {
  BUSY_WITH_PASSWORDS,
  matchesUnlessBusy,
  type Passwords,
  sharedPasswords,
} from '#platform/secrets/passwords.ts';
import { needsFreshProof } from '../domain/fresh-proof.ts';
import { findCustomer } from './customer-store.ts';
import { recordProof } from './login-token-store.ts';

export interface ProofParts {
  readonly db: Db;
  readonly limits: Limits;
  /** By default the one that the whole process shares. */
  readonly passwords?: Passwords;
}

const PROOF_NEEDED = markedText('Please enter your password to confirm that it is you.');
export const WRONG_PASSWORD = markedText('Your current password is not correct.');

/**
 * Returns null if the call may continue. A recent login is enough, and so is the password, which then counts for the
 * next few minutes, too. Otherwise returns 403 with `errors.password`: the caller is known but must give the password.
 */
export async function missingProof(
  { db, limits, passwords = sharedPasswords() }: ProofParts,
  caller: Caller,
  password: string,
  now: Date,
): Promise<HttpRefusal | null> {
  if (!needsFreshProof(caller, now)) return null;
  if (!password) return { status: 403, message: PROOF_NEEDED, errors: { password: [PROOF_NEEDED] } };
  const limit = limits['account-password'];
  const tries = await countAttempt(db, limit, String(caller.customerId), now);
  if (!tries.allowed) return tooMany(tries.retryAfterSeconds);
  const customer = await findCustomer(db, caller.customerId);
  const matches = await matchesUnlessBusy(passwords, customer?.passwordHash ?? null, password);
  if (matches === 'busy') return BUSY_WITH_PASSWORDS;
  if (!matches) return invalidFields([{ field: 'password', message: WRONG_PASSWORD }]);
  await clearAttempts(db, limit, String(caller.customerId));
  await recordProof(db, caller.tokenHash, now);
  return null;
}
