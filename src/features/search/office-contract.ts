import { z } from 'zod';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { itemStatuses } from '#features/tickets/domain/item-status.ts';
import { instant, money, optionalCode, text } from '#wire/fields.ts';
import { orderViews } from './domain/order-filter.ts';
import { ticketViews } from './domain/ticket-filter.ts';

/** By what something was found, in the order in which results are shown. */
export const foundBy = ['order', 'payment', 'ticket', 'refund', 'invoice', 'receipt', 'buyer', 'holder'] as const;

const result = z.object({
  by: z.enum(foundBy),
  /** What matched, as it is stored: a code, a name or an address. */
  matched: z.string(),
  /** Null for money without an order. */
  order: z.string().nullable(),
  status: z.enum(orderStatuses).nullable(),
  customer_name: z.string(),
  /** Money without an order. */
  receipt: z.int().nullable(),
  amount: money,
  currency: z.string(),
  at: instant,
});

export const search = officeCall({
  name: 'search',
  summary: 'Finds orders and money by anything that a person may have: a code, a name, an address, an amount',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ text: text(500) }),
  // Up to five of each kind, the newest first. A ticket's code is never in the answer.
  answer: z.object({ results: z.array(result) }),
});

const orderFilter = z.object({
  view: z.enum(orderViews).default('all'),
  text: text(500),
  status: z
    .enum(orderStatuses)
    .nullish()
    .transform((status) => status ?? null),
  method: z
    .enum(['credit_card', 'bank_transfer', 'voucher'])
    .nullish()
    .transform((method) => method ?? null),
  item: optionalCode,
  /** Placed from this moment on. */
  from: instant.nullish(),
  /** Placed before this moment. */
  until: instant.nullish(),
});

const exported = z.object({ csv: z.string(), rows: z.int(), is_cut: z.boolean() });

export const ordersList = officeCall({
  name: 'orders-list',
  summary: 'Orders, the newest first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: orderFilter, after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        code: z.string(),
        created_at: instant,
        status: z.enum(orderStatuses),
        customer_name: z.string(),
        total: money,
        paid: money,
        is_overdue: z.boolean(),
        are_terms_open: z.boolean(),
        items: z.array(z.object({ name: z.string(), count: z.int() })),
      }),
    ),
    /** For `after`; null at the end. */
    next: z.string().nullable(),
    /** Of all that match. */
    count: z.int(),
    /** More match than were counted and summed up. */
    is_more: z.boolean(),
    total: money,
    paid: money,
    /** To filter by. */
    items: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
});

export const ordersExport = officeCall({
  name: 'orders-export',
  summary: 'The orders of a list as CSV, with names and addresses; at most 10,000',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: orderFilter }),
  answer: exported,
});

const ticketFilter = z.object({
  view: z.enum(ticketViews).default('all'),
  text: text(500),
  status: z
    .enum(itemStatuses)
    .nullish()
    .transform((status) => status ?? null),
  item: optionalCode,
  /** The id of a departure of the item. */
  departure: z
    .int()
    .positive()
    .nullish()
    .transform((departure) => departure ?? null),
});

/** For pages by a number; null begins with the first. */
const afterNumber = z
  .int()
  .positive()
  .nullish()
  .transform((after) => after ?? null);

export const ticketsList = officeCall({
  name: 'tickets-list',
  summary: 'Issued tickets, the last issued first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: ticketFilter, after: afterNumber }),
  // A ticket's code is never in the answer.
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        order: z.string(),
        full_name: z.string(),
        email: z.string(),
        item: z.string(),
        /** Null without a departure. */
        departs_at: instant.nullable(),
        /** Of the departure. */
        timezone: z.string(),
        status: z.enum(itemStatuses),
        /** Its payment plan is not paid in full. */
        is_pending: z.boolean(),
        issued_at: instant,
      }),
    ),
    /** For `after`; null at the end. */
    next: z.int().nullable(),
    count: z.int(),
    /** More match than were counted. */
    is_more: z.boolean(),
    /** To filter by. */
    items: z.array(z.object({ code: z.string(), name: z.string() })),
    /** Of the item that is filtered by. */
    departures: z.array(z.object({ id: z.int(), departs_at: instant, timezone: z.string() })),
  }),
});

export const ticketsExport = officeCall({
  name: 'tickets-export',
  summary: 'The tickets of a list as CSV, with names and addresses but no codes; at most 10,000',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: ticketFilter }),
  answer: exported,
});

const peopleFilter = z.object({
  text: text(500),
  /** Known from this moment on. */
  from: instant.nullish(),
  /** Known before this moment. */
  until: instant.nullish(),
});

export const peopleList = officeCall({
  name: 'people-list',
  summary: 'People who have an account or bought something, the latest first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: peopleFilter, after: afterNumber }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        full_name: z.string(),
        email: z.string(),
        created_at: instant,
        orders: z.int(),
        last_order_at: instant.nullable(),
        /** Less what was refunded. */
        paid: money,
      }),
    ),
    /** For `after`; null at the end. */
    next: z.int().nullable(),
    count: z.int(),
    /** More match than were counted. */
    is_more: z.boolean(),
  }),
});

export const peopleExport = officeCall({
  name: 'people-export',
  summary: 'The people of a list as CSV; at most 10,000',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: peopleFilter }),
  answer: exported,
});
