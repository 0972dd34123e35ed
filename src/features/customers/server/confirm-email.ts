import { formatDateTimeInZone } from '#kernel/dates.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { refuseAndCommit } from '#platform/db/refusals.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { countCode } from './account-limits.ts';
import { shopAndLook } from './account-look.ts';
import { emailChangedMail } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import { findCustomerByEmail, lockCustomer, saveEmail } from './customer-store.ts';
import { deleteLinks, findLink, spendLink } from './single-use-link-store.ts';

export type ConfirmEmailRefusal =
  /**
   * The link is unknown, used, too old or replaced by a newer one, or its address now has another account. The answer
   * does not reveal which.
   */
  { readonly kind: 'email_link_unusable' } | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

/**
 * Uses the link that was sent to an account's new address, which proves that the mailbox is the customer's. The
 * customer entered their password when they requested the change. The account and mails about its open orders move to
 * the new address. Links that were sent to the old address stop working, and that address gets a mail about the change.
 * `remember` stores the response in the same transaction.
 */
export async function confirmEmail(
  parts: AccountParts,
  attempt: { readonly linkToken: string; readonly ip: string },
  now: Date,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<null, ConfirmEmailRefusal>> {
  const { db, limits, openOrders } = parts;
  const wait = await countCode(db, limits, attempt.ip, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  const { look, shop } = await shopAndLook(parts);
  const linkHash = tokenHash(attempt.linkToken);
  const refuseLink = () => refuse({ kind: 'email_link_unusable' } as const);
  try {
    return await db.transaction<Result<null, ConfirmEmailRefusal>>(async (tx) => {
      const found = await findLink(tx, linkHash, 'email');
      if (!found) return refuseLink();
      const orderIds = await openOrders.lock(tx, found.customerId, now);
      const customer = await lockCustomer(tx, found.customerId);
      const link = customer && (await spendLink(tx, linkHash, 'email', now));
      const email = link?.payload.email;
      if (!customer || email === undefined) return refuseLink();
      // The link stays used up. Otherwise its owner could check repeatedly whether the address still has an account.
      if (await findCustomerByEmail(tx, email)) return refuseAndCommit({ kind: 'email_link_unusable' });
      await saveEmail(tx, customer.id, email);
      await openOrders.moveMails(tx, orderIds, email);
      await deleteLinks(tx, customer.id, ['reset', 'login']);
      const { fullName } = customer;
      const content = emailChangedMail(look, {
        fullName,
        newEmail: email,
        when: formatDateTimeInZone(now, shop.public),
      });
      await enqueueMail(tx, { key: null, kind: 'email-changed', recipient: customer.email, content }, now);
      await remember(tx);
      return ok(null);
    });
  } catch (error) {
    // Two accounts claimed the address at the same moment, and the unique index decided.
    if ((error as { code?: string }).code === '23505') return refuseLink();
    throw error;
  }
}
