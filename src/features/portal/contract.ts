import { z } from 'zod';
import { occasion } from '#features/catalogue/contract.ts';
import { order } from '#features/orders/contract.ts';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { refund } from '#features/refunds/contract.ts';
import { refundStatuses } from '#features/refunds/domain/refund-status.ts';
import { existingTicket } from '#features/tickets/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, instant, money, optionalCode } from '#wire/fields.ts';

// All calls and shapes in this file are extensions.

const moneyFields = { amount: money, by: instant.nullable(), is_by_day: z.boolean(), is_overdue: z.boolean() };

/**
 * What an order needs from its customer. `ask`: an open payment for which the customer needs the operator's help. `by`:
 * when it is due, or when the order loses its items.
 */
const orderNeed = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['pay', 'ask']), reference: z.string(), ...moneyFields }),
  z.object({ kind: z.literal('transfer'), ...moneyFields }),
  z.object({ kind: z.literal('accept_terms') }),
  z.object({
    kind: z.literal('choose_time'),
    ticket: z.object({ code: z.string(), product: z.string(), full_name: z.string() }),
    by: instant.nullable(),
  }),
]);

/** The summary of an order in a list; `get-order` returns the rest. */
const orderSummary = z.object({
  code: z.string(),
  created_at: instant,
  /** 0 for somebody else's order. */
  total_price: money,
  payment_status: z.enum(orderStatuses),
  fully_refunded: z.boolean(),
  reassigned_to_me: z.boolean(),
  /** Codes for the links that the needs use; empty without needs. */
  payment_checksum: z.string(),
  terms_checksum: z.string(),
  item_count: z.int(),
  /** The item that names the order, tickets before merchandise. */
  first: z
    .object({
      name: z.string(),
      external_code: z.string(),
      shop_image: z.string().nullable(),
      occasion: occasion.optional(),
      travel_time: instant.nullish(),
      travel_times: z.array(z.object({ travel_time: instant })).optional(),
      timezone: z.string().optional(),
      meeting_point: z.string().optional(),
    })
    .nullable(),
  is_overdue: z.boolean(),
  are_terms_open: z.boolean(),
  is_unpaid_card_order: z.boolean(),
  has_ticket_to_show: z.boolean(),
  /** Most urgent first. */
  needs: z.array(orderNeed),
});

const refundSummary = z.object({
  id: z.string(),
  status: z.enum(refundStatuses),
  created_at: instant,
  /** What the refund pays; 0 if it was cancelled. */
  payable_total: money,
  account_needed: money,
  /** The first item's name; null if no item is left to name. */
  name: z.string().nullable(),
  item_count: z.int(),
});
export type RefundSummary = z.infer<typeof refundSummary>;

const orderPage = { orders: z.array(orderSummary), has_older: z.boolean() };
const refundPage = { refunds: z.array(refundSummary), has_older: z.boolean() };

/** A customer's newest orders and refunds, and older ones that need something from the customer. Newest first. */
export const newest = z.object({
  orders: z.array(orderSummary),
  has_older_orders: z.boolean(),
  waiting_orders: z.array(orderSummary),
  refunds: z.array(refundSummary),
  has_older_refunds: z.boolean(),
  waiting_refunds: z.array(refundSummary),
  /** Whether `existing_tickets` has only the newest tickets; `get-entry-tickets` returns all of an event. */
  has_older_tickets: z.boolean(),
});
export type Newest = z.infer<typeof newest>;

/** A full order, with its refunds newest first. */
export const openedOrder = z.object({ order, refunds: z.array(refund) });
export type OpenedOrder = z.infer<typeof openedOrder>;

export const getOrder = call({
  name: 'get-order',
  summary: 'One of the caller’s orders in full with its refunds, by the id of the order or of one of its refunds',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({ order_id: optionalCode, refund_id: optionalCode }),
  answer: openedOrder,
});

export const getOlderOrders = call({
  name: 'get-older-orders',
  summary: 'Summaries of the caller’s orders that are older than the one named, newest first',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({ before: codeText }),
  answer: z.object(orderPage),
});

export const getOlderRefunds = call({
  name: 'get-older-refunds',
  summary: 'Summaries of the caller’s refunds that are older than the one named, newest first',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({ before: codeText }),
  answer: z.object(refundPage),
});

export const getEntryTickets = call({
  name: 'get-entry-tickets',
  summary: 'The entry tickets to an event that the caller manages',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({ event_id: codeText }),
  answer: z.object({ existing_tickets: z.array(existingTicket) }),
});

export const getSavedCards = call({
  name: 'get-saved-cards',
  summary:
    'The cards saved for later instalments of the caller’s plans, and which of them were removed at their provider',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({}),
  answer: z.object({ orders: z.array(order.pick({ code: true, saved_card: true, lost_card: true })) }),
});
