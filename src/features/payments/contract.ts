import { z } from 'zod';
import { occasion } from '#features/catalogue/contract.ts';
import { order, payment } from '#features/orders/contract.ts';
import { openRefunds } from '#features/tickets/domain/item-status.ts';
import { call } from '#kernel/call.ts';
import { codeText, instant } from '#wire/fields.ts';
import { type AttemptStatus, attemptTransitions } from './domain/attempt-status.ts';

const attemptStatuses = Object.keys(attemptTransitions) as [AttemptStatus, ...AttemptStatus[]];

/** The browser opens `url`, or posts `params` to it from a hidden form. */
export const paymentAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('redirect'), url: z.string() }),
  z.object({ action: z.literal('submit'), url: z.string(), params: z.record(z.string(), z.string()) }),
]);
export type PaymentAction = z.infer<typeof paymentAction>;

const onePayment = { order: codeText, reference: codeText, checksum: codeText };

/** What is being paid for. Time and place are those of the first item. */
const contents = z.object({
  name: z.string(),
  more: z.int(),
  occasion: occasion.optional(),
  travel_time: instant.nullish(),
  timezone: z.string().optional(),
});
export type PaidContents = z.infer<typeof contents>;

export const getPaymentPlanOrderPayment = call({
  name: 'get-payment-plan-order-payment',
  summary: 'One payment of an order, by its link’s checksum',
  needs: 'checksum',
  changes: false,
  data: false,
  request: z.object(onePayment),
  // Fields of this shop beyond the specification. `last_attempt`: the newest attempt's status, to show that it was
  // declined. `open_refund`: the progress of the refunds, whose items this answer leaves out. `contents`: the first
  // item, without its holder, and the number of the others. `is_mine`: the caller is the order’s owner.
  answer: z.object({
    order,
    payment,
    last_attempt: z.enum(attemptStatuses).nullable(),
    open_refund: z.enum(openRefunds),
    contents: contents.nullable(),
    is_mine: z.boolean(),
  }),
});

export const payPaymentPlanOrderPayment = call({
  name: 'pay-payment-plan-order-payment',
  summary: 'Starts an attempt to pay an unpaid payment of an order',
  needs: 'checksum',
  changes: true,
  data: true,
  request: z.object({
    ...onePayment,
    /**
     * Extension: the order's owner agrees that its later instalments are charged to the card. Ignored for anybody
     * else.
     */
    save_card: z.boolean().nullish(),
  }),
  answer: z.object({ payment: paymentAction.optional() }),
});

export const removeSavedCard = call({
  name: 'remove-saved-card',
  summary: 'Stops charging later instalments to the card saved for an order; repeated calls change nothing',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({ order: codeText }),
  answer: z.object({}),
});
