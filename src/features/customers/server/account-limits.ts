import { emailKey } from '#kernel/email.ts';
import type { Queryable } from '#platform/db/db.ts';
import { networkOf } from '#platform/http/network.ts';
import { countTry, forgetTries, type Limit, takeBackTry } from '#platform/http/rate-limits.ts';

const limit = (name: string, tries: number, minutes: number): Limit => ({ name, tries, windowSeconds: minutes * 60 });

/**
 * How often what may be tried. A limit only ever makes wait, for the rest of its window, and a known and an unknown email
 * count alike. What counts an account over all networks is wide, so that nobody can keep its owner out from elsewhere;
 * what counts a network is wide, because a hall full of buyers has one address.
 */
export const accountLimits = {
  loginOfAccountFromNetwork: limit('login-account-network', 10, 5),
  loginOfAccount: limit('login-account', 100, 60),
  /** Failed ones only. */
  loginFromNetwork: limit('login-network', 100, 15),
  mailToAddress: limit('account-mail-address', 5, 60),
  mailFromNetwork: limit('account-mail-network', 60, 60),
  codeFromNetwork: limit('account-code-network', 30, 15),
  passwordOfCustomer: limit('account-password', 10, 5),
} as const satisfies Record<string, Limit>;

export type AccountLimits = Record<keyof typeof accountLimits, Limit>;

/** Seconds to wait, or null when the try is allowed. */
export type Wait = number | null;

/** Counts a try to log in before the password is looked at, so that many at once are counted as well. */
export async function countLogin(
  db: Queryable,
  limits: AccountLimits,
  who: { email: string; ip: string },
  now: Date,
): Promise<Wait> {
  return await countAll(
    db,
    [
      [limits.loginFromNetwork, networkOf(who.ip)],
      [limits.loginOfAccountFromNetwork, `${emailKey(who.email)} ${networkOf(who.ip)}`],
      [limits.loginOfAccount, emailKey(who.email)],
    ],
    now,
  );
}

/** The password was right: the account's tries are forgotten, and the network keeps only the failed ones of others. */
export async function forgiveLogin(
  db: Queryable,
  limits: AccountLimits,
  who: { email: string; ip: string },
  now: Date,
): Promise<void> {
  await takeBackTry(db, limits.loginFromNetwork, networkOf(who.ip), now);
  await forgetTries(db, limits.loginOfAccountFromNetwork, `${emailKey(who.email)} ${networkOf(who.ip)}`);
  await forgetTries(db, limits.loginOfAccount, emailKey(who.email));
}

/** Counts what ends in a mail to an address that somebody typed. `kind` keeps registering and resetting apart. */
export async function countMail(
  db: Queryable,
  limits: AccountLimits,
  mail: { kind: string; email: string; ip: string },
  now: Date,
): Promise<Wait> {
  return await countAll(
    db,
    [
      [limits.mailFromNetwork, networkOf(mail.ip)],
      [limits.mailToAddress, `${mail.kind} ${emailKey(mail.email)}`],
    ],
    now,
  );
}

export async function countCode(db: Queryable, limits: AccountLimits, ip: string, now: Date): Promise<Wait> {
  return await countAll(db, [[limits.codeFromNetwork, networkOf(ip)]], now);
}

async function countAll(db: Queryable, counts: readonly (readonly [Limit, string])[], now: Date): Promise<Wait> {
  for (const [one, subject] of counts) {
    const answer = await countTry(db, one, subject, now);
    if (!answer.allowed) return answer.retryAfterSeconds;
  }
  return null;
}
