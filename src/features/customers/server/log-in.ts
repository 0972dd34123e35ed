import { ok, type Result, refuse } from '#kernel/result.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { matchesUnlessBusy } from '#platform/secrets/passwords.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import { clearFailedLogins, countLogin } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';
import { findCustomerByEmail, keepGeneratedPassword, lockCustomer, replaceHash } from './customer-store.ts';
import { insertLoginToken } from './login-token-store.ts';
import { deleteLinks } from './single-use-link-store.ts';

export type LogInRefusal =
  | { readonly kind: 'login_failed' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number }
  | { readonly kind: 'busy' };

/**
 * A wrong email and a wrong, expired or missing password get the same refusal after the same work. The first use of a
 * generated password stops its expiry and invalidates the login link that was sent with it.
 */
export async function logIn(
  parts: AccountParts,
  attempt: { readonly email: string; readonly password: string; readonly ip: string },
  now: Date,
): Promise<Result<{ token: string; customerId: number }, LogInRefusal>> {
  const { db, passwords, limits } = parts;
  const wait = await countLogin(db, limits, attempt, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });

  const customer = await findCustomerByEmail(db, attempt.email);
  const hasExpired = customer?.passwordExpiresAt != null && customer.passwordExpiresAt <= now;
  const storedHash = customer && !hasExpired ? customer.passwordHash : null;
  const matches = await matchesUnlessBusy(passwords, storedHash, attempt.password);
  if (matches === 'busy') return refuse({ kind: 'busy' });
  if (!matches || !customer || !storedHash) return refuse({ kind: 'login_failed' });

  const token = randomToken();
  const isStillRight = await db.transaction(async (tx) => {
    // A password that was replaced during the check must no longer log in.
    const current = await lockCustomer(tx, customer.id);
    if (current?.passwordHash !== storedHash) return false;
    await insertLoginToken(tx, tokenHash(token), customer.id, now);
    if (current.passwordExpiresAt) {
      await keepGeneratedPassword(tx, customer.id);
      await deleteLinks(tx, customer.id, ['login']);
    }
    return true;
  });
  if (!isStillRight) return refuse({ kind: 'login_failed' });
  await clearFailedLogins(db, limits, attempt, now);
  if (passwords.isOutdated(storedHash)) {
    await replaceHash(db, customer.id, storedHash, await passwords.hash(attempt.password));
  }
  return ok({ token, customerId: customer.id });
}
