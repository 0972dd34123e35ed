import { emailKey } from '#kernel/email.ts';
import type { Tx } from '#platform/db/db.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { emailChangeMail, emailLinkMail, emailTakenMail } from './account-mails.ts';
import { findCustomerByEmail, lockCustomer } from './customer-store.ts';
import { replaceLink } from './single-use-link-store.ts';

const EMAIL_LINK_HOURS = 24;
const HOUR_MS = 60 * 60 * 1_000;

/**
 * Sends the link to the new address. If that address already has an account, it instead gets a mail
 * which says that nothing changed. The old address gets a mail about the request, with the same text either way.
 */
export async function mailEmailLink(
  parts: { readonly look: MailLook; readonly sealer: Sealer },
  tx: Tx,
  wanted: { readonly customerId: number; readonly email: string },
  now: Date,
): Promise<void> {
  const { look, sealer } = parts;
  const customer = await lockCustomer(tx, wanted.customerId);
  if (!customer || emailKey(customer.email) === emailKey(wanted.email)) return;
  const { fullName } = customer;
  const owner = await findCustomerByEmail(tx, wanted.email);
  if (owner) {
    const content = emailTakenMail(look, owner);
    await enqueueMail(tx, { key: null, kind: 'email-taken', recipient: owner.email, content }, now);
  } else {
    const token = randomToken();
    const expiresAt = new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS);
    await replaceLink(
      tx,
      {
        tokenHash: tokenHash(token),
        customerId: customer.id,
        purpose: 'email',
        payload: { email: wanted.email },
        expiresAt,
      },
      now,
    );
    const content = emailLinkMail(look, { fullName, token, hours: EMAIL_LINK_HOURS });
    await enqueueMail(tx, { key: null, kind: 'confirm-email', recipient: wanted.email, content, secret: sealer }, now);
  }
  const content = emailChangeMail(look, { fullName, newEmail: wanted.email });
  await enqueueMail(tx, { key: null, kind: 'email-asked', recipient: customer.email, content }, now);
}
