import { emailKey, mailboxKey } from '#kernel/email.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Limit, Limits } from '#platform/http/limits.ts';
import { isLoopbackAddress } from '#platform/http/loopback.ts';
import { networkOf } from '#platform/http/network.ts';
import { countTry, forgetTries, subjectHash, takeBackTry } from '#platform/http/rate-limits.ts';
import { isLoginNetwork, rememberLoginNetwork } from './login-network-store.ts';

// A limit only ever makes wait, for the rest of its window, and a known and an unknown email count alike. What counts an account
// over all networks is wide, and does not count where the account is used from, so that nobody can keep its owner out from
// elsewhere; what counts a network is wide, because a hall full of buyers has one address.

/** Seconds to wait, or null when the try is allowed. */
export type Wait = number | null;

/** Counts a try to log in before the password is looked at, so that many at once are counted as well. */
export async function countLogin(db: Queryable, limits: Limits, { email, ip }: LoginTry, now: Date): Promise<Wait> {
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
  // Both are asked for in any case: the time must not tell where an account is used.
  const everywhere = await countTry(db, limits['login-account'], emailKey(email), now);
  const isKnown = network !== null && (await isLoginNetwork(db, loginNetworkHash(limits, email, network), now));
  return everywhere.allowed || isKnown ? null : everywhere.retryAfterSeconds;
}

export interface LoginTry {
  readonly email: string;
  readonly ip: string;
}

/**
 * The password was right: the account's tries are forgotten, the network keeps only the failed ones of others, and is one that this
 * account is used from.
 */
export async function forgiveLogin(db: Queryable, limits: Limits, { email, ip }: LoginTry, now: Date): Promise<void> {
  const network = networkOfVisitor(ip);
  if (network !== null) await takeBackTry(db, limits['login-network'], network, now);
  await letInFrom(db, limits, { email, ip }, now);
}

/** Whoever proves to own the account is let in from their network, whatever others try from elsewhere. */
export async function letInFrom(db: Queryable, limits: Limits, { email, ip }: LoginTry, now: Date): Promise<void> {
  const network = networkOfVisitor(ip);
  await forgetTries(db, limits['login-account'], emailKey(email));
  if (network === null) return;
  await forgetTries(db, limits['login-account-network'], `${emailKey(email)} ${network}`);
  await rememberLoginNetwork(db, loginNetworkHash(limits, email, network), now);
}

/** The hash of an account and a network, under the key of the limit that it lifts. */
const loginNetworkHash = (limits: Limits, email: string, network: string): Buffer =>
  subjectHash(limits['login-account'], `${emailKey(email)}\n${network}`);

/** Counts what ends in a mail to an address that somebody typed. `kind` keeps registering and resetting apart. */
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

/** Counts a wish for another address, which ends in a mail there. */
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

export async function countCode(db: Queryable, limits: Limits, ip: string, now: Date): Promise<Wait> {
  return await countAll(db, ofNetwork(limits['account-code-network'], ip), now);
}

/**
 * Null for this machine itself: behind a proxy that is not configured all visitors have its address, and one of them could lock out
 * all.
 */
const networkOfVisitor = (ip: string): string | null => (isLoopbackAddress(ip) ? null : networkOf(ip));

function ofNetwork(limit: Limit, ip: string): [Limit, string][] {
  const network = networkOfVisitor(ip);
  return network === null ? [] : [[limit, network]];
}

async function countAll(db: Queryable, counts: readonly (readonly [Limit, string])[], now: Date): Promise<Wait> {
  for (const [one, subject] of counts) {
    const answer = await countTry(db, one, subject, now);
    if (!answer.allowed) return answer.retryAfterSeconds;
  }
  return null;
}
