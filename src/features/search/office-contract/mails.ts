import { z } from 'zod';
import { runId, whyMail } from '#features/bulk/office-contract.ts';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, optionalCode, text } from '#wire/fields.ts';
import { mailViews } from '../domain/mail-filter.ts';
import { afterNumber, countRequest, countsTab, exportAfter, exported, leftOut, sortOf, span } from './list-fields.ts';

const mailFilter = z.object({
  view: z.enum(mailViews).default('all'),
  text: text(500),
  kind: optionalCode,
  /** Only this mail. */
  mail: afterNumber,
  /** Only the mails that this bulk action sent. */
  run: afterNumber,
  ...span,
});

export const mailsList = officeCall({
  name: 'mails-list',
  summary: 'Mails that were sent, are waiting or were given up, newest first; 50 a page',
  needs: { permission: 'mails.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: mailFilter, sort: sortOf('/mails'), after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        kind: z.string(),
        /** Empty once its content was deleted. */
        to: z.string(),
        subject: z.string(),
        order: z.string().nullable(),
        status: z.enum(['waiting', 'sent', 'failed']),
        tries: z.int(),
        last_error: z.string().nullable(),
        created_at: instant,
        sent_at: instant.nullable(),
        next_try_at: instant.nullable(),
        /** The call `order-mail` returns its text. */
        is_readable: z.boolean(),
        can_retry: z.boolean(),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted. */
    has_more: z.boolean(),
    kinds: z.array(z.string()),
  }),
});

export const mailsCount = officeCall({
  ...countsTab('mails.see'),
  name: 'mails-count',
  summary: 'How many mails each of several filters finds: up to 1,000, or all',
  request: countRequest(mailFilter),
});

export const mailsExport = officeCall({
  name: 'mails-export',
  summary: 'The mails of a list as CSV, with addresses, subjects and states; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: mailFilter, sort: sortOf('/mails'), without: leftOut, after: exportAfter }),
  answer: exported,
});

const mailsAction = {
  needs: { permission: 'mails.retry' },
  fresh: false,
  changes: true,
  request: z.object({ filter: mailFilter, preview: previewText }),
  answer: previewed.extend({
    /** The bulk action, whose page shows what became of each mail. Null for a preview, and for a single mail. */
    run: runId.nullable(),
    /** The mails that are sent, then the first 100 of the list that are left out. */
    rows: z.array(
      z.object({
        mail: z.int(),
        order: z.string().nullable(),
        to: z.string(),
        subject: z.string(),
        why: whyMail.nullable(),
      }),
    ),
    /** More mails of the list are left out than are shown. */
    has_more: z.boolean(),
  }),
} as const;

export const mailsRetry = officeCall({
  ...mailsAction,
  name: 'mails-retry',
  summary: 'Retries the mails of a list that were given up; at most 200',
});

export const mailsAgain = officeCall({
  ...mailsAction,
  name: 'mails-again',
  summary: 'Sends the sent order mails of a list again, word for word and to the same addresses; at most 200',
});
