import type { Tx } from '#platform/db/db.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailLooks } from '#platform/mail/mail-look.ts';
import { shownMail } from '#platform/mail/shown-mail.ts';
import { type Marks, mailsWrittenSince } from './outcome-store.ts';

/** What staff may read of a mail before it is sent. */
export interface MailText {
  /** Null for a mail with a password or a link that belongs to the recipient alone. */
  readonly html: string | null;
  /** The number of tickets attached. */
  readonly tickets: number;
}

/** Only this many mails of a command can be read beforehand. The page lists no more than this either. */
export const MAX_MAIL_TEXTS = 5;

/** Returns the first mails that this transaction wrote after the marks, as they will be sent, in their order. */
export const mailTexts = async (tx: Tx, marks: Marks, looks: MailLooks): Promise<MailText[]> =>
  (await mailsWrittenSince(tx, marks, MAX_MAIL_TEXTS)).map(({ draft, html, tickets, secrets }) => {
    const composed = draft ? composeMail(looks(draft.locale), draft).html : html;
    return { html: composed && shownMail(composed, secrets), tickets };
  });
