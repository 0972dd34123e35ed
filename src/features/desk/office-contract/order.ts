import { z } from 'zod';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { paymentStatuses } from '#features/orders/domain/payment-status.ts';
import { payRefusals } from '#features/payments/domain/may-pay.ts';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { refundStatuses } from '#features/refunds/domain/refund-status.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { itemStatuses, openRefunds } from '#features/tickets/domain/item-status.ts';
import { codeText, instant, money, noteText, text } from '#wire/fields.ts';
import { attention, intendedPayment, receiptId } from './money.ts';

const shownItem = z.object({
  /** Unique within the order. */
  key: z.string(),
  /** The order line to refund; null until the item is issued. */
  line: z.int().nullable(),
  /** An issued ticket's position in its order; null for everything else. */
  position: z.int().nullable(),
  name: z.string(),
  is_ticket: z.boolean(),
  /** Empty for merchandise, and for a holder who was erased. */
  full_name: z.string(),
  email: z.string(),
  /** The label of the holder's age range, such as `Under 12`; null if the item does not need one. */
  age: z.string().nullable(),
  /** Null without a departure. */
  travel_time: instant.nullable(),
  /** Minor units, including the fee. */
  amount: money,
  /** Null until it is issued. */
  status: z.enum(itemStatuses).nullable(),
  /** Whether it is issued but not admitted until the order is paid, or until a dispute has been decided. */
  is_pending: z.boolean(),
});

export const orderOpen = officeCall({
  name: 'order-open',
  summary: 'One order: its state, items, money and refunds, but no codes that open it',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    customer_name: z.string(),
    /** The account's id. */
    customer: z.int(),
    customer_email: z.string(),
    created_at: instant,
    /** The name of the channel through which the order was placed. */
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
    /** Whether the order has a problem because of an undecided dispute about its money. */
    is_disputed: z.boolean(),
    /** Whether the order uses a voucher, which is released when the order ends. */
    has_voucher: z.boolean(),
    /** Until when the order keeps its items although it is not paid; null if no deadline applies. */
    held_until: instant.nullable(),
    /** Money of an ended order that is neither sent back nor part of a refund. */
    owed: money,
    /** The last attempt to pay by card, if it was declined. */
    declined: z
      .object({
        at: instant,
        /** The reference of the payment that the attempt was for. */
        payment: z.string(),
        amount: money,
        /** In the provider's words. */
        reason: z.string().nullable(),
      })
      .nullable(),
    /** When the order is cancelled if its next instalment is not paid; null if the shop does not cancel it. */
    plan_ends_at: instant.nullable(),
    open_refund: z.enum(openRefunds),
    items: z.array(shownItem),
    payments: z.array(
      z.object({
        reference: z.string(),
        amount: money,
        paid_amount: money,
        /** Not included in `amount`. */
        waived_amount: money,
        due_at: instant,
        paid_at: instant.nullable(),
        status: z.enum(paymentStatuses),
        overdue: z.boolean(),
        attempts: z.int(),
        /** Why the customer cannot make the payment by card; null if they can. */
        pay_refusal: z.enum(payRefusals).nullable(),
      }),
    ),
    /** The last change of the plan by staff that was not undone; null if there is none. */
    plan_change: z
      .object({
        id: z.int().positive(),
        kind: z.enum(['moved', 'split', 'waived']),
        at: instant,
        references: z.array(z.string()),
      })
      .nullable(),
    receipts: z.array(
      z.object({
        id: receiptId,
        received_at: instant,
        source: z.string(),
        transaction: z.string(),
        /** The bank's or the provider's number; null if the bank gave none. */
        number: z.string().nullable(),
        amount: money,
        currency: z.string(),
        /** The part that counts for no order. */
        suspended: money,
        /** Null if there is no problem, or once it is settled. */
        attention: attention.nullable(),
        /** The payment that the money was meant for, while it waits for a decision. */
        meant: intendedPayment.nullable(),
        /** What was taken back from it, with the bank's reason, which may be empty; null if nothing. */
        charged_back: z.object({ amount: money, reason: z.string() }).nullable(),
        /** When the money goes back to its card automatically. */
        returns_at: instant.nullable(),
        /** When it was undone, because it was recorded by mistake. */
        undone_at: instant.nullable(),
      }),
    ),
    refunds: z.array(
      z.object({
        code: z.string(),
        status: z.enum(refundStatuses),
        total: money,
        /** The part that cannot be paid until a bank account is known. */
        account_needed: money,
        /** What the bank returned from the known account, with its reason, which may be empty; null if nothing. */
        returned: z
          .object({ amount: money, /** The key of its movement. */ movement: z.string(), reason: z.string() })
          .nullable(),
      }),
    ),
    /** Invoices and credit notes, oldest first; opening one needs `invoices.see`. */
    documents: z.array(
      z.object({ number: z.string(), series: z.enum(['invoice', 'advance', 'credit_note']), issued_at: instant }),
    ),
    /**
     * The card that was saved for a plan's later instalments. `lost`: the bank or the provider removed it, and no other
     * card has replaced it.
     */
    card: z
      .object({ label: z.string(), expires: z.string().nullable(), state: z.enum(['charged', 'taken_back', 'lost']) })
      .nullable(),
    /** Other orders of the buyer, newest first. */
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

export const orderAsCustomer = officeCall({
  // The call records the view in the audit log.
  needs: { permission: 'orders.as-customer' },
  fresh: false,
  changes: true,
  secret: true,
  name: 'order-as-customer',
  summary: 'The page of an order as its customer sees it now, without working buttons or links',
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    customer_name: z.string(),
    /** The time as of which the page is drawn. */
    seen_at: instant,
    /** A complete document, for a frame without scripts. */
    html: z.string(),
  }),
});

export const orderCancel = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'order-cancel',
  summary: 'Cancels an order that is not paid; the customer sees the reason',
  request: z.object({ code: codeText, reason: noteText, preview: previewText }),
});

export const orderMoveDueDate = officeCall({
  needs: { permission: 'plans.move' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'order-move-due-date',
  summary: 'Moves the due date of an order that waits for its first transfer, and how long its items are held',
  request: z.object({
    code: codeText,
    /** Such as 2027-07-12, in the shop's zone. */
    day: text(10),
    preview: previewText,
  }),
});

export const orderRevive = officeCall({
  needs: { permission: 'orders.override' },
  fresh: false,
  changes: true,
  answer: previewed,
  name: 'order-revive',
  summary: 'Revives an order that was cancelled or not paid in time, if its places are still available',
  request: z.object({ code: codeText, preview: previewText }),
});
