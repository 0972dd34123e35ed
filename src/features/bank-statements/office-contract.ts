import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { money, optionalCode, text } from '#wire/fields.ts';
import { MOST_OFFICE_BYTES } from './domain/most-office-bytes.ts';

/** In Base64, with names and JSON around. */
const MOST_BODY_BYTES = Math.ceil(MOST_OFFICE_BYTES * 1.4) + 50_000;

const books = { needs: { permission: 'money.book' }, fresh: false, changes: true, mostBytes: MOST_BODY_BYTES } as const;

const source = {
  files: z
    .array(z.object({ name: text(200), content: z.base64() }))
    .min(1)
    .max(10),
  /** The name of a CSV format of the shop folder; empty: its only one. */
  csv: optionalCode,
  /** Also book movements of a running day. */
  running_days: z.boolean(),
};

const lineGroups = ['certain', 'likely', 'unknown', 'payout', 'money_out', 'stopped', 'booked'] as const;

export const statementRead = officeCall({
  ...books,
  // It keeps nothing, and its answer is large.
  secret: true,
  name: 'statement-read',
  summary: 'Reads bank statements and says what each line would book; changes nothing',
  request: z.object(source),
  answer: z.object({
    statements: z.array(
      z.object({
        file: z.string(),
        account: z.string().nullable(),
        number: z.string().nullable(),
        lines: z.int(),
        /** Whether opening balance and lines lead to the closing balance. */
        balance: z.enum(['fits', 'unknown']),
      }),
    ),
    lines: z.array(
      z.object({
        number: z.int(),
        /** Identifies what the line would book. Sent back to book exactly that. */
        mark: z.string(),
        group: z.enum(lineGroups),
        /** Booked without a decision. */
        is_sure: z.boolean(),
        day: z.string().nullable(),
        /** Negative: money out. Null if it cannot be read. */
        amount: money.nullable(),
        currency: z.string().nullable(),
        party: z.string(),
        text: z.string(),
        /** In the person's language. */
        why: z.string(),
        /** Of a likely line: the orders that it may be for; empty if it is for all of them together. */
        choices: z.array(z.object({ order: z.string(), words: z.string() })),
      }),
    ),
    csv_formats: z.array(z.string()),
  }),
});

export const statementBook = officeCall({
  ...books,
  name: 'statement-book',
  summary: 'Books lines of bank statements, each in its own transaction and once',
  request: z.object({
    ...source,
    lines: z
      .array(
        z.object({
          number: z.int().positive(),
          mark: text(64),
          /** A chosen order of several. */
          order: optionalCode,
          /** As money without an order. */
          without_order: z.boolean(),
        }),
      )
      .min(1)
      .max(100),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        number: z.int(),
        /** `changed`: it would now book something else, so it was left. */
        kind: z.enum([
          'booked',
          'booked_before',
          'payout_arrived',
          'refunds_paid',
          'refund_returned',
          'refund_refused',
          'changed',
          'left',
        ]),
        orders: z.array(z.string()),
        refunds: z.array(z.string()),
        /** Receipts that wait in the inbox, in whole or in part. */
        waiting: z.array(z.int()),
      }),
    ),
  }),
});
