import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, optionalCode, text } from '#wire/fields.ts';

const figure = z.object({ now: money, last_week: money });

const fill = z.object({
  key: z.string(),
  name: z.string(),
  at: instant.nullable(),
  /** IANA name of the place. */
  timezone: z.string(),
  sold: z.int(),
  /** In carts and unpaid orders. */
  held: z.int(),
  /** Null: unlimited. */
  capacity: z.int().nullable(),
});

export const today = officeCall({
  name: 'today',
  summary: 'The figures of today beside those of a week ago, and what comes; each part only for those who may see it',
  needs: { none: 'Each part asks for its own permission; without any, all of them are null.', who: 'staff' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    as_of: instant,
    /** The shop's day, such as 2027-07-12. */
    day: z.string(),
    next_event: z.object({ name: z.string(), starts_at: instant, days: z.int() }).nullable(),
    /** Placed today and not ended. */
    placed: z.object({ orders: figure, tickets: figure }).nullable(),
    sold: figure.nullable(),
    money: z.object({ received: figure, paid_back: figure }).nullable(),
    /** 30 days that end with today; `last_year` is the same weekday, null if the shop sold nothing then. */
    sales: z.array(z.object({ day: z.string(), sold: money, last_year: money.nullable() })).nullable(),
    /** Of the next 14 days. */
    next: z.array(fill).nullable(),
    coming: z
      .object({
        overdue: z.object({ parts: z.int(), amount: money }),
        in_7_days: z.object({ parts: z.int(), amount: money }),
        in_30_days: z.object({ parts: z.int(), amount: money }),
      })
      .nullable(),
    low: z.array(fill).nullable(),
  }),
});

const listed = z.object({
  key: z.string(),
  at: instant,
  /** An order's code; null for money without one. */
  order: z.string().nullable(),
  /** Null for people who may not see orders. */
  customer_name: z.string().nullable(),
  /** A payment's reference, or what kind of booking it is. */
  what: z.string(),
  tickets: z.int(),
  amount: money,
});

/** One page of a list. Count and sums are of the whole list. */
const page = z.object({
  rows: z.array(listed),
  /** For `after`; null at the end. */
  next: z.string().nullable(),
  count: z.int(),
  tickets: z.int(),
  amount: money,
});

/** Rows of a page. */
const most = z.int().min(1).max(200).default(50);

/** The day to show, in the shop's zone; today if it is empty. */
const day = text(10);

export const salesOfDay = officeCall({
  name: 'sales-of-day',
  summary: 'The orders of a day that have not ended, newest first',
  needs: { permission: 'reports.sales' },
  fresh: false,
  changes: false,
  request: z.object({ day, after: optionalCode, most }),
  answer: page,
});

export const moneyOfDay = officeCall({
  name: 'money-of-day',
  summary: 'What came in or went out on a day, as booked in the ledger, newest first',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ day, way: z.enum(['in', 'out']), after: optionalCode, most }),
  answer: page,
});

export const planParts = officeCall({
  name: 'plan-parts',
  summary: 'Open parts of payment plans that are overdue or due soon, the earliest first',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ due: z.enum(['overdue', 'in_7_days', 'in_30_days']), after: optionalCode, most }),
  answer: page,
});
