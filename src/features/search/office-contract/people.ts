import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, text } from '#wire/fields.ts';
import { afterNumber, countRequest, countsTab, exportAfter, exported, leftOut, sortOf } from './list-fields.ts';

const peopleFilter = z.object({
  text: text(500),
  /** The account was created from this moment on. */
  from: instant.nullish(),
  /** The account was created before this moment. */
  until: instant.nullish(),
});

export const peopleList = officeCall({
  name: 'people-list',
  summary: 'People who have an account or bought something, newest first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: peopleFilter, sort: sortOf('/people'), after: afterNumber }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        full_name: z.string(),
        email: z.string(),
        created_at: instant,
        orders: z.int(),
        last_order_at: instant.nullable(),
        /** What was paid, less what was refunded. */
        paid: money,
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.int().nullable(),
    count: z.int(),
    /** More match than were counted. */
    has_more: z.boolean(),
  }),
});

export const peopleCount = officeCall({
  ...countsTab('orders.see'),
  name: 'people-count',
  summary: 'How many people each of several filters finds: up to 1,000, or all',
  request: countRequest(peopleFilter),
});

export const peopleExport = officeCall({
  name: 'people-export',
  summary: 'The people of a list as CSV; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: peopleFilter, sort: sortOf('/people'), without: leftOut, after: exportAfter }),
  answer: exported,
});
