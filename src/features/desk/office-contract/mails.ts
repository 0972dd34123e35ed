import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, emailText, instant, noteText } from '#wire/fields.ts';

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
    /** Whether the mail gives access to the order or its tickets, so that it can only go to the order's own addresses. */
    carries_secret: z.boolean(),
  }),
});

export const orderMails = officeCall({
  ...seesMails,
  name: 'order-mails',
  summary: 'The latest mails about an order that can be sent again, and the addresses that belong to the order',
  request: z.object({ code: codeText }),
  answer: z.object({
    /** Newest first. */
    mails: z.array(
      z.object({
        id: mailId,
        to: z.string(),
        subject: z.string(),
        written_at: instant,
        /** Null until it is sent. */
        sent_at: instant.nullable(),
        /** Whether the mail gives access to the order or its tickets, so that it can only go to one of `addresses`. */
        carries_secret: z.boolean(),
      }),
    ),
    /** The customer's address first, then those of the ticket holders. */
    addresses: z.array(z.string()),
  }),
});

export const orderMailAgain = officeCall({
  needs: { permission: 'mails.retry' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'order-mail-again',
  summary: 'Sends an order’s mails again: those that fit its current status, or earlier ones, word for word',
  request: z.object({
    code: codeText,
    /** Whether to send the customer the mails that fit the order's current status. Implied if `mails` is empty. */
    current: z
      .boolean()
      .nullish()
      .transform((current) => current ?? false),
    /** Earlier mails to send again. */
    mails: z
      .array(mailId)
      .max(20)
      .nullish()
      .transform((mails) => mails ?? []),
    /**
     * Empty: each earlier mail to the address to which it was sent. An address that does not belong to the order needs
     * `orders.override` and a reason.
     */
    to: emailText,
    reason: noteText,
    preview: previewText,
  }),
});
