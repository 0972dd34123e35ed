import { z } from 'zod';
import { cartMerchandise, cartProduct } from '#features/cart/contract.ts';
import { merchandisePurchase, ticket } from '#features/tickets/contract.ts';
import type { LinkCodes } from '#kernel/link-purposes.ts';
import { instant, money } from '#wire/fields.ts';
import { orderStatuses } from './domain/order-status.ts';
import { PAYMENT_METHODS } from './domain/payment-methods.ts';
import { paymentStatuses } from './domain/payment-status.ts';

export const paymentMethod = z.enum(PAYMENT_METHODS);

/** An order without a plan has exactly one payment, or none when it costs nothing. */
export const payment = z.object({
  reference: z.string(),
  amount: money,
  paid_amount: money,
  /** Extension: waived by the operator, and not included in `amount`, which is 0 if everything was waived. */
  waived_amount: money,
  due_at: instant,
  paid_at: instant.nullable(),
  payment_status: z.enum(paymentStatuses),
  overdue: z.boolean(),
  due: z.boolean(),
  attempt: z.int(),
});
export type Payment = z.infer<typeof payment>;

const paymentPlanStep = z.object({
  amount: money,
  count: z.int().optional(),
  units: z.enum(['days', 'weeks', 'months']).optional(),
});

/**
 * Extension: codes of the links that work without a login, each for one purpose. Empty if the caller may not share
 * them.
 */
const linkCodes: { [Name in keyof LinkCodes]: z.ZodString } = {
  /** `/payment-plan-payment/<code>/<payment_checksum>/<reference>` */
  payment_checksum: z.string(),
  /** `/accept-tcs/<code>/<terms_checksum>` */
  terms_checksum: z.string(),
  /** `/download-invoice/<code>/<invoice_checksum>` */
  invoice_checksum: z.string(),
  /** `/download-calendar/<code>/<calendar_checksum>` */
  calendar_checksum: z.string(),
};

export const order = z.object({
  id: z.string(),
  code: z.string(),
  /** Opens every link of the order, so only its owner receives it. A caller with a link gets that link's code. */
  checksum: z.string(),
  ...linkCodes,
  created_at: instant,
  staff: z.string(),
  total_price: money,
  total_paid: money,
  total_refunded: money,
  discount_amount: money,
  discount_name: z.string().nullable(),
  payment_method: paymentMethod,
  payment_status: z.enum(orderStatuses),
  accepted_ts_and_cs: z.boolean(),
  has_payment_plan: z.boolean(),
  payment_plan: z.array(paymentPlanStep),
  payments: z.array(payment),
  has_refunds: z.boolean(),
  fully_refunded: z.boolean(),
  has_active_refunds: z.boolean(),
  has_invoice: z.boolean(),
  /** Extension: for payments on account, downloaded by number like the credit notes. */
  advance_invoices: z.array(z.object({ code: z.string() })),
  /**
   * Extension: `/download-invoice/<code>/<invoice_checksum>?number=<code of the note>`; `refund_id` is null for the
   * credit note of a cancellation.
   */
  credit_notes: z.array(z.object({ code: z.string(), refund_id: z.string().nullable() })),
  /**
   * Extension: until when an unpaid card order or a partially paid order keeps its items; null for other orders, and
   * after that time.
   */
  kept_until: instant.nullable(),
  can_refund: z.boolean(),
  /** Extension: whether later instalments can be paid by transfer, whatever the order's method. */
  takes_transfers: z.boolean(),
  /**
   * Extension: the card that was saved for later instalments; null if there is none. `expires` is `2028-11`, if known.
   * `is_charged` is false once money for the order was charged back.
   */
  saved_card: z.object({ label: z.string(), expires: z.string().nullable(), is_charged: z.boolean() }).nullable(),
  /** Extension: whether the saved card was removed at its provider while instalments are still open. */
  lost_card: z.boolean(),
  /** Extension: card payments that this order could not use: being refunded, or refunded in the last two weeks. */
  money_back: z.array(z.object({ amount: money, why: z.enum(['double', 'over', 'late', 'other']) })),
  /** Extension: whether `/switch-to-bank-transfer` is possible for this unpaid card order. */
  may_switch_to_transfer: z.boolean(),
  shipping_amount: money,
  shipping_country: z.string().nullable(),
  shipping_refunded: z.boolean(),
  tickets: z.array(ticket),
  cartProducts: z.array(cartProduct),
  merchandisePurchases: z.array(merchandisePurchase),
  cartMerchandise: z.array(cartMerchandise),
  /** Extension: whether this is somebody else's order, reduced to this customer's tickets. `checksum` is then empty. */
  reassigned_to_me: z.boolean(),
});
export type Order = z.infer<typeof order>;
