import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { invitationMail } from './account-mails.ts';
import { insertAccountRequest } from './account-request-store.ts';
import { findCustomer, lockCustomer } from './customer-store.ts';
import { replaceLink } from './single-use-link-store.ts';

/**
 * An invitation works for as many days as an unused generated password. After that, the customer requests a new link.
 */
const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface InvitationParts {
  readonly shop: Shop;
  readonly shopUrl: string;
  readonly sealer: Sealer;
}

/**
 * Mails a link to set the first password; does nothing for an account that has one. The link is a reset link that lives
 * longer; only the newest works. Call it in the transaction that created the account (`findOrCreateCustomer`).
 */
export async function inviteCustomer(tx: Tx, parts: InvitationParts, customerId: number, now: Date): Promise<void> {
  if ((await findCustomer(tx, customerId))?.passwordHash !== null) return;
  // Reads the account again under its lock. Lock order: account, then its links.
  const customer = await lockCustomer(tx, customerId);
  if (customer?.passwordHash !== null) return;
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  await replaceLink(tx, { tokenHash: tokenHash(token), customerId, purpose: 'reset', payload: {}, expiresAt }, now);
  const content = invitationMail(mailLook(parts.shop, parts.shopUrl), {
    fullName: customer.fullName,
    email: customer.email,
    token,
    days: INVITATION_DAYS,
  });
  await enqueueMail(
    tx,
    { key: null, kind: 'invitation', recipient: customer.email, content, secret: parts.sealer },
    now,
  );
}

/**
 * Invites the customer after the response, so that neither its content nor its timing reveals whether the account
 * existed. Call it in the transaction that found or created the account.
 */
export async function inviteAfterAnswer(
  tx: Tx,
  account: { readonly customerId: number; readonly email: string },
  now: Date,
): Promise<void> {
  await insertAccountRequest(tx, { kind: 'invitation', ...account }, now);
}
