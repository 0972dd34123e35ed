import { safeFromPath } from '#kernel/from-path.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { countMail } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';
import { insertAccountRequest } from './account-request-store.ts';

export interface TooManyTries {
  readonly kind: 'too_many_tries';
  readonly waitSeconds: number;
}

/**
 * Notes that somebody wants an account. Whether the address is known is found out after the answer (answer-account-requests),
 * so that the answer and its time are the same for both.
 */
export async function askToRegister(
  { db, limits }: AccountParts,
  wish: {
    readonly fullName: string;
    readonly email: string;
    readonly from: string;
    readonly cart: string | null;
    readonly ip: string;
  },
  now: Date,
): Promise<Result<null, TooManyTries>> {
  const { fullName, email, cart } = wish;
  const wait = await countMail(db, limits, { kind: 'register', email, ip: wish.ip }, now);
  if (wait !== null) return refuse({ kind: 'too_many_tries', waitSeconds: wait });
  const payload = { from: safeFromPath(wish.from), cart };
  await insertAccountRequest(db, { kind: 'register', email, fullName, payload }, now);
  return ok(null);
}

/** Notes that somebody wants a new password; the same holds. */
export async function askForPasswordReset(
  { db, limits }: AccountParts,
  wish: { readonly email: string; readonly ip: string },
  now: Date,
): Promise<Result<null, TooManyTries>> {
  const { email } = wish;
  const wait = await countMail(db, limits, { kind: 'reset', email, ip: wish.ip }, now);
  if (wait !== null) return refuse({ kind: 'too_many_tries', waitSeconds: wait });
  await insertAccountRequest(db, { kind: 'reset', email }, now);
  return ok(null);
}
