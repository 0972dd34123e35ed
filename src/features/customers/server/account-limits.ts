import { emailKey, mailboxKey } from '#kernel/email.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Limit, Limits } from '#platform/http/limits.ts';
import { isLoopbackAddress } from '#platform/http/loopback.ts';
import { networkOf } from '#platform/http/network.ts';
import { clearAttempts, countAttempt, subjectHash, uncountAttempt } from '#platform/http/rate-limits.ts';
import { isLoginNetwork, rememberLoginNetwork } from './login-network-store.ts';

// A limit only delays until the end of its window, and treats known and unknown emails alike. The limit per account
// over all networks is generous and does not apply to networks that the account is used from, so that nobody can lock
// its owner out from elsewhere. The limit per network is generous, because a hall full of buyers shares one address.

/** The seconds to wait; null if the attempt is allowed. */
export type Wait = number | null;

/** Counts a login before the password is checked, so that concurrent attempts count too. */
export async function countLogin(db: Queryable, limits: Limits, { email, ip }: LoginAttempt, now: Date): Promise<Wait> {
  const network = networkOfVisitor(ip);
  const wait = await countAll(
    db,
    network === null
      ? []
      : [
          [limits['login-network'], network],
          [limits['login-account-network'], `${emailKey(email)} ${network}`],
        ],
    now,
  );
  if (wait !== null) return wait;
  // Always run both queries: the response time must not reveal where an account is used.
  const everywhere = await countAttempt(db, limits['login-account'], emailKey(email), now);
  const isKnown = network !== null && (await isLoginNetwork(db, loginNetworkHash(limits, email, network), now));
  return everywhere.allowed || isKnown ? null : everywhere.retryAfterSeconds;
}

export interface LoginAttempt {
  readonly email: string;
  readonly ip: string;
}

/**
 * Clears the account's attempts after a correct password, and remembers the network for it. Other accounts' failures on
 * the network still count.
 */
export async function clearFailedLogins(
  db: Queryable,
  limits: Limits,
  { email, ip }: LoginAttempt,
  now: Date,
): Promise<void> {
  const network = networkOfVisitor(ip);
  if (network !== null) await uncountAttempt(db, limits['login-network'], network, now);
  await trustNetwork(db, limits, { email, ip }, now);
}

/** Allows logins to the account from this network, regardless of attempts from elsewhere. */
export async function trustNetwork(
  db: Queryable,
  limits: Limits,
  { email, ip }: LoginAttempt,
  now: Date,
): Promise<void> {
  const network = networkOfVisitor(ip);
  await clearAttempts(db, limits['login-account'], emailKey(email));
  if (network === null) return;
  await clearAttempts(db, limits['login-account-network'], `${emailKey(email)} ${network}`);
  await rememberLoginNetwork(db, loginNetworkHash(limits, email, network), now);
}

/** Hashed like the subjects of the limit that it lifts. */
const loginNetworkHash = (limits: Limits, email: string, network: string): Buffer =>
  subjectHash(limits['login-account'], `${emailKey(email)}\n${network}`);

/**
 * Counts a mail to an address that somebody typed. For the address, registrations and resets (`kind`) count separately;
 * for the network, they count together.
 */
export async function countMail(
  db: Queryable,
  limits: Limits,
  mail: { kind: string; email: string; ip: string },
  now: Date,
): Promise<Wait> {
  return await countAll(
    db,
    [
      ...ofNetwork(limits['account-mail-network'], mail.ip),
      [limits['account-mail-address'], `${mail.kind} ${mailboxKey(mail.email)}`],
    ],
    now,
  );
}

/** Counts a change of the email address, because each sends a mail to the new one. */
export async function countEmailChange(
  db: Queryable,
  limits: Limits,
  { customerId, email, ip }: { readonly customerId: number; readonly email: string; readonly ip: string },
  now: Date,
): Promise<Wait> {
  return await countAll(
    db,
    [
      ...ofNetwork(limits['account-mail-network'], ip),
      [limits['change-email'], String(customerId)],
      [limits['account-mail-address'], `email ${mailboxKey(email)}`],
    ],
    now,
  );
}

/** Counts the use of an emailed link or code. */
export async function countCode(db: Queryable, limits: Limits, ip: string, now: Date): Promise<Wait> {
  return await countAll(db, ofNetwork(limits['account-code-network'], ip), now);
}

/**
 * Returns the visitor's network. Null for the local machine: behind an unconfigured proxy all visitors share its
 * address, and one of them could lock out all the others.
 */
const networkOfVisitor = (ip: string): string | null => (isLoopbackAddress(ip) ? null : networkOf(ip));

function ofNetwork(limit: Limit, ip: string): [Limit, string][] {
  const network = networkOfVisitor(ip);
  return network === null ? [] : [[limit, network]];
}

async function countAll(db: Queryable, counts: readonly (readonly [Limit, string])[], now: Date): Promise<Wait> {
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(db, limit, subject, now);
    if (!answer.allowed) return answer.retryAfterSeconds;
  }
  return null;
}
