import type { OrderRow } from '#features/orders/server/public.ts';
import { admittedCodes, emailsOfTickets } from '#features/tickets/server/public.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { enqueueCopy } from '#platform/mail/outbox.ts';
import { mailOfOrder } from '#platform/mail/outbox-store.ts';
import { carriesSecret } from '#platform/mail/shown-mail.ts';

export type CopyMailRefusal =
  | { kind: 'unknown_mail' }
  | { kind: 'wiped' }
  | { kind: 'no_address' }
  /** The mail gives access to the order or a ticket, and the address does not belong to the order. */
  | { kind: 'secret' };

export interface CopiedMail {
  /** The copy's id. */
  readonly id: number;
  readonly kind: string;
  readonly recipient: string;
  /** Whether the address belongs to the order's current customer or to a current holder of its tickets. */
  readonly isOwn: boolean;
}

/** Returns the addresses of an order: its customer's first, then those of its tickets' holders. Each is listed once. */
export async function addressesOf(db: Queryable, order: Pick<OrderRow, 'id' | 'customerEmail'>): Promise<string[]> {
  const all = [order.customerEmail, ...(await emailsOfTickets(db, order.id))].filter((email) => email !== '');
  return [...new Map(all.toReversed().map((email) => [emailKey(email), email])).values()].toReversed();
}

/**
 * Sends a stored mail of a locked order again, word for word: to the address to which it was sent, or to another one. A
 * mail with a secret goes only to an address of the order. Only tickets that are still valid are attached. Writes
 * nothing if it refuses.
 */
export async function copyMail(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'customerEmail' | 'paymentStatus' | 'termsAcceptedAt'>,
  { mailId, to }: { readonly mailId: number; readonly to: string },
  now: Date,
): Promise<Result<CopiedMail, CopyMailRefusal>> {
  const mail = await mailOfOrder(tx, order.id, mailId);
  if (!mail) return refuse({ kind: 'unknown_mail' });
  if (mail.html === null && mail.draft === null) return refuse({ kind: 'wiped' });
  const recipient = to === '' ? mail.recipient : to;
  if (!isEmailAddress(recipient)) return refuse({ kind: 'no_address' });
  const isOwn = (await addressesOf(tx, order)).some((one) => emailKey(one) === emailKey(recipient));
  if (!isOwn && carriesSecret(mail)) return refuse({ kind: 'secret' });
  const admitted = await admittedCodes(tx, { ...order, isTermsAccepted: order.termsAcceptedAt !== null });
  const attachments = mail.attachments.filter(({ kind, code }) => kind !== 'ticket' || admitted.has(code));
  const id = await enqueueCopy(tx, { mail: { ...mail, attachments }, recipient }, now);
  return ok({ id, kind: mail.kind, recipient, isOwn });
}
