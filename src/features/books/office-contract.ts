import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, text } from '#wire/fields.ts';

const needs = { permission: 'reports.books' } as const;

/** Such as 2027-01. */
const month = text(7);

const books = z.object({
  month: z.string(),
  /**
   * `open`: too early to close. `closable`: can be closed now. `making`: closed, and its file is being made. `deleted`:
   * its file was deleted at the end of its retention period.
   */
  state: z.enum(['open', 'closable', 'making', 'made', 'deleted']),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  /** The hash of the file, as hexadecimal digits. */
  sha256: z.string().nullable(),
  /** Bytes. */
  size: z.int().nullable(),
});

export const booksList = officeCall({
  name: 'books-list',
  summary: 'The months since the first booking, latest first, and whether their books are closed',
  needs,
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({ months: z.array(books) }),
});

const counted = z.object({ count: z.int(), amount: money });

export const booksPreview = officeCall({
  name: 'books-preview',
  summary: 'What closing a month freezes, and what stays open at its end',
  needs,
  fresh: false,
  changes: false,
  request: z.object({ month }),
  answer: z.object({
    bookings: z.int(),
    /** Money that arrived, less what was sent back. */
    received: counted,
    /** Refunds that were paid. */
    refunded: counted,
    invoices: z.int(),
    credit_notes: z.int(),
    open: z.object({
      /** Orders with an open balance. What customers owe is positive, what the shop owes them is negative. */
      orders: counted,
      /** Refunds that were accepted and not paid. */
      refunds: counted,
      /** Money that counts for no order. */
      unassigned: counted,
    }),
  }),
});

export const booksClose = officeCall({
  name: 'books-close',
  summary: 'Closes a month that is over: nothing can be booked or issued in it afterwards, and its file is made',
  needs,
  fresh: false,
  changes: true,
  request: z.object({ month }),
  answer: books,
});

export const booksPart = officeCall({
  name: 'books-part',
  summary: 'A piece of a month’s file, counted from 0; reading the first is noted in the audit log',
  needs,
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ month, position: z.int().min(0).max(10_000) }),
  answer: z.object({
    filename: z.string(),
    /** Base64. */
    content: z.string(),
    is_last: z.boolean(),
  }),
});
