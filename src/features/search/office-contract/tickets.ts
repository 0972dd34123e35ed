import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { itemStatuses } from '#features/tickets/domain/item-status.ts';
import { instant, optionalCode, text } from '#wire/fields.ts';
import { ticketViews } from '../domain/ticket-filter.ts';
import { bulk, bulkRequest, chosenOf } from './bulk-fields.ts';
import { afterNumber, countRequest, countsTab, exportAfter, exported, leftOut, sortOf } from './list-fields.ts';

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

export const ticketsList = officeCall({
  name: 'tickets-list',
  summary: 'Issued tickets, newest first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: ticketFilter, sort: sortOf('/tickets'), after: afterNumber }),
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
        /** The zone of the departure. */
        timezone: z.string(),
        status: z.enum(itemStatuses),
        /** Its payment plan is not paid in full. */
        is_pending: z.boolean(),
        issued_at: instant,
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.int().nullable(),
    count: z.int(),
    /** More match than were counted. */
    has_more: z.boolean(),
    items: z.array(z.object({ code: z.string(), name: z.string() })),
    /** The departures of the item in the filter. */
    departures: z.array(z.object({ id: z.int(), departs_at: instant, timezone: z.string() })),
  }),
});

export const ticketsCount = officeCall({
  ...countsTab('orders.see'),
  name: 'tickets-count',
  summary: 'How many tickets each of several filters finds: up to 1,000, or all',
  request: countRequest(ticketFilter),
});

export const ticketsExport = officeCall({
  name: 'tickets-export',
  summary: 'The tickets of a list as CSV, with names and addresses but no codes; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: ticketFilter, sort: sortOf('/tickets'), without: leftOut, after: exportAfter }),
  answer: exported,
});

export const ticketsBulkMail = officeCall({
  ...bulk,
  needs: { permission: 'mails.retry' },
  name: 'tickets-bulk-mail',
  summary: 'Mails the current state of the orders of many tickets again; at most 10,000 orders, in the background',
  request: z.object({ filter: ticketFilter, chosen: chosenOf(z.int().positive()), ...bulkRequest }),
});
