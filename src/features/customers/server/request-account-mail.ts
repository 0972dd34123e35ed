import { safeFromPath } from '#kernel/from-path.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { countMail } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';
import { insertAccountRequest } from './account-request-store.ts';

export interface TooManyAttempts {
  readonly kind: 'too_many_attempts';
  readonly waitSeconds: number;
}

/**
 * Requests a registration. Whether the address is known is checked after the response (answer-account-requests), so
 * that the response and its timing reveal nothing. `remember` stores the response in the same transaction.
 */
export async function requestRegistration(
  { db, limits }: AccountParts,
  wanted: {
    readonly fullName: string;
    readonly email: string;
    readonly from: string;
    readonly cart: string | null;
    readonly ip: string;
  },
  now: Date,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<null, TooManyAttempts>> {
  const { fullName, email, cart } = wanted;
  const wait = await countMail(db, limits, { kind: 'register', email, ip: wanted.ip }, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  const payload = { from: safeFromPath(wanted.from), cart };
  await db.transaction(async (tx) => {
    await insertAccountRequest(tx, { kind: 'register', email, fullName, payload }, now);
    await remember(tx);
  });
  return ok(null);
}

/** Requests a password reset, in the same way as a registration. */
export async function requestPasswordReset(
  { db, limits }: AccountParts,
  wanted: { readonly email: string; readonly ip: string },
  now: Date,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<null, TooManyAttempts>> {
  const { email } = wanted;
  const wait = await countMail(db, limits, { kind: 'reset', email, ip: wanted.ip }, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  await db.transaction(async (tx) => {
    await insertAccountRequest(tx, { kind: 'reset', email }, now);
    await remember(tx);
  });
  return ok(null);
}
