import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money, noteText, text } from '#wire/fields.ts';

export const receiptId = z.int().positive();

const books = { needs: { permission: 'money.book' }, fresh: false } as const;

/** Without a fingerprint the change is previewed; with one it is made. */
const previewable = { ...books, changes: true, answer: previewed } as const;

export const attention = z.enum(['late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted']);

/** The payment that money was meant for: the amount that its payer was told to pay, and what is still open. */
export const intendedPayment = z.object({ reference: z.string(), asked: money, open: money });

const openPayment = z.object({ reference: z.string(), amount: money, open: money, due_at: instant });

const payableOrder = z.object({
  code: z.string(),
  customer_name: z.string(),
  placed_at: instant,
  status: z.string(),
  total: money,
  paid: money,
  /** Payments that are not fully paid. */
  parts: z.array(openPayment),
});

export const receiptOpen = officeCall({
  ...books,
  name: 'receipt-open',
  summary: 'Money that waits for a decision: its facts, and the orders it may be for',
  changes: false,
  request: z.object({ receipt: receiptId }),
  answer: z.object({
    receipt: receiptId,
    received_at: instant,
    /** A gateway's name, or `bank`. */
    source: z.string(),
    transaction: z.string(),
    /** The bank's or the provider's number; null if the bank gave none. */
    number: z.string().nullable(),
    amount: money,
    currency: z.string(),
    /** The part that counts for no order, in minor units. */
    suspended: money,
    words: z.string(),
    /** Null once the receipt is settled. */
    attention: attention.nullable(),
    order: z.string().nullable(),
    /** The payment that the money was meant for; null if there is none. */
    meant: intendedPayment.nullable(),
    /** When the money goes back to its card automatically. */
    returns_at: instant.nullable(),
    return_status: z.enum(['pending', 'done', 'failed', 'replaced']).nullable(),
    /** Whether the money came from a card payment in this shop, so that its gateway may send it back. */
    by_card: z.boolean(),
    /** The receipt's own order first, then the one that its text names, then those with exactly this amount open. */
    candidates: z.array(payableOrder.extend({ why: z.enum(['its_order', 'named', 'same_amount']) })),
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
  summary: 'Removes money from the list, with a note; money in suspense stays in suspense, or was sent back by hand',
  request: z.object({ receipt: receiptId, note: noteText, returned: z.boolean(), preview: previewText }),
});

export const receiptKeep = officeCall({
  ...previewable,
  name: 'receipt-keep',
  summary: 'Keeps card money from going back automatically; it stays on the list',
  request: z.object({ receipt: receiptId, reason: noteText, preview: previewText }),
});

export const paymentToRecord = officeCall({
  ...books,
  name: 'payment-to-record',
  summary: 'The open amount of an order or payment, by its reference; null if there is none',
  changes: false,
  request: z.object({ reference: codeText }),
  answer: z.object({
    order: payableOrder.nullable(),
    /** The payment with this reference, otherwise the first open one. */
    part: openPayment.nullable(),
  }),
});

export const paymentRecord = officeCall({
  ...previewable,
  name: 'payment-record',
  summary: 'Records a bank transfer, whether it is exact, short, over, late, double or without an order',
  request: z.object({
    reference: codeText,
    amount: money,
    /** The bank's own number of the movement, which can be booked only once. */
    transaction: text(200),
    /** Such as 2027-07-12, in the shop's time zone; empty for the present moment. */
    day: text(10),
    /** Whether somebody confirms that the money arrived before its order was placed. */
    before_order: z.boolean().default(false),
    preview: previewText,
  }),
});

export const paymentUndo = officeCall({
  ...previewable,
  name: 'payment-undo',
  summary: 'Undoes a transfer that was recorded by mistake, unless something later depends on it',
  request: z.object({ receipt: receiptId, preview: previewText }),
});

export const orderSettleProblem = officeCall({
  ...previewable,
  name: 'order-settle-problem',
  summary: 'Settles the problem of an order, such as a lost dispute',
  request: z.object({
    code: codeText,
    to: z.enum(['paid', 'partial', 'cancelled']),
    /** Goes into the audit log, so it must not contain names. */
    reason: noteText,
    preview: previewText,
  }),
});

export const chargeEnd = officeCall({
  ...previewable,
  name: 'charge-end',
  summary: 'Closes a charge of a saved card that the provider never answered and did not make',
  request: z.object({
    reference: codeText,
    /** What staff found out at the provider. Goes into the audit log, so it must not contain names. */
    note: noteText,
    preview: previewText,
  }),
});

export const orderReturnOwed = officeCall({
  ...previewable,
  name: 'order-return-owed',
  summary: 'Books money that was sent back for an ended order, once per bank transaction number',
  request: z.object({ code: codeText, amount: money, transaction: text(200), preview: previewText }),
});

export const paymentResetAttempts = officeCall({
  needs: { permission: 'plans.move' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'payment-reset-attempts',
  summary: 'Lets the customer retry a card payment that has reached its maximum number of attempts',
  request: z.object({ reference: codeText, preview: previewText }),
});
