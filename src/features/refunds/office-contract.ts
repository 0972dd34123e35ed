import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money, noteText } from '#wire/fields.ts';

const decides = { needs: { permission: 'refunds.decide' }, fresh: false } as const;
const previewable = { ...decides, changes: true, answer: previewed } as const;

export const refundToDecide = officeCall({
  ...decides,
  name: 'refund-to-decide',
  summary: 'A refund with what it gives back and where its money goes; without bank details',
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    order: z.string(),
    customer_name: z.string(),
    status: z.enum(['active', 'processing', 'processed', 'problem', 'cancelled']),
    requested_at: instant,
    total: money,
    is_whole_plan: z.boolean(),
    shipping: money,
    to_card: z.boolean(),
    lines: z.array(
      z.object({ name: z.string(), holder: z.string(), code: z.string(), amount: money, fee_kept: money }),
    ),
    movements: z.array(
      z.object({
        key: z.string(),
        gateway: z.string().nullable(),
        amount: money,
        status: z.enum(['pending', 'done', 'failed', 'replaced']),
        /** The gateway's words for a failure. */
        reason: z.string(),
      }),
    ),
  }),
});

export const refundStart = officeCall({
  ...previewable,
  name: 'refund-start',
  summary: 'Approves a refund, or tries it again after a problem',
  request: z.object({ code: codeText, preview: previewText }),
});

export const refundRefuse = officeCall({
  ...previewable,
  name: 'refund-refuse',
  summary: 'Refuses a request; the customer reads the reason',
  request: z.object({ code: codeText, reason: noteText, preview: previewText }),
});

export const refundMovementRetry = officeCall({
  ...previewable,
  name: 'refund-movement-retry',
  summary: 'Tries a failed part of a refund again, or sends it by bank',
  request: z.object({ movement: codeText, by_bank: z.boolean(), preview: previewText }),
});

const asks = { needs: { permission: 'refunds.ask' }, fresh: false } as const;

export const refundToCreate = officeCall({
  ...asks,
  name: 'refund-to-create',
  summary: 'What of an order can be refunded without a request',
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    is_plan: z.boolean(),
    /** Paid, and in no refund. */
    paid: money,
    shipping: money,
    /** What the cards that paid can take back. */
    to_card: money,
    items: z.array(
      z.object({
        line: z.int(),
        name: z.string(),
        holder: z.string(),
        price: money,
        fee: money,
        /** In no refund and not dead for another reason. */
        is_left: z.boolean(),
      }),
    ),
  }),
});

export const refundCreate = officeCall({
  ...asks,
  changes: true,
  answer: previewed,
  name: 'refund-create',
  summary: 'Refunds items without a request; started at once by somebody who may decide refunds',
  request: z.object({
    code: codeText,
    /** Order lines; a plan is refunded as a whole, whatever they are. */
    lines: z.array(z.int().positive()).max(500),
    fees: z.enum(['kept', 'returned']),
    shipping: z.boolean().nullable(),
    /** In all; null: what fees and shipping leave. */
    amount: money.positive().nullable(),
    to: z.enum(['card', 'bank']),
    reason: noteText,
    preview: previewText,
  }),
});
