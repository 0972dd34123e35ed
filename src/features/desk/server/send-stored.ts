import { lockOrder, type OrderRow, orderByCode } from '#features/orders/server/public.ts';
import { type AuditPrivate, writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { type CopiedMail, type CopyMailRefusal, copyMail } from './copy-mail.ts';

export type SendStoredRefusal =
  | CopyMailRefusal
  /** The actor has no permission to send mails to an address that does not belong to the order. */
  | { kind: 'not_elsewhere' }
  | { kind: 'no_reason' };

interface SendStored {
  readonly mails: readonly number[];
  /** '': each to the address to which it was sent. */
  readonly to: string;
  /** Why they may go to an address that does not belong to the order; null if the actor has no permission for that. */
  readonly elsewhere: { readonly reason: string } | null;
  readonly actor: Actor;
  readonly private?: AuditPrivate;
}

/** Sends stored mails of a locked order again, word for word. The caller rolls back if one is refused. */
export async function sendStoredMails(
  tx: Tx,
  order: OrderRow,
  { mails, to, elsewhere, actor, private: from }: SendStored,
  now: Date,
): Promise<Result<CopiedMail[], SendStoredRefusal>> {
  const sent: CopiedMail[] = [];
  for (const mailId of mails) {
    const copied = await copyMail(tx, order, { mailId, to }, now);
    if (!copied.ok) return copied;
    sent.push(copied.value);
  }
  const foreign = sent.find(({ isOwn }) => !isOwn);
  const needsReason = foreign !== undefined && to !== '';
  if (needsReason && elsewhere === null) return refuse({ kind: 'not_elsewhere' });
  if (needsReason && elsewhere!.reason === '') return refuse({ kind: 'no_reason' });
  const kinds = sent.map(({ kind }) => kind);
  const why = foreign && { elsewhere: true, ...(needsReason && { reason: elsewhere!.reason }) };
  const entry = { actor, action: 'order.mailed_again', subject: order.code, details: { kinds, ...why } } as const;
  // An address is personal data, so it is recorded in the part of the log that is deleted after a time.
  const address = foreign && { private: { ...from, after: { to: foreign.recipient } } };
  await writeAudit(tx, { ...entry, ...address }, now);
  return ok(sent);
}

interface MailAgain {
  readonly mailId: number;
  readonly code: string;
}

interface MailResult {
  readonly mailId: number;
  /** The new mail; null if none was written. */
  readonly sentId: number | null;
  readonly why: 'wiped' | 'secret' | null;
}

/**
 * Sends stored mails of several orders again, word for word, to the addresses to which they were sent. Mails that may
 * no longer go there are left out. Pass the mails sorted by order, because the orders are locked one after another.
 */
export async function sendMailsAgain(
  tx: Tx,
  { mails, ...by }: { readonly mails: readonly MailAgain[] } & Pick<SendStored, 'actor' | 'private'>,
  now: Date,
): Promise<MailResult[]> {
  const results: MailResult[] = [];
  for (const { mailId, code } of mails) {
    const seen = await orderByCode(tx, code);
    const order = (await lockOrder(tx, seen!.id))!;
    const sent = await sendStoredMails(tx, order, { ...by, mails: [mailId], to: '', elsewhere: null }, now);
    if (sent.ok) results.push({ mailId, sentId: sent.value[0]!.id, why: null });
    else results.push({ mailId, sentId: null, why: sent.error.kind === 'secret' ? 'secret' : 'wiped' });
  }
  return results;
}
