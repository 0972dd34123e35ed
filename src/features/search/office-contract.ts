import { z } from 'zod';
import { bulkAnswer } from '#features/bulk/office-contract.ts';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { paymentStatuses } from '#features/orders/domain/payment-status.ts';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { type RefundStatus, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { itemStatuses } from '#features/tickets/domain/item-status.ts';
import { codeText, instant, money, noteText, optionalCode, text } from '#wire/fields.ts';
import { invoiceViews } from './domain/invoice-filter.ts';
import { mailViews } from './domain/mail-filter.ts';
import { orderViews } from './domain/order-filter.ts';
import { planViews } from './domain/plan-filter.ts';
import { receiptViews } from './domain/receipt-filter.ts';
import { refundViews } from './domain/refund-filter.ts';
import { savedLists } from './domain/saved-view.ts';
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

/** For the numbers beside the views of a list. */
const countsTab = <P extends Permission>(permission: P) =>
  ({
    needs: { permission },
    fresh: false,
    changes: false,
    answer: z.object({ counts: z.array(z.object({ count: z.int(), is_more: z.boolean() })) }),
  }) as const;
const filtersOf = <Filter extends z.ZodType>(filter: Filter) => z.array(filter).max(80);

const savedList = z.enum(savedLists);
const viewId = z.int().positive();
const views = { needs: { permission: 'orders.see' }, fresh: false } as const;
const viewChanges = { ...views, changes: true } as const;
const viewName = text(60);
/** The part of the list's address after the question mark. What was searched for is not kept. */
const viewQuery = text(2_000);

export const viewsList = officeCall({
  ...views,
  changes: false,
  name: 'views-list',
  summary: 'The saved views of a list: those of everybody, then the caller’s own',
  request: z.object({ list: savedList }),
  answer: z.object({
    views: z.array(z.object({ id: viewId, name: z.string(), query: z.string(), is_shared: z.boolean() })),
  }),
});

export const viewSave = officeCall({
  ...viewChanges,
  name: 'view-save',
  summary: 'Saves the filters of a list as a view of the caller, or of everybody',
  request: z.object({ list: savedList, name: viewName, query: viewQuery, is_shared: z.boolean() }),
  answer: z.object({ id: viewId }),
});

export const viewChange = officeCall({
  ...viewChanges,
  name: 'view-change',
  summary: 'Changes the name, the filters and the sharing of a saved view',
  request: z.object({ id: viewId, name: viewName, query: viewQuery, is_shared: z.boolean() }),
  answer: z.object({}),
});

export const viewMove = officeCall({
  ...viewChanges,
  name: 'view-move',
  summary: 'Moves a saved view by one tab',
  request: z.object({ id: viewId, by: z.enum(['left', 'right']) }),
  answer: z.object({}),
});

export const viewDelete = officeCall({
  ...viewChanges,
  name: 'view-delete',
  summary: 'Deletes a saved view',
  request: z.object({ id: viewId }),
  answer: z.object({}),
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

export const ordersCount = officeCall({
  ...countsTab('orders.see'),
  name: 'orders-count',
  summary: 'How many orders each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(orderFilter) }),
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

export const ticketsCount = officeCall({
  ...countsTab('orders.see'),
  name: 'tickets-count',
  summary: 'How many tickets each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(ticketFilter) }),
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

export const peopleCount = officeCall({
  ...countsTab('orders.see'),
  name: 'people-count',
  summary: 'How many people each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(peopleFilter) }),
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

/** Of a list by time. */
const span = {
  /** From this moment on. */
  from: instant.nullish(),
  /** Before this moment. */
  until: instant.nullish(),
};

const receiptFilter = z.object({
  view: z.enum(receiptViews).default('all'),
  text: text(500),
  /** `bank`, or a gateway's name. */
  source: optionalCode,
  /** Whether it belongs to an order. */
  matched: z
    .boolean()
    .nullish()
    .transform((matched) => matched ?? null),
  ...span,
});

export const receiptsList = officeCall({
  name: 'receipts-list',
  summary: 'Money that arrived, the last first; 50 a page',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: false,
  request: z.object({ filter: receiptFilter, after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        received_at: instant,
        /** `bank`, or a gateway's name. */
        source: z.string(),
        /** The number at the bank or the gateway. */
        transaction: z.string(),
        /** What the payer wrote. */
        words: z.string(),
        order: z.string().nullable(),
        customer_name: z.string().nullable(),
        amount: money,
        currency: z.string(),
        /** Not booked to any order yet. */
        left: money,
        /** Sent back, or taken back by a charge-back. */
        returned: money,
        /** Waits in the inbox. */
        is_open: z.boolean(),
      }),
    ),
    /** For `after`; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted and summed up. */
    is_more: z.boolean(),
    /** Sums of all that match in the shop's currency. */
    amount: money,
    left: money,
    returned: money,
    /** To filter by. */
    sources: z.array(z.string()),
  }),
});

export const receiptsCount = officeCall({
  ...countsTab('money.book'),
  name: 'receipts-count',
  summary: 'How many receipts each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(receiptFilter) }),
});

export const receiptsExport = officeCall({
  name: 'receipts-export',
  summary: 'Money of a list as CSV, with names and what payers wrote; at most 10,000',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: receiptFilter }),
  answer: exported,
});

const refundFilter = z.object({
  view: z.enum(refundViews).default('to_decide'),
  text: text(500),
  way: z
    .enum(['card', 'bank'])
    .nullish()
    .transform((way) => way ?? null),
  older_than_days: z
    .int()
    .min(0)
    .max(3_650)
    .nullish()
    .transform((days) => days ?? null),
  /** By when they were requested. */
  ...span,
});

export const refundsList = officeCall({
  name: 'refunds-list',
  summary: 'Refunds: those that wait, the oldest first, others the last first; 50 a page; without bank details',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: refundFilter, after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        code: z.string(),
        order: z.string(),
        customer_name: z.string(),
        requested_at: instant,
        status: z.enum(refundStatuses as readonly [RefundStatus, ...RefundStatus[]]),
        total: money,
        /** Of the price. */
        fees_kept: money,
        /** Asked for; what the card does not take goes by bank. */
        to_card: z.boolean(),
        is_whole_plan: z.boolean(),
        by_operator: z.boolean(),
        is_refused: z.boolean(),
        /** Something goes by bank, and no account is known. */
        needs_account: z.boolean(),
        has_order_problem: z.boolean(),
        /** The file for the bank that orders it. */
        file: z.string().nullable(),
        completed_at: instant.nullable(),
      }),
    ),
    /** For `after`; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted and summed up. */
    is_more: z.boolean(),
    total: money,
  }),
});

export const refundsCount = officeCall({
  ...countsTab('orders.see'),
  name: 'refunds-count',
  summary: 'How many refunds each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(refundFilter) }),
});

export const refundsExport = officeCall({
  name: 'refunds-export',
  summary: 'Refunds of a list as CSV, with names and without bank details; at most 10,000',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: refundFilter }),
  answer: exported,
});

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
  summary: 'Parts of payment plans: open ones by their due date, others the last first; 50 a page',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: planFilter, after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        reference: z.string(),
        order: z.string(),
        customer_name: z.string(),
        due_at: instant,
        /** Of the order. */
        method: z.enum(['credit_card', 'bank_transfer', 'voucher']),
        status: z.enum(paymentStatuses),
        is_overdue: z.boolean(),
        /** By card, so far. */
        tries: z.int(),
        amount: money,
        paid: money,
        paid_at: instant.nullable(),
      }),
    ),
    /** For `after`; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted and summed up. */
    is_more: z.boolean(),
    amount: money,
    paid: money,
  }),
});

export const plansCount = officeCall({
  ...countsTab('orders.see'),
  name: 'plans-count',
  summary: 'How many plan parts each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(planFilter) }),
});

export const plansExport = officeCall({
  name: 'plans-export',
  summary: 'Plan parts of a list as CSV, with names and addresses; at most 10,000',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: planFilter }),
  answer: exported,
});

const invoiceFilter = z.object({
  view: z.enum(invoiceViews).default('all'),
  text: text(500),
  ...span,
});

export const invoicesList = officeCall({
  name: 'invoices-list',
  summary: 'Invoices and credit notes, the last issued first; 50 a page',
  needs: { permission: 'invoices.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: invoiceFilter, after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        number: z.string(),
        series: z.enum(['invoice', 'advance', 'credit_note']),
        /** The number of what a credit note corrects. */
        corrects: z.string().nullable(),
        issued_at: instant,
        order: z.string(),
        /** Empty once it was deleted. */
        buyer: z.string(),
        /** What the document adds: less what was invoiced on account before, and negative on a credit note. */
        gross: money,
        tax: money,
        currency: z.string(),
        /** Numbers of its series that are missing right before it, and after it if it is the last. */
        missing: z.int(),
      }),
    ),
    /** For `after`; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted. */
    is_more: z.boolean(),
  }),
});

export const invoicesCount = officeCall({
  ...countsTab('invoices.see'),
  name: 'invoices-count',
  summary: 'How many documents each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(invoiceFilter) }),
});

export const invoicesExport = officeCall({
  name: 'invoices-export',
  summary: 'The documents of a list as CSV, with names, net, tax and gross; at most 10,000',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: invoiceFilter }),
  answer: exported,
});

export const invoiceFile = officeCall({
  name: 'invoice-file',
  summary: 'An invoice or credit note as PDF',
  needs: { permission: 'invoices.see' },
  fresh: false,
  changes: false,
  request: z.object({ number: codeText }),
  /** In base64. */
  answer: z.object({ filename: z.string(), pdf: z.string() }),
});

const mailFilter = z.object({
  view: z.enum(mailViews).default('all'),
  text: text(500),
  kind: optionalCode,
  /** This one only. */
  mail: afterNumber,
  ...span,
});

export const mailsList = officeCall({
  name: 'mails-list',
  summary: 'Mails that were sent, wait or were given up, the last first; 50 a page',
  needs: { permission: 'mails.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: mailFilter, after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        kind: z.string(),
        /** Empty once its content was deleted. */
        to: z.string(),
        subject: z.string(),
        order: z.string().nullable(),
        status: z.enum(['waiting', 'sent', 'failed']),
        tries: z.int(),
        last_error: z.string().nullable(),
        created_at: instant,
        sent_at: instant.nullable(),
        next_try_at: instant.nullable(),
        /** With `order-mail`. */
        is_readable: z.boolean(),
        can_retry: z.boolean(),
      }),
    ),
    /** For `after`; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted. */
    is_more: z.boolean(),
    /** To filter by. */
    kinds: z.array(z.string()),
  }),
});

export const mailsCount = officeCall({
  ...countsTab('mails.see'),
  name: 'mails-count',
  summary: 'How many mails each of several filters finds, up to 1,000',
  request: z.object({ filters: filtersOf(mailFilter) }),
});

const mailsAction = {
  needs: { permission: 'mails.retry' },
  fresh: false,
  changes: true,
  request: z.object({ filter: mailFilter, preview: previewText }),
  answer: previewed,
} as const;

export const mailsRetry = officeCall({
  ...mailsAction,
  name: 'mails-retry',
  summary: 'Tries the mails of a list that were given up again; at most 200',
});

export const mailsAgain = officeCall({
  ...mailsAction,
  name: 'mails-again',
  summary: 'Sends what was sent about orders, of a list, again word for word to the same addresses; at most 200',
});

/** Which of a list's rows an action is for; null: all that match. */
const chosenOf = <Id extends z.ZodType>(id: Id) => z.array(id).min(1).max(1_000).nullable();
const bulk = { fresh: false, changes: true, answer: bulkAnswer } as const;
const bulkRequest = {
  /** From the preview; left out there. */
  at: instant.nullish(),
  fingerprint: previewText,
};

export const ordersBulkMail = officeCall({
  ...bulk,
  needs: { permission: 'mails.retry' },
  name: 'orders-bulk-mail',
  summary: 'Mails the present state of many orders to their customers again; at most 10,000, by due work',
  request: z.object({ filter: orderFilter, chosen: chosenOf(codeText), ...bulkRequest }),
});

export const ordersBulkCancel = officeCall({
  ...bulk,
  needs: { permission: 'orders.serve' },
  name: 'orders-bulk-cancel',
  summary: 'Cancels those of many orders that nobody has paid anything for; at most 10,000, by due work',
  // Customers read the reason.
  request: z.object({ filter: orderFilter, chosen: chosenOf(codeText), reason: noteText, ...bulkRequest }),
});

export const ticketsBulkMail = officeCall({
  ...bulk,
  needs: { permission: 'mails.retry' },
  name: 'tickets-bulk-mail',
  summary: 'Mails the present state of the orders of many tickets again; at most 10,000 orders, by due work',
  request: z.object({ filter: ticketFilter, chosen: chosenOf(z.int().positive()), ...bulkRequest }),
});
