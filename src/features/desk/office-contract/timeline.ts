import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money } from '#wire/fields.ts';
import { receiptId } from './money.ts';

const entry = {
  at: instant,
  /** The actor as in the audit log; null for the customer and for automatic events. */
  by: z.string().nullable(),
};

const ticketFacts = z.object({
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  /** The label of the age range. */
  age: z.string().nullable(),
  travel_time: instant.nullable(),
});

const timelineEntry = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('placed'),
    ...entry,
    amount: money,
    /** What a manager allowed for an order that staff placed, and why; empty for every other order. */
    exceptions: z.record(z.string(), z.unknown()),
  }),
  z.object({ what: z.literal('terms_accepted'), ...entry }),
  z.object({
    what: z.literal('received'),
    ...entry,
    id: receiptId,
    source: z.string(),
    /** The bank's or the provider's number; null if the bank gave none. */
    number: z.string().nullable(),
    amount: money,
    currency: z.string(),
  }),
  z.object({
    what: z.literal('attempt_failed'),
    ...entry,
    /** The payment's reference. */
    payment: z.string(),
    amount: money,
    status: z.enum(['declined', 'cancelled', 'expired', 'problem']),
    /** Why it was declined, in the provider's words; null if it did not say. */
    reason: z.string().nullable(),
    /** Whether the shop charged a saved card, without the customer. */
    by_saved_card: z.boolean(),
  }),
  z.object({
    what: z.literal('document'),
    ...entry,
    number: z.string(),
    series: z.enum(['invoice', 'advance', 'credit_note']),
  }),
  z.object({ what: z.literal('refund_requested'), ...entry, code: z.string(), amount: money }),
  z.object({
    what: z.literal('ticket_changed'),
    ...entry,
    position: z.int(),
    item: z.string(),
    kind: z.enum(['holder', 'travel_time', 'reassigned']),
    /** All fields are null once the holder was erased. */
    before: ticketFacts,
    after: ticketFacts,
    /** Why staff exceeded the customer's limits; '' if they did not. */
    reason: z.string(),
  }),
  /** A line of the audit log about the order, its refunds or its money that no other entry covers. */
  z.object({
    what: z.literal('action'),
    ...entry,
    action: z.string(),
    subject: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
  z.object({
    what: z.literal('mail'),
    ...entry,
    id: z.int().positive(),
    /** Empty once the mail's content was deleted, as is the subject. */
    to: z.string(),
    subject: z.string(),
    status: z.enum(['waiting', 'sent', 'failed']),
    is_readable: z.boolean(),
  }),
  z.object({
    what: z.literal('note'),
    ...entry,
    id: z.int().positive(),
    body: z.string(),
    is_pinned: z.boolean(),
    /** Such as 2027-07-12, in the shop's time zone; null without a reminder. */
    remind_on: z.string().nullable(),
  }),
]);

export const orderTimeline = officeCall({
  name: 'order-timeline',
  summary: 'All events of an order, newest first; mails only for staff who may see mails',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({ entries: z.array(timelineEntry) }),
});
