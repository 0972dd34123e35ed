import { z } from 'zod';
import { paymentStatuses } from '#features/orders/domain/payment-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, optionalCode, text } from '#wire/fields.ts';
import { planViews } from '../domain/plan-filter.ts';
import { countRequest, countsTab, exportAfter, exported, leftOut, sortOf, span } from './list-fields.ts';

const planFilter = z.object({
  view: z.enum(planViews).default('open'),
  text: text(500),
  method: z
    .enum(['credit_card', 'bank_transfer'])
    .nullish()
    .transform((method) => method ?? null),
  /** By their due dates. */
  ...span,
});

export const plansList = officeCall({
  name: 'plans-list',
  summary: 'Instalments of payment plans: open ones by their due date, others latest first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: planFilter, sort: sortOf('/money/plans'), after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        reference: z.string(),
        order: z.string(),
        customer_name: z.string(),
        due_at: instant,
        /** The order's payment method. */
        method: z.enum(['credit_card', 'bank_transfer', 'voucher']),
        status: z.enum(paymentStatuses),
        is_overdue: z.boolean(),
        /** The attempts to charge a card so far. */
        attempts: z.int(),
        amount: money,
        paid: money,
        paid_at: instant.nullable(),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted and summed up. */
    has_more: z.boolean(),
    amount: money,
    paid: money,
  }),
});

export const plansCount = officeCall({
  ...countsTab('orders.see'),
  name: 'plans-count',
  summary: 'How many instalments each of several filters finds: up to 1,000, or all',
  request: countRequest(planFilter),
});

export const plansExport = officeCall({
  name: 'plans-export',
  summary: 'Instalments of a list as CSV, with names and addresses; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: planFilter, sort: sortOf('/money/plans'), without: leftOut, after: exportAfter }),
  answer: exported,
});
