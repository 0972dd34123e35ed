import type { Occasion } from '#features/occasions/domain/occasion.ts';
import { whenOf } from '#features/occasions/domain/occasion.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { isPayable, type PaymentStatus } from '#features/orders/domain/payment-status.ts';

interface DatedTicket {
  readonly occasion?: Occasion | undefined;
  readonly travel_time: string | null;
  readonly timezone: string;
}

interface IssuedItem {
  readonly status: string;
}

export interface OrderOfSteps {
  readonly created_at: string;
  readonly payment_status: OrderStatus;
  readonly accepted_ts_and_cs: boolean;
  readonly has_payment_plan: boolean;
  readonly has_active_refunds: boolean;
  readonly fully_refunded: boolean;
  /** A part with the amount 0 was waived. */
  readonly payments: readonly { readonly amount: number; readonly payment_status: PaymentStatus }[];
  readonly tickets: readonly (DatedTicket &
    IssuedItem & { readonly allow_download: boolean; readonly reassigned: boolean })[];
  readonly cartProducts: readonly DatedTicket[];
  readonly merchandisePurchases: readonly IssuedItem[];
  readonly cartMerchandise: readonly unknown[];
}

/** `stopped`: the order goes no further, or not until somebody acts. */
export type StepState = 'done' | 'current' | 'ahead' | 'stopped';

export type OrderStep =
  | { readonly kind: 'ordered'; readonly state: 'done'; readonly at: string }
  | {
      readonly kind: 'paid';
      readonly state: StepState;
      readonly why: 'waiting' | 'processing' | 'problem' | 'refund_requested' | null;
      /** Set for a plan that is not paid in full. */
      readonly parts: { readonly paid: number; readonly count: number } | null;
    }
  | { readonly kind: 'tickets'; readonly state: StepState; readonly count: number }
  | { readonly kind: 'shipping'; readonly state: StepState }
  | {
      readonly kind: 'event' | 'journey';
      readonly state: StepState;
      readonly first: Date;
      readonly last: Date;
      readonly timezone: string;
    }
  | { readonly kind: 'cancelled' | 'abandoned' | 'refunded'; readonly state: 'stopped' };

/**
 * The steps of an order: ordered, paid, tickets ready, and the day that they are for. In an order that has ended, the
 * way it ended replaces the steps that will not happen.
 */
export function stepsOf(order: OrderOfSteps, now: Date): OrderStep[] {
  const ordered: OrderStep = { kind: 'ordered', state: 'done', at: order.created_at };
  const { payment_status: status } = order;
  if (status === 'cancelled' || status === 'abandoned') return [ordered, { kind: status, state: 'stopped' }];
  const paid = paidStep(order);
  if (order.fully_refunded) {
    const paidSteps: OrderStep[] = status === 'paid' ? [paid] : [];
    return [ordered, ...paidSteps, { kind: 'refunded', state: 'stopped' }];
  }
  const tickets = ticketsStep(order, paid.state);
  const shipping = tickets ? null : shippingStep(order, paid.state);
  const day = dayStep(order, tickets?.state === 'done', now);
  return [ordered, paid, tickets, shipping, day].filter((step) => step !== null);
}

type PaidStep = Extract<OrderStep, { kind: 'paid' }>;

function paidStep(order: OrderOfSteps): PaidStep {
  const { payment_status: status, payments } = order;
  const paidCount = payments.filter((payment) => payment.payment_status === 'paid').length;
  const parts =
    order.has_payment_plan && status !== 'paid'
      ? { paid: paidCount, count: payments.filter(({ amount }) => amount > 0).length }
      : null;
  if (status === 'paid') return { kind: 'paid', state: 'done', why: null, parts };
  const isMoneyDue = payments.some((payment) => isPayable(payment.payment_status));
  // A problem with one instalment does not block another that can be paid.
  if (status === 'problem' || (!isMoneyDue && payments.some((payment) => payment.payment_status === 'problem')))
    return { kind: 'paid', state: 'stopped', why: 'problem', parts };
  if (order.has_active_refunds) return { kind: 'paid', state: 'stopped', why: 'refund_requested', parts };
  const isProcessing = status === 'processing' || payments.some((payment) => payment.payment_status === 'processing');
  return { kind: 'paid', state: 'current', why: isProcessing ? 'processing' : 'waiting', parts };
}

/** The order no longer waits for refunded tickets or for those now held by somebody else. */
const isStillTheirs = (ticket: OrderOfSteps['tickets'][number]): boolean =>
  ticket.status === 'active' && !ticket.reassigned;

function ticketsStep(order: OrderOfSteps, paid: StepState): OrderStep | null {
  const issued = order.tickets.filter(isStillTheirs);
  const count = issued.length + order.cartProducts.length;
  if (count === 0) return null;
  const isReady = order.cartProducts.length === 0 && issued.every((ticket) => ticket.allow_download);
  return { kind: 'tickets', state: isReady ? 'done' : paid === 'done' ? 'current' : 'ahead', count };
}

/** The shop does not learn when a parcel arrives, so shipping is never done. */
function shippingStep(order: OrderOfSteps, paid: StepState): OrderStep | null {
  const hasMerchandise =
    order.merchandisePurchases.some(({ status }) => status === 'active') || order.cartMerchandise.length > 0;
  return hasMerchandise ? { kind: 'shipping', state: paid === 'done' ? 'current' : 'ahead' } : null;
}

/** From the first to the last day of the events, or of the departures if there are only journeys. */
function dayStep(order: OrderOfSteps, isReady: boolean, now: Date): OrderStep | null {
  const dated = [...order.tickets.filter(isStillTheirs), ...order.cartProducts]
    .map(daysAndEnd)
    .filter((when) => when !== null);
  const events = dated.filter(({ kind }) => kind === 'occasion');
  const days = events.length > 0 ? events : dated;
  const [any] = days;
  if (!any) return null;
  const first = new Date(Math.min(...days.map((when) => when.first.getTime())));
  const last = new Date(Math.max(...days.map((when) => when.last.getTime())));
  const isOver = days.every(({ endsAt }) => now > endsAt);
  const state = isOver ? 'done' : isReady && first <= now ? 'current' : 'ahead';
  return { kind: events.length > 0 ? 'event' : 'journey', state, first, last, timezone: any.timezone };
}

/** `last` is a moment of the last day. A night belongs to the day it began on. */
function daysAndEnd(ticket: DatedTicket) {
  const when = whenOf(ticket);
  const { occasion } = ticket;
  return when && { ...when, endsAt: when.kind === 'occasion' && occasion ? new Date(occasion.ends_at) : when.last };
}
