import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';

/** The next instalment of a plan that is to be paid. */
export interface NextInstalment {
  /** Its place in the plan, from 1. */
  readonly place: number;
  readonly amount: number;
  readonly dueAt: string;
  /** When the order is cancelled if this instalment is still unpaid; null if the shop does not cancel it. */
  readonly endsAt: string | null;
}

interface DeclinedCard {
  readonly at: string;
  readonly amount: number;
  readonly reason: string | null;
  /** Whether the customer can try to pay by card again. */
  readonly mayRetry: boolean;
}

interface ChargedBack {
  readonly amount: number;
  /** In the bank's words; empty if it gave none. */
  readonly reason: string;
}

interface AttemptsUsed {
  /** The payment's reference. */
  readonly payment: string;
  readonly attempts: number;
}

interface ReturnedRefund {
  readonly refund: string;
  readonly amount: number;
  /** The key of the movement that waits in the inbox. */
  readonly movement: string;
  readonly reason: string;
}

export interface OrderNow {
  readonly status: OrderStatus;
  readonly isPlan: boolean;
  /** Whether there is an undecided dispute about money that counts for the order. */
  readonly isDisputed: boolean;
  readonly hasAcceptedTerms: boolean;
  /** Tickets that are neither refunded nor cancelled. */
  readonly ticketCount: number;
  readonly openRefund: OpenRefund;
  /** The missing amount, in minor units. */
  readonly missing: number;
  /** Money that was taken back; null if none was, or it came back. */
  readonly chargedBack: ChargedBack | null;
  /** Overdue payments, oldest first. */
  readonly overdue: readonly { readonly amount: number; readonly due_at: string }[];
  /** The oldest instalment of a plan that can still be paid; null if there is none. */
  readonly nextInstalment: NextInstalment | null;
  /** Until when the items are held; null without a deadline. */
  readonly heldUntil: string | null;
  /** The day by which the customer of a bank transfer was asked to pay; null for other payments. */
  readonly payBy: string | null;
  /** The last attempt to pay by card, if it was declined. */
  readonly declined: DeclinedCard | null;
  /** A payment that the customer cannot make by card because all its attempts are used; null for none. */
  readonly attemptsUsed: AttemptsUsed | null;
  /** Money of an ended order that nobody has sent back. */
  readonly owed: number;
  /** The number of accepted refunds with money that can be paid out. */
  readonly refundsUnderWay: number;
  /** Refunds that the customer requested and nobody has approved or declined. */
  readonly requestedRefunds: readonly { readonly refund: string; readonly amount: number }[];
  /** Refunds with money that cannot be paid out until a bank account is known. */
  readonly accountsNeeded: readonly { readonly refund: string; readonly amount: number }[];
  /** Refunds with money that the bank returned from the known account. The reason may be empty. */
  readonly returnedRefunds: readonly ReturnedRefund[];
  /** Receipts with money that waits for a decision, oldest first; for an ended order, all that still have money. */
  readonly waiting: readonly number[];
}

/** Something that the customer cannot do now, or has to wait for. */
export type Obstacle =
  | { readonly kind: 'ended'; readonly status: 'cancelled' | 'abandoned' }
  /** An ended order's money that has to go back to its customer. */
  | { readonly kind: 'owed'; readonly amount: number }
  /** Nothing can be paid until somebody settles it. `isExplained`: whether money that waits shows the reason. */
  | {
      readonly kind: 'money_problem';
      readonly missing: number;
      readonly chargedBack: ChargedBack | null;
      readonly isExplained: boolean;
    }
  | { readonly kind: 'money_waits'; readonly receipt: number }
  | { readonly kind: 'disputed' }
  | { readonly kind: 'payment_under_way' }
  | {
      readonly kind: 'overdue';
      readonly amount: number;
      readonly since: string;
      readonly count: number;
      readonly endsAt: string | null;
    }
  | { readonly kind: 'unpaid'; readonly amount: number; readonly until: string | null; readonly payBy: string | null }
  | ({ readonly kind: 'card_declined' } & DeclinedCard)
  | ({ readonly kind: 'attempts_used' } & AttemptsUsed)
  /** Nothing is overdue, but the plan has not been paid in full. */
  | {
      readonly kind: 'plan_open';
      readonly amount: number;
      readonly next: NextInstalment | null;
      /** Null once the plan has begun. */
      readonly until: string | null;
    }
  | { readonly kind: 'terms_open' }
  | {
      readonly kind: 'refund';
      readonly state: 'requested' | 'under_way';
      /** Whether something is left to pay, but the customer cannot pay now. */
      readonly blocksPayments: boolean;
    }
  /** Only while another refund is being paid out. */
  | { readonly kind: 'refund_requested'; readonly refund: string; readonly amount: number }
  | { readonly kind: 'account_needed'; readonly refund: string; readonly amount: number }
  | ({ readonly kind: 'refund_returned' } & ReturnedRefund)
  | { readonly kind: 'no_tickets'; readonly count: number };

/** The customer's obstacles, most important first. */
export function obstaclesOf(order: OrderNow): Obstacle[] {
  const { status, overdue, openRefund, missing, chargedBack, waiting } = order;
  const moneyThatWaits = waiting.map((receipt) => ({ kind: 'money_waits', receipt }) as const);
  if (status === 'cancelled' || status === 'abandoned') {
    const owed = order.owed > 0 ? [{ kind: 'owed', amount: order.owed } as const] : [];
    return [{ kind: 'ended', status }, ...owed, ...moneyThatWaits];
  }
  const found: Obstacle[] = [...moneyThatWaits];
  if (status === 'problem')
    found.push(
      order.isDisputed
        ? { kind: 'disputed' }
        : { kind: 'money_problem', missing, chargedBack, isExplained: waiting.length > 0 },
    );
  if (status === 'processing') found.push({ kind: 'payment_under_way' });
  if (openRefund !== 'none') {
    const blocksPayments = missing > 0 && takesPayments(status);
    const onlyWaits = openRefund === 'under_way' && order.refundsUnderWay === 0 && !blocksPayments;
    if (!onlyWaits) found.push({ kind: 'refund', state: openRefund, blocksPayments });
    if (openRefund === 'under_way')
      for (const requested of order.requestedRefunds) found.push({ kind: 'refund_requested', ...requested });
  } else if (overdue.length > 0 && takesPayments(status)) {
    const amount = overdue.reduce((sum, instalment) => sum + instalment.amount, 0);
    found.push({
      kind: 'overdue',
      amount,
      since: overdue[0]!.due_at,
      count: overdue.length,
      endsAt: order.nextInstalment?.endsAt ?? order.heldUntil,
    });
  } else if (missing > 0 && takesPayments(status) && !(order.isPlan && order.nextInstalment === null)) {
    found.push(
      order.isPlan
        ? { kind: 'plan_open', amount: missing, next: order.nextInstalment, until: order.heldUntil }
        : { kind: 'unpaid', amount: missing, until: order.heldUntil, payBy: order.payBy },
    );
  }
  if (order.declined && openRefund === 'none' && missing > 0 && takesPayments(status))
    found.push({ kind: 'card_declined', ...order.declined });
  if (order.attemptsUsed) found.push({ kind: 'attempts_used', ...order.attemptsUsed });
  for (const needed of order.accountsNeeded) found.push({ kind: 'account_needed', ...needed });
  for (const returned of order.returnedRefunds) found.push({ kind: 'refund_returned', ...returned });
  if (!order.hasAcceptedTerms) found.push({ kind: 'terms_open' });
  // Tickets become valid once the order is paid and the terms are accepted.
  const areTicketsLocked = status !== 'paid' || !order.hasAcceptedTerms;
  if (order.ticketCount > 0 && areTicketsLocked) found.push({ kind: 'no_tickets', count: order.ticketCount });
  return found;
}
