import { z } from 'zod';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { paymentStatuses } from '#features/orders/domain/payment-status.ts';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { refundStatuses } from '#features/refunds/domain/refund-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { itemStatuses, openRefunds } from '#features/tickets/domain/item-status.ts';
import { codeText, emailText, instant, money, noteText, text } from '#wire/fields.ts';

const receiptId = z.int().positive();
const books = { needs: { permission: 'money.book' }, fresh: false } as const;
/** Previewed without a fingerprint, done with it. */
const previewable = { ...books, changes: true, answer: previewed } as const;

const attention = z.enum(['late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted']);

const openPart = z.object({ reference: z.string(), amount: money, open: money, due_at: instant });

const payableOrder = z.object({
  code: z.string(),
  customer_name: z.string(),
  status: z.string(),
  total: money,
  paid: money,
  /** Parts that are not paid in full. */
  parts: z.array(openPart),
});

export const receiptOpen = officeCall({
  ...books,
  name: 'receipt-open',
  summary: 'Money that waits for somebody: what is known about it, and the orders it may be for',
  changes: false,
  request: z.object({ receipt: receiptId }),
  answer: z.object({
    receipt: receiptId,
    received_at: instant,
    /** A gateway's name, or `bank`. */
    source: z.string(),
    transaction: z.string(),
    amount: money,
    currency: z.string(),
    /** What counts for no order, in minor units. */
    suspended: money,
    words: z.string(),
    /** Null once it is settled. */
    attention: attention.nullable(),
    order: z.string().nullable(),
    /** When it goes back to its card by itself. */
    returns_at: instant.nullable(),
    return_status: z.enum(['pending', 'done', 'failed', 'replaced']).nullable(),
    /** Came by a card payment of this shop, so a gateway may send it back. */
    by_card: z.boolean(),
    /** The order that its text names first, then those with exactly this amount open. */
    candidates: z.array(payableOrder.extend({ why: z.enum(['named', 'same_amount']) })),
  }),
});

export const receiptAssign = officeCall({
  ...previewable,
  name: 'receipt-assign',
  summary: 'Assigns money in suspense to an order or payment, as if it arrived now',
  request: z.object({ receipt: receiptId, to: codeText, preview: previewText }),
});

export const receiptSendBack = officeCall({
  ...previewable,
  name: 'receipt-send-back',
  summary: 'Sends card money in suspense back to its card',
  request: z.object({ receipt: receiptId, preview: previewText }),
});

export const receiptSettle = officeCall({
  ...previewable,
  name: 'receipt-settle',
  summary: 'Takes money off the list, with a note; what is in suspense stays, or was sent back by hand',
  request: z.object({ receipt: receiptId, note: noteText, returned: z.boolean(), preview: previewText }),
});

export const receiptKeep = officeCall({
  ...previewable,
  name: 'receipt-keep',
  summary: 'Keeps card money from going back by itself; it stays on the list',
  request: z.object({ receipt: receiptId, reason: noteText, preview: previewText }),
});

export const paymentToRecord = officeCall({
  ...books,
  name: 'payment-to-record',
  summary: 'What an order or payment still needs, by its reference; null if there is none',
  changes: false,
  request: z.object({ reference: codeText }),
  answer: z.object({
    order: payableOrder.nullable(),
    /** The part that the reference names, otherwise the first open one. */
    part: openPart.nullable(),
  }),
});

export const paymentRecord = officeCall({
  ...previewable,
  name: 'payment-record',
  summary: 'Records a bank transfer: exact, short, over, late, double or without an order',
  request: z.object({
    reference: codeText,
    amount: money,
    /** The bank's own number of the movement, booked once. */
    transaction: text(200),
    /** Such as 2027-07-12, in the shop's zone; empty: now. */
    day: text(10),
    preview: previewText,
  }),
});

export const paymentUndo = officeCall({
  ...previewable,
  name: 'payment-undo',
  summary: 'Takes back a transfer that was recorded by mistake, unless something later depends on it',
  request: z.object({ receipt: receiptId, preview: previewText }),
});

export const orderSettleProblem = officeCall({
  ...previewable,
  name: 'order-settle-problem',
  summary: 'Ends the problem of an order, such as a dispute that was lost',
  request: z.object({
    code: codeText,
    to: z.enum(['paid', 'partial', 'cancelled']),
    /** For the audit log; no names. */
    reason: noteText,
    preview: previewText,
  }),
});

export const chargeEnd = officeCall({
  ...previewable,
  name: 'charge-end',
  summary: 'Ends a charge of a saved card that its provider did not answer and did not make',
  request: z.object({
    reference: codeText,
    /** What was found there, for the audit log; no names. */
    note: noteText,
    preview: previewText,
  }),
});

export const orderReturnOwed = officeCall({
  ...previewable,
  name: 'order-return-owed',
  summary: 'Books money that was sent back for an ended order, once for each number of the bank',
  request: z.object({ code: codeText, amount: money, transaction: text(200), preview: previewText }),
});

const shownItem = z.object({
  /** Unique in the order. */
  key: z.string(),
  /** Its order line, which a refund takes; null until it is issued. */
  line: z.int().nullable(),
  /** Of an issued ticket in its order; null for all else. */
  position: z.int().nullable(),
  name: z.string(),
  is_ticket: z.boolean(),
  /** Empty for merchandise, and for a holder who was erased. */
  full_name: z.string(),
  email: z.string(),
  /** Of the holder, such as `25-34`; null if the item asks for none. */
  age: z.string().nullable(),
  /** Null without a departure. */
  travel_time: instant.nullable(),
  /** Minor units, with the fee. */
  amount: money,
  /** Null until it is issued. */
  status: z.enum(itemStatuses).nullable(),
});

export const orderOpen = officeCall({
  name: 'order-open',
  summary: 'One order: its customer’s current obstacles, its items, money and refunds; without codes that open it',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    customer_name: z.string(),
    customer_email: z.string(),
    created_at: instant,
    /** Where it was placed, in the shop's words. */
    channel: z.string(),
    status: z.enum(orderStatuses),
    payment_method: z.string(),
    total: money,
    paid: money,
    refunded: money,
    discount: money,
    shipping: money,
    terms_accepted_at: instant.nullable(),
    is_plan: z.boolean(),
    /** A problem because a dispute of its money is undecided. */
    is_disputed: z.boolean(),
    has_invoice: z.boolean(),
    kept_until: instant.nullable(),
    open_refund: z.enum(openRefunds),
    items: z.array(shownItem),
    payments: z.array(
      z.object({
        reference: z.string(),
        amount: money,
        paid_amount: money,
        due_at: instant,
        paid_at: instant.nullable(),
        status: z.enum(paymentStatuses),
        overdue: z.boolean(),
        /** Card attempts. */
        attempts: z.int(),
      }),
    ),
    receipts: z.array(
      z.object({
        id: receiptId,
        received_at: instant,
        source: z.string(),
        transaction: z.string(),
        amount: money,
        currency: z.string(),
        /** Null without a problem, or once it is settled. */
        attention: attention.nullable(),
        /** It was recorded by mistake and taken back. */
        undone_at: instant.nullable(),
      }),
    ),
    refunds: z.array(z.object({ code: z.string(), status: z.enum(refundStatuses), total: money })),
    /**
     * Kept for the later instalments of a plan. `lost`: its bank or the provider removed it, and none has replaced it.
     */
    card: z
      .object({ label: z.string(), expires: z.string().nullable(), state: z.enum(['charged', 'taken_back', 'lost']) })
      .nullable(),
    /** Other orders of the buyer, the newest first. */
    others: z.array(
      z.object({
        code: z.string(),
        status: z.enum(orderStatuses),
        created_at: instant,
        items: z.array(z.object({ name: z.string(), count: z.int() })),
      }),
    ),
    has_more_others: z.boolean(),
  }),
});

const entry = {
  at: instant,
  /** The actor as the audit log names it; null for the customer and for what happens by itself. */
  by: z.string().nullable(),
};
const ofTicket = z.object({
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  age: z.string().nullable(),
  travel_time: instant.nullable(),
});

const timelineEntry = z.discriminatedUnion('what', [
  z.object({ what: z.literal('placed'), ...entry, amount: money }),
  z.object({ what: z.literal('terms_accepted'), ...entry }),
  z.object({
    what: z.literal('received'),
    ...entry,
    id: receiptId,
    source: z.string(),
    transaction: z.string(),
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
    /** Charged without the customer. */
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
    /** All null once the holder was wiped. */
    before: ofTicket,
    after: ofTicket,
    /** Of staff who went beyond the customer's limits; '' otherwise. */
    reason: z.string(),
  }),
  /** Lines of the audit log about the order, its refunds and its money that no other entry covers. */
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
    /** Empty once its content was deleted, like the subject. */
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
    /** Such as 2027-07-12, in the shop's zone; null without a reminder. */
    remind_on: z.string().nullable(),
  }),
]);

export const orderTimeline = officeCall({
  name: 'order-timeline',
  summary: 'Everything that happened to an order, newest first; mails only for staff who may see mails',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({ entries: z.array(timelineEntry) }),
});

export const orderAsCustomer = officeCall({
  // It writes into the audit that somebody looked.
  needs: { permission: 'orders.as-customer' },
  fresh: false,
  changes: true,
  secret: true,
  name: 'order-as-customer',
  summary: 'The page of an order as its customer sees it now; nothing on it can be pressed, and it opens nothing',
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    customer_name: z.string(),
    /** A whole document, for a frame without scripts. */
    html: z.string(),
  }),
});

export const orderCancel = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'order-cancel',
  summary: 'Cancels an order that is not paid; the customer reads the reason',
  request: z.object({ code: codeText, reason: noteText, preview: previewText }),
});

export const orderMailAgain = officeCall({
  needs: { permission: 'mails.retry' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'order-mail-again',
  summary: 'Mails an order’s present state to its customer again',
  request: z.object({ code: codeText, preview: previewText }),
});

export const paymentResetAttempts = officeCall({
  needs: { permission: 'plans.move' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'payment-reset-attempts',
  summary: 'Lets the customer try a card payment again that has reached its number of attempts',
  request: z.object({ reference: codeText, preview: previewText }),
});

const seesMails = { needs: { permission: 'mails.see' }, fresh: false, changes: false } as const;
const mailId = z.int().positive();

export const orderMail = officeCall({
  ...seesMails,
  name: 'order-mail',
  summary: 'A mail as it was sent; without links, their secrets and codes of tickets',
  request: z.object({ code: codeText, mail: mailId }),
  answer: z.object({
    id: mailId,
    to: z.string(),
    subject: z.string(),
    sent_at: instant.nullable(),
    /** A whole document, for a frame without scripts. */
    html: z.string(),
    /** That were attached. */
    tickets: z.int(),
    /** It opens the order or its tickets, so it goes to nobody else. */
    carries_secret: z.boolean(),
  }),
});

export const mailSendAgain = officeCall({
  needs: { permission: 'mails.retry' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'mail-send-again',
  summary: 'Sends a mail again, word for word; to another address only if it opens nothing',
  request: z.object({
    code: codeText,
    mail: mailId,
    /** Empty: the address that it was sent to. */
    to: emailText,
    preview: previewText,
  }),
});

const noteId = z.int().positive();

export const orderNoteWrite = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'order-note-write',
  summary: 'Writes a note on an order',
  request: z.object({
    code: codeText,
    body: noteText,
    is_pinned: z.boolean(),
    /** Such as 2027-07-12, in the shop's zone: the order is in the inbox then. Empty: never. */
    remind_on: text(10),
  }),
  answer: z.object({}),
});

export const orderReminderSet = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'order-reminder-set',
  summary: 'Sets, moves or ends the reminder of a note, unless somebody else has changed it',
  request: z.object({
    code: codeText,
    note: noteId,
    /** As the caller saw it; empty: without a reminder. */
    was: text(10),
    /** Empty ends it. */
    remind_on: text(10),
  }),
  answer: z.object({}),
});

export const orderNoteRemove = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'order-note-remove',
  summary: 'Deletes a note from an order',
  request: z.object({ code: codeText, note: noteId }),
  answer: z.object({}),
});
