import { emailKey } from '#kernel/email.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Limit, Limits } from '#platform/http/limits.ts';
import { isLoopbackAddress } from '#platform/http/loopback.ts';
import { networkOf } from '#platform/http/network.ts';
import { clearAttempts, countAttempt } from '#platform/http/rate-limits.ts';

/** The seconds to wait; null if the attempt is allowed. */
type Wait = number | null;

/** Counts known and unknown addresses alike, before the password is checked. */
export async function countStaffLogin(
  db: Queryable,
  limits: Limits,
  { email, ip }: { readonly email: string; readonly ip: string },
  now: Date,
): Promise<Wait> {
  const network = networkOfVisitor(ip);
  const counts: [Limit, string][] = [
    ...(network === null ? [] : ([[limits['staff-login-network'], network]] as [Limit, string][])),
    [limits['staff-login-account'], `${emailKey(email)} ${network ?? ''}`],
  ];
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(db, limit, subject, now);
    if (!answer.allowed) return answer.retryAfterSeconds;
  }
  return null;
}

export const forgiveStaffLogin = (
  db: Queryable,
  limits: Limits,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> =>
  clearAttempts(db, limits['staff-login-account'], `${emailKey(email)} ${networkOfVisitor(ip) ?? ''}`);

/** Counts uses of passkeys and invitation links: nobody can guess them, but each check costs work. */
export async function countStaffNetwork(db: Queryable, limits: Limits, ip: string, now: Date): Promise<Wait> {
  const network = networkOfVisitor(ip);
  if (network === null) return null;
  const answer = await countAttempt(db, limits['staff-network'], network, now);
  return answer.allowed ? null : answer.retryAfterSeconds;
}

/** Counts app codes and recovery codes of one person, from any network. */
export async function countCode(db: Queryable, limits: Limits, staffId: number, now: Date): Promise<Wait> {
  const answer = await countAttempt(db, limits['staff-code'], String(staffId), now);
  return answer.allowed ? null : answer.retryAfterSeconds;
}

export const forgiveCodes = (db: Queryable, limits: Limits, staffId: number): Promise<void> =>
  clearAttempts(db, limits['staff-code'], String(staffId));

/** Returns the visitor's network. Null for this machine: behind an unconfigured proxy everybody shares its address. */
const networkOfVisitor = (ip: string): string | null => (isLoopbackAddress(ip) ? null : networkOf(ip));
