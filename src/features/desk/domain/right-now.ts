import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';

/** The next part of a plan that is to be paid. */
export interface NextPart {
  /** Its place in the plan, from 1. */
  readonly place: number;
  readonly amount: number;
  readonly dueAt: string;
  /** When the order is cancelled if it is not paid; null if the shop waits. */
  readonly endsAt: string | null;
}

export interface OrderNow {
  readonly status: OrderStatus;
  readonly isPlan: boolean;
  /** There is an undecided dispute about money that counts for the order. */
  readonly isDisputed: boolean;
  readonly acceptedTerms: boolean;
  /** Tickets that are neither refunded nor cancelled. */
  readonly ticketCount: number;
  readonly openRefund: OpenRefund;
  /** The missing amount, in minor units. */
  readonly missing: number;
  /** Overdue parts, oldest first. */
  readonly overdue: readonly { readonly amount: number; readonly due_at: string }[];
  /** The oldest part that is not paid; null for an order without a plan. */
  readonly nextPart: NextPart | null;
  /** Until when the items are held; null without a deadline. */
  readonly keptUntil: string | null;
}

/** Something that the customer cannot do now, or has to wait for. */
export type Obstacle =
  | { readonly kind: 'ended'; readonly status: 'cancelled' | 'abandoned' }
  | { readonly kind: 'money_problem' }
  | { readonly kind: 'disputed' }
  | { readonly kind: 'payment_under_way' }
  | {
      readonly kind: 'overdue';
      readonly amount: number;
      readonly since: string;
      readonly count: number;
      readonly endsAt: string | null;
    }
  | { readonly kind: 'unpaid'; readonly amount: number; readonly until: string | null }
  /** Nothing is overdue, but the plan has not been paid in full. */
  | { readonly kind: 'plan_open'; readonly amount: number; readonly next: NextPart | null }
  | { readonly kind: 'terms_open' }
  | {
      readonly kind: 'refund';
      readonly state: 'requested' | 'under_way';
      /** Something is left to pay, which the customer cannot do now. */
      readonly blocksPayments: boolean;
    }
  | { readonly kind: 'no_tickets'; readonly count: number };

/** The customer's obstacles, most important first. */
export function obstaclesOf(order: OrderNow): Obstacle[] {
  const { status, overdue, openRefund, missing } = order;
  if (status === 'cancelled' || status === 'abandoned') return [{ kind: 'ended', status }];
  const found: Obstacle[] = [];
  if (status === 'problem') found.push({ kind: order.isDisputed ? 'disputed' : 'money_problem' });
  if (status === 'processing') found.push({ kind: 'payment_under_way' });
  if (openRefund !== 'none')
    found.push({ kind: 'refund', state: openRefund, blocksPayments: missing > 0 && takesPayments(status) });
  else if (overdue.length > 0 && takesPayments(status)) {
    const amount = overdue.reduce((sum, part) => sum + part.amount, 0);
    found.push({
      kind: 'overdue',
      amount,
      since: overdue[0]!.due_at,
      count: overdue.length,
      endsAt: order.nextPart?.endsAt ?? null,
    });
  } else if (missing > 0 && takesPayments(status)) {
    found.push(
      order.isPlan
        ? { kind: 'plan_open', amount: missing, next: order.nextPart }
        : { kind: 'unpaid', amount: missing, until: order.keptUntil },
    );
  }
  if (!order.acceptedTerms) found.push({ kind: 'terms_open' });
  // Tickets become valid once the order is paid and the terms are accepted.
  const areTicketsLocked = status !== 'paid' || !order.acceptedTerms;
  if (order.ticketCount > 0 && areTicketsLocked) found.push({ kind: 'no_tickets', count: order.ticketCount });
  return found;
}
