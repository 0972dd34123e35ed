import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, emailText, instant, nameText, noteText, text } from '#wire/fields.ts';

const serves = { needs: { permission: 'orders.serve' }, fresh: false } as const;

/** A ticket's place in its order, from 1. Used instead of the ticket's code, with which anybody could open it. */
const position = z.int().positive();

export const ticketToChange = officeCall({
  ...serves,
  name: 'ticket-to-change',
  summary: 'What staff can change on a ticket, and what its customer could change without them',
  changes: false,
  request: z.object({ order: codeText, position }),
  answer: z.object({
    item: z.string(),
    /** Grows with each change that replaces the ticket's code or its document. */
    generation: z.int(),
    full_name: z.string(),
    email: z.string(),
    age: z.string().nullable(),
    age_options: z.array(z.object({ key: z.string(), name: z.string() })),
    /** Whether the customer may change the name without staff, apart from the lock after a recent edit. */
    may_name: z.boolean(),
    may_email: z.boolean(),
    may_time: z.boolean(),
    /** When the lock after a recent edit ends; null if there is none. */
    edited_until: instant.nullable(),
    /** Whether nobody can change it now, because it is in a refund, not fully paid, or cancelled. */
    is_closed: z.boolean(),
    departure: z.int().nullable(),
    departures: z.array(
      z.object({
        id: z.int(),
        departs_at: instant,
        /** Null if unlimited. */
        remaining: z.int().nullable(),
      }),
    ),
    /** Other tickets of the order with the same item and departure, which could move together with it. */
    party: z.array(position),
  }),
});

const change = {
  ...serves,
  changes: true,
  answer: previewed,
} as const;

const beyond = {
  /** Whether the change goes beyond what the customer may do alone. This needs `orders.override` and a reason. */
  beyond_limits: z.boolean(),
  /** Stored with the change. */
  reason: noteText,
  preview: previewText,
};

export const ticketHolderChange = officeCall({
  ...change,
  name: 'ticket-holder-change',
  summary: 'Changes name, email or age of a ticket’s holder; a new holder receives a new code by mail',
  request: z.object({
    order: codeText,
    position,
    /** The generation that was shown: a ticket that was changed meanwhile is not overwritten. */
    generation: z.int(),
    full_name: nameText,
    email: emailText,
    age: text(60).nullable(),
    ...beyond,
  }),
});

export const ticketTimeChange = officeCall({
  ...change,
  name: 'ticket-time-change',
  summary: 'Moves tickets to another departure, all or none',
  request: z.object({
    order: codeText,
    positions: z.array(position).min(1).max(100),
    departure: z.int().positive(),
    ...beyond,
  }),
});
