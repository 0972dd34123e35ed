import { z } from 'zod';
import { type RefundStatus, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, optionalCode, text } from '#wire/fields.ts';
import { refundViews } from '../domain/refund-filter.ts';
import { countRequest, countsTab, exportAfter, exported, leftOut, sortOf, span } from './list-fields.ts';

const refundFilter = z.object({
  view: z.enum(refundViews).default('to_decide'),
  text: text(500),
  way: z
    .enum(['card', 'bank'])
    .nullish()
    .transform((way) => way ?? null),
  older_than_days: z
    .int()
    .min(0)
    .max(3_650)
    .nullish()
    .transform((days) => days ?? null),
  /** By the time of the request. */
  ...span,
});

export const refundsList = officeCall({
  name: 'refunds-list',
  summary: 'Refunds: waiting ones oldest first, others newest first; 50 a page; without bank details',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: refundFilter, sort: sortOf('/money/refunds'), after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        code: z.string(),
        order: z.string(),
        customer_name: z.string(),
        requested_at: instant,
        status: z.enum(refundStatuses as readonly [RefundStatus, ...RefundStatus[]]),
        total: money,
        /** Booking and refund fees. */
        fees_kept: money,
        /** What else is kept, because only a smaller amount is refunded. */
        not_refunded: money,
        /** The customer asked for the card; what the card does not take goes by bank. */
        to_card: z.boolean(),
        is_whole_plan: z.boolean(),
        by_operator: z.boolean(),
        is_refused: z.boolean(),
        /** Something goes by bank, and no account is known. */
        needs_account: z.boolean(),
        has_order_problem: z.boolean(),
        /** The file for the bank that contains it. */
        file: z.string().nullable(),
        completed_at: instant.nullable(),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted and summed up. */
    has_more: z.boolean(),
    total: money,
  }),
});

export const refundsCount = officeCall({
  ...countsTab('orders.see'),
  name: 'refunds-count',
  summary: 'How many refunds each of several filters finds: up to 1,000, or all',
  request: countRequest(refundFilter),
});

export const refundsExport = officeCall({
  name: 'refunds-export',
  summary: 'Refunds of a list as CSV, with names and without bank details; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: refundFilter, sort: sortOf('/money/refunds'), without: leftOut, after: exportAfter }),
  answer: exported,
});
