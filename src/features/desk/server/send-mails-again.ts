import type { AuditPrivate } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { copyMail } from './send-mail-again.ts';

interface MailsAgainRequest {
  /** Sorted by order, because each order is locked. */
  readonly mails: readonly { readonly mailId: number; readonly code: string }[];
  readonly actor: Actor;
  readonly private: AuditPrivate;
}

/**
 * Sends stored mails again, word for word, to the addresses to which they were sent. Mails that may no longer go there
 * are left out; refuses if none is left.
 */
export async function sendMailsAgain(
  { db }: { readonly db: Db },
  { mails, ...by }: MailsAgainRequest,
  now: Date,
): Promise<Result<{ sent: number }, { kind: 'nothing_to_send' }>> {
  return await db.transaction(async (tx) => {
    let sent = 0;
    for (const mail of mails) {
      const copied = await copyMail(tx, { ...mail, ...by, to: '' }, now);
      if (copied.ok) sent += 1;
    }
    return sent > 0 ? ok({ sent }) : refuse({ kind: 'nothing_to_send' as const });
  });
}
