import { lockOrder, orderByCode } from '#features/orders/server/public.ts';
import { type AuditPrivate, writeAudit } from '#features/staff/server/public.ts';
import { emailsOfTickets } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { enqueueCopy } from '#platform/mail/outbox.ts';
import { mailOfOrder } from '#platform/mail/outbox-store.ts';
import { carriesSecret } from '#platform/mail/shown-mail.ts';

interface MailAgainRequest {
  readonly code: string;
  readonly mailId: number;
  /** '' for the address to which it was sent. */
  readonly to: string;
  readonly actor: Actor;
  readonly private: AuditPrivate;
}

export type SendMailAgainRefusal =
  | { kind: 'unknown_mail' }
  | { kind: 'wiped' }
  | { kind: 'no_address' }
  /** The mail opens the order or a ticket, and the address does not belong to the order. */
  | { kind: 'secret' };

type MailAgainResult = Result<{ recipient: string }, SendMailAgainRefusal>;

/**
 * Sends a stored mail again, word for word. A mail with a secret goes only to the order's current customer or a current
 * holder of its tickets. Any other address is recorded in the private part of the audit log.
 */
export async function sendMailAgain(
  { db }: { readonly db: Db },
  request: MailAgainRequest,
  now: Date,
): Promise<MailAgainResult> {
  return await db.transaction((tx) => copyMail(tx, request, now));
}

/** `sendMailAgain` in the caller's transaction. Writes nothing if it refuses. */
export async function copyMail(
  tx: Tx,
  { code, mailId, to, actor, private: from }: MailAgainRequest,
  now: Date,
): Promise<MailAgainResult> {
  const seen = await orderByCode(tx, code);
  const order = seen && (await lockOrder(tx, seen.id));
  const mail = order && (await mailOfOrder(tx, order.id, mailId));
  if (!order || !mail) return refuse({ kind: 'unknown_mail' as const });
  if (mail.html === null && mail.draft === null) return refuse({ kind: 'wiped' as const });
  const recipient = to === '' ? mail.recipient : to;
  if (!isEmailAddress(recipient)) return refuse({ kind: 'no_address' as const });
  const own = [order.customerEmail, ...(await emailsOfTickets(tx, order.id))];
  const isOwn = own.some((one) => emailKey(one) === emailKey(recipient));
  if (!isOwn && carriesSecret(mail)) return refuse({ kind: 'secret' as const });
  await enqueueCopy(tx, { mail, recipient }, now);
  const details = { kinds: [mail.kind], ...(!isOwn && { elsewhere: true }) };
  const entry = { actor, action: 'order.mailed_again', subject: order.code, details } as const;
  await writeAudit(tx, { ...entry, ...(!isOwn && { private: { ...from, after: { to: recipient } } }) }, now);
  return ok({ recipient });
}
