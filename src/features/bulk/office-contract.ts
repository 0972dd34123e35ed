import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money } from '#wire/fields.ts';
import { bulkActions, leftOutReasons } from './domain/why-left-out.ts';
import { mailActions, mailLeftOutReasons } from './domain/why-mail-left-out.ts';

const why = z.enum(leftOutReasons);
export const runId = z.int().positive();

/** The answer of a call that starts a bulk action, or previews it. */
export const bulkAnswer = z.object({
  /** Null if nothing was started. */
  run: runId.nullable(),
  fingerprint: z.string(),
  /** The time of the preview. Confirm with it: orders that were placed later are not part of the action. */
  at: instant,
  /** The number of orders in the action, and the sum of their totals. */
  orders: z.int(),
  total: money,
  left_out: z.array(z.object({ why, count: z.int() })),
  /** The first 100 orders of the action, then the first 100 that are left out. */
  rows: z.array(z.object({ order: z.string(), customer_name: z.string(), to: z.string(), why: why.nullable() })),
});

export const whyMail = z.enum(mailLeftOutReasons);

const run = z.object({
  id: runId,
  action: z.enum([...bulkActions, ...mailActions]),
  actor: z.string(),
  started_at: instant,
  /** Null unless it was stopped. */
  stopped_at: instant.nullable(),
  waiting: z.int(),
  done: z.int(),
  left_out: z.int(),
  /** Mails that could not be delivered. */
  failed: z.int(),
});

const sees = { needs: { permission: 'orders.see' }, fresh: false, changes: false } as const;

export const bulkRuns = officeCall({
  ...sees,
  name: 'bulk-runs',
  summary: 'Bulk actions, latest first',
  request: z.object({}),
  answer: z.object({ runs: z.array(run) }),
});

export const bulkRun = officeCall({
  ...sees,
  name: 'bulk-run',
  summary: 'One bulk action with the result of each order or mail; 50 a page',
  request: z.object({ run: runId, after: runId.nullish().transform((after) => after ?? null) }),
  answer: run.extend({
    reason: z.string(),
    rows: z.array(
      z.object({
        order: z.string(),
        customer_name: z.string(),
        to: z.string(),
        total: money,
        status: z.enum(['waiting', 'done', 'left_out']),
        why: why.nullable(),
      }),
    ),
    /** The rows of an action for mails. Only for staff who may see mails. */
    mails: z.array(
      z.object({
        mail: z.int(),
        /** Empty once its content was deleted, like the subject. */
        to: z.string(),
        subject: z.string(),
        order: z.string().nullable(),
        status: z.enum(['waiting', 'sent', 'failed', 'left_out']),
        why: whyMail.nullable(),
        last_error: z.string().nullable(),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: runId.nullable(),
  }),
});

export const bulkStop = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'bulk-stop',
  summary:
    'Stops a bulk action after the current order, or resumes it and retries orders that failed or were being paid',
  request: z.object({ run: runId, stop: z.boolean() }),
  answer: z.object({}),
});
