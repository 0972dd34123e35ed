import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, emailText, instant } from '#wire/fields.ts';

const seesMails = { needs: { permission: 'mails.see' }, fresh: false, changes: false } as const;

const mailId = z.int().positive();

export const orderMail = officeCall({
  ...seesMails,
  name: 'order-mail',
  summary: 'A mail as it was sent, but without links, their secrets and ticket codes',
  request: z.object({ code: codeText, mail: mailId }),
  answer: z.object({
    id: mailId,
    to: z.string(),
    subject: z.string(),
    sent_at: instant.nullable(),
    /** A complete document, for a frame without scripts. */
    html: z.string(),
    /** The number of tickets that were attached. */
    tickets: z.int(),
    /** The mail opens the order or its tickets, so it can only go to the order's own addresses. */
    carries_secret: z.boolean(),
  }),
});

export const mailSendAgain = officeCall({
  needs: { permission: 'mails.retry' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'mail-send-again',
  summary: 'Sends a mail again, word for word; to another address only if the mail opens nothing',
  request: z.object({
    code: codeText,
    mail: mailId,
    /** Empty for the address to which it was sent. */
    to: emailText,
    preview: previewText,
  }),
});
