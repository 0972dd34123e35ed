import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, optionalCode, text } from '#wire/fields.ts';
import { LIABILITY_KINDS } from './domain/liability-kinds.ts';
import { MONEY_COLUMNS, MONEY_GROUPS } from './domain/money-groups.ts';
import { RECEIVABLE_GROUPS } from './domain/receivable-groups.ts';
import { SALES_GROUPS } from './domain/sales-groups.ts';
import { TAX_FIGURES } from './domain/tax-figures.ts';

const figure = z.object({ now: money, last_week: money });

/** How full an event, a departure or an item is. */
const fillLevel = z.object({
  key: z.string(),
  name: z.string(),
  at: instant.nullable(),
  /** The time zone of the place, as an IANA name. */
  timezone: z.string(),
  sold: z.int(),
  /** Units in carts and unpaid orders. */
  held: z.int(),
  /** Null if unlimited. */
  capacity: z.int().nullable(),
});

export const today = officeCall({
  name: 'today',
  summary:
    'Today’s figures next to those of a week ago, and what is coming up; each part only for people who may see it',
  needs: { none: 'Each part needs its own permission; without any, all of them are null.', who: 'staff' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    as_of: instant,
    /** The shop's day, such as 2027-07-12. */
    day: z.string(),
    next_event: z.object({ name: z.string(), starts_at: instant, days: z.int() }).nullable(),
    /** Orders placed today that have not ended. */
    placed: z.object({ orders: figure, tickets: figure }).nullable(),
    sold: figure.nullable(),
    money: z.object({ received: figure, paid_back: figure }).nullable(),
    /**
     * The last 30 days, and today. `last_year`: the same weekday a year ago; null if nothing was sold in those days.
     */
    sales: z.array(z.object({ day: z.string(), sold: money, last_year: money.nullable() })).nullable(),
    /** Covers the next 14 days. */
    next: z
      .array(
        fillLevel.extend({
          /** Null for an event. */
          item: z.string().nullable(),
          /** Null for an event, and for an item with one fixed time. */
          departure: z.int().nullable(),
        }),
      )
      .nullable(),
    /** Instalments that are overdue or due soon. */
    coming: z
      .object({
        overdue: z.object({ parts: z.int(), amount: money }),
        in_7_days: z.object({ parts: z.int(), amount: money }),
        in_30_days: z.object({ parts: z.int(), amount: money }),
      })
      .nullable(),
    /** Items and departures of which little is left. */
    low: z.array(fillLevel).nullable(),
  }),
});

const listed = z.object({
  key: z.string(),
  at: instant,
  /** An order's code; null for money without an order. */
  order: z.string().nullable(),
  /** Null for people who may not see orders. */
  customer_name: z.string().nullable(),
  /** A payment's reference, or what kind of booking it is. */
  what: z.string(),
  tickets: z.int(),
  amount: money,
});

/** One page of a list. Count and sums cover the full list. */
const page = z.object({
  rows: z.array(listed),
  /** The `after` of the next page; null at the end. */
  next: z.string().nullable(),
  count: z.int(),
  tickets: z.int(),
  amount: money,
});

/** The number of rows on a page. */
const pageSize = z.int().min(1).max(200).default(50);

/** The day to show, in the shop's zone; today if it is empty. */
const day = text(10);

export const salesOfDay = officeCall({
  name: 'sales-of-day',
  summary: 'The orders of a day that have not ended, newest first',
  needs: { permission: 'reports.sales' },
  fresh: false,
  changes: false,
  request: z.object({ day, after: optionalCode, page_size: pageSize }),
  answer: page,
});

export const moneyOfDay = officeCall({
  name: 'money-of-day',
  summary: 'What came in or went out on a day, as booked in the ledger, newest first',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ day, way: z.enum(['in', 'out']), after: optionalCode, page_size: pageSize }),
  answer: page,
});

export const planInstalments = officeCall({
  name: 'plan-parts',
  summary: 'Open instalments of payment plans that are overdue or due soon, earliest first',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ due: z.enum(['overdue', 'in_7_days', 'in_30_days']), after: optionalCode, page_size: pageSize }),
  answer: page,
});

/** Both days belong to the report, in the shop's zone. */
const days = { from: text(10), until: text(10) };

/** The answer of a report: rows, and one more with the sums of its figures. */
const reportOf = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({ as_of: instant, rows: z.array(z.object({ key: z.string(), ...row })), total: z.object(row) });

export const reportSales = officeCall({
  name: 'report-sales',
  summary: 'What was sold: the value of the orders placed in these days that have not ended',
  needs: { permission: 'reports.sales' },
  fresh: false,
  changes: false,
  request: z.object({ ...days, by: z.enum(SALES_GROUPS) }),
  answer: reportOf({
    /** The name of an item, event or channel. */
    name: z.string().nullable(),
    /** Null if an order may belong to several rows. */
    orders: z.int().nullable(),
    tickets: z.int(),
    goods: z.int(),
    sold: money,
  }),
});

export const reportSalesRows = officeCall({
  name: 'report-sales-rows',
  summary: 'The orders behind a figure of the sales, newest first, each with its part of the figure',
  needs: { permission: 'reports.sales' },
  fresh: false,
  changes: false,
  request: z.object({
    ...days,
    /** A row's key; at most one of item and event. */
    item: optionalCode,
    event: optionalCode,
    channel: optionalCode,
    voucher: z.int().nullable().default(null),
    /** The discount is that of all items of an order. */
    figure: z.enum(['sold', 'discount']).default('sold'),
    after: optionalCode,
    page_size: pageSize,
  }),
  answer: page.extend({
    /** The name of the item, event, channel or voucher; null for all other rows. */
    name: z.string().nullable(),
  }),
});

export const reportMoney = officeCall({
  name: 'report-money',
  summary: 'The changes of the bank’s and the gateways’ accounts in these days, as booked in the ledger',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ ...days, by: z.enum(MONEY_GROUPS) }),
  answer: reportOf({
    in: money,
    out: money,
    /** Chargebacks, less what was given back. */
    taken: money,
    /** Payouts of the gateways: to the bank, less fees. */
    moved: money,
    change: money,
  }),
});

export const reportMoneyRows = officeCall({
  name: 'report-money-rows',
  summary: 'The bookings behind a figure of the money report, newest first',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({
    ...days,
    /** `bank` or a gateway; empty for all of them. */
    way: optionalCode,
    column: z.enum([...MONEY_COLUMNS, 'change']),
    after: optionalCode,
    page_size: pageSize,
  }),
  answer: page,
});

export const reportReceivables = officeCall({
  name: 'report-receivables',
  summary:
    'What customers owe now: open payments of orders that have been partly paid, by age or by the month they are due',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ by: z.enum(RECEIVABLE_GROUPS) }),
  answer: reportOf({ parts: z.int(), amount: money }).extend({
    /** What customers owe according to the ledger. */
    ledger: money,
  }),
});

export const reportReceivablesRows = officeCall({
  name: 'report-receivables-rows',
  summary: 'The open payments behind a figure of the receivables, latest due date first',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ by: z.enum(RECEIVABLE_GROUPS), group: optionalCode, after: optionalCode, page_size: pageSize }),
  answer: page,
});

export const reportLiability = officeCall({
  name: 'report-liability',
  summary: 'What the shop owes now, by the ledger',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: reportOf({ count: z.int(), amount: money }),
});

export const reportLiabilityRows = officeCall({
  name: 'report-liability-rows',
  summary: 'The orders, refunds or receipts behind a figure of the liability',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({ kind: z.enum(LIABILITY_KINDS), after: optionalCode, page_size: pageSize }),
  answer: page,
});

export const reportTax = officeCall({
  name: 'report-tax',
  summary:
    'Tax by country and rate from the documents issued in these days, compared with the tax booked in the ledger',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object(days),
  answer: reportOf({ documents: z.int(), net: money, tax: money, gross: money }).extend({
    rows: z.array(
      z.object({
        key: z.string(),
        /** Of delivery; empty for what is taxed where the event is; `mixed:HR` if the documents do not tell which. */
        country: z.string(),
        tax_basis_points: z.int(),
        documents: z.int(),
        net: money,
        tax: money,
        gross: money,
      }),
    ),
    rates: z.array(z.object({ tax_basis_points: z.int(), documents: money, ledger: money })),
  }),
});

export const reportTaxRows = officeCall({
  name: 'report-tax-rows',
  summary: 'The documents behind a figure of the tax report, newest first, each with its part of the figure',
  needs: { permission: 'reports.money' },
  fresh: false,
  changes: false,
  request: z.object({
    ...days,
    /** `event` for what is taxed where the event is; empty for all countries. */
    country: optionalCode,
    tax_basis_points: z.int().nullable().default(null),
    figure: z.enum(TAX_FIGURES).default('tax'),
    after: optionalCode,
    page_size: pageSize,
  }),
  answer: page,
});

export const reportVouchers = officeCall({
  name: 'report-vouchers',
  summary: 'Vouchers of the orders placed in these days that have not ended',
  needs: { permission: 'reports.sales' },
  fresh: false,
  changes: false,
  request: z.object(days),
  answer: reportOf({ uses: z.int(), discount: money, sold: money }).extend({
    rows: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        /** Shown only to people who make vouchers. */
        code: z.string().nullable(),
        uses: z.int(),
        discount: money,
        sold: money,
      }),
    ),
  }),
});

export const reportDepartures = officeCall({
  name: 'report-departures',
  summary:
    'How full the departures of these days are, earliest first; if both days are empty, those of the week that begins with the next departure',
  needs: { permission: 'reports.sales' },
  fresh: false,
  changes: false,
  request: z.object(days),
  answer: z.object({
    as_of: instant,
    /** The days that the rows are about. */
    ...days,
    rows: z.array(
      fillLevel.extend({
        at: instant,
        item: z.string(),
        /** Null for an item with one fixed time. */
        departure: z.int().nullable(),
        /** The number of active tickets: these are the passengers. */
        tickets: z.int(),
        /** The number of tickets whose refund was requested or is under way; their seats are still sold. */
        in_refund: z.int(),
      }),
    ),
  }),
});
