import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, optionalCode, text } from '#wire/fields.ts';
import { receiptViews } from '../domain/receipt-filter.ts';
import { countRequest, countsTab, exportAfter, exported, leftOut, sortOf, span } from './list-fields.ts';

const receiptFilter = z.object({
  view: z.enum(receiptViews).default('all'),
  text: text(500),
  /** `bank`, or a gateway's name. */
  source: optionalCode,
  /** Whether it belongs to an order. */
  matched: z
    .boolean()
    .nullish()
    .transform((matched) => matched ?? null),
  ...span,
});

export const receiptsList = officeCall({
  name: 'receipts-list',
  summary: 'Money that arrived, newest first; 50 a page',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: false,
  request: z.object({ filter: receiptFilter, sort: sortOf('/money/receipts'), after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        received_at: instant,
        /** `bank`, or a gateway's name. */
        source: z.string(),
        /** The bank's or the provider's number; null if the bank gave none. */
        number: z.string().nullable(),
        /** What the payer wrote. */
        words: z.string(),
        order: z.string().nullable(),
        customer_name: z.string().nullable(),
        amount: money,
        currency: z.string(),
        /** Not booked to any order yet. */
        left: money,
        /** Sent back, or taken back by a chargeback. */
        returned: money,
        /** Waits in the inbox. */
        is_open: z.boolean(),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted and summed up. */
    has_more: z.boolean(),
    /** Sums of all that match in the shop's currency. */
    amount: money,
    left: money,
    returned: money,
    sources: z.array(z.string()),
  }),
});

export const receiptsCount = officeCall({
  ...countsTab('money.book'),
  name: 'receipts-count',
  summary: 'How many receipts each of several filters finds: up to 1,000, or all',
  request: countRequest(receiptFilter),
});

export const receiptsExport = officeCall({
  name: 'receipts-export',
  summary: 'Money of a list as CSV, with names and what payers wrote; 10,000 rows at a time',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: receiptFilter, sort: sortOf('/money/receipts'), without: leftOut, after: exportAfter }),
  answer: exported,
});
