import { z } from 'zod';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money, noteText, optionalCode, text } from '#wire/fields.ts';
import { orderViews } from '../domain/order-filter.ts';
import { bulk, bulkRequest, chosenOf } from './bulk-fields.ts';
import { countRequest, countsTab, exportAfter, exported, leftOut, sortOf } from './list-fields.ts';

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
  /** The buyer's account. */
  customer: z
    .int()
    .positive()
    .nullish()
    .transform((customer) => customer ?? null),
  item: optionalCode,
  /** Placed from this moment on. */
  from: instant.nullish(),
  /** Placed before this moment. */
  until: instant.nullish(),
});

export const ordersList = officeCall({
  name: 'orders-list',
  summary: 'Orders, newest first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: orderFilter, sort: sortOf('/orders'), after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        code: z.string(),
        created_at: instant,
        status: z.enum(orderStatuses),
        customer_name: z.string(),
        total: money,
        paid: money,
        /** What was paid out in refunds. */
        refunded: money,
        /** When its next transfer or instalment is due; null if it waits for none. */
        due_at: instant.nullable(),
        is_overdue: z.boolean(),
        are_terms_open: z.boolean(),
        items: z.array(z.object({ name: z.string(), count: z.int() })),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.string().nullable(),
    /** The number of all orders that match. */
    count: z.int(),
    /** More match than were counted and summed up. */
    has_more: z.boolean(),
    total: money,
    paid: money,
    /** The name of the filter's customer; null without a customer, or for an unknown one. */
    customer: z.string().nullable(),
    items: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
});

export const ordersCount = officeCall({
  ...countsTab('orders.see'),
  name: 'orders-count',
  summary: 'How many orders each of several filters finds: up to 1,000, or all',
  request: countRequest(orderFilter),
});

export const ordersExport = officeCall({
  name: 'orders-export',
  summary: 'The orders of a list as CSV, with names and addresses; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: orderFilter, sort: sortOf('/orders'), without: leftOut, after: exportAfter }),
  answer: exported,
});

export const ordersBulkMail = officeCall({
  ...bulk,
  needs: { permission: 'mails.retry' },
  name: 'orders-bulk-mail',
  summary: 'Mails the current state of many orders to their customers again; at most 10,000, in the background',
  request: z.object({ filter: orderFilter, chosen: chosenOf(codeText), ...bulkRequest }),
});

export const ordersBulkCancel = officeCall({
  ...bulk,
  needs: { permission: 'orders.serve' },
  name: 'orders-bulk-cancel',
  summary: 'Cancels many orders, except those for which something was paid; at most 10,000, in the background',
  // Customers see the reason.
  request: z.object({ filter: orderFilter, chosen: chosenOf(codeText), reason: noteText, ...bulkRequest }),
});
