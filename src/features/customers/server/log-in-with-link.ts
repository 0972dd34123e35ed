import { safeFromPath } from '#kernel/from-path.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import { countCode } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';
import { keepGeneratedPassword, lockCustomer } from './customer-store.ts';
import { insertLoginToken } from './login-token-store.ts';
import { findLink, spendLink } from './single-use-link-store.ts';

export type LogInWithLinkRefusal =
  | { readonly kind: 'link_unusable' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

export interface LinkLogin {
  readonly token: string;
  readonly customerId: number;
  readonly from: string;
  readonly cart: string | null;
}

/** Uses a link, which works once. It proves the mailbox, so the generated password no longer expires. */
export async function logInWithLink(
  parts: AccountParts,
  attempt: { readonly linkToken: string; readonly ip: string },
  now: Date,
): Promise<Result<LinkLogin, LogInWithLinkRefusal>> {
  const { db, limits } = parts;
  const wait = await countCode(db, limits, attempt.ip, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });

  const linkHash = tokenHash(attempt.linkToken);
  const token = randomToken();
  return await db.transaction<Result<LinkLogin, LogInWithLinkRefusal>>(async (tx) => {
    const found = await findLink(tx, linkHash, 'login');
    if (!found) return refuse({ kind: 'link_unusable' });
    // Lock order: customer, then link.
    await lockCustomer(tx, found.customerId);
    const link = await spendLink(tx, linkHash, 'login', now);
    if (!link) return refuse({ kind: 'link_unusable' });
    await keepGeneratedPassword(tx, link.customerId);
    await insertLoginToken(tx, tokenHash(token), link.customerId, now);
    return ok({
      token,
      customerId: link.customerId,
      from: safeFromPath(link.payload.from),
      cart: link.payload.cart ?? null,
    });
  });
}
