import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import { nextStepOf, openTransferOf, type StepOrder, type StepPayment } from '#features/payments/domain/next-step.ts';
import { whyNotAccept } from '#features/terms/domain/may-accept.ts';
import { hasChoice, type TravelTime } from '#features/tickets/domain/travel-time-options.ts';

export interface TicketWithNeeds {
  readonly code: string;
  readonly product: string;
  readonly full_name: string;
  readonly allow_travel_time_changes: boolean;
  readonly travel_time: string | null;
  readonly travel_times: readonly TravelTime[];
  readonly allow_travel_time_changes_until: string | null;
}

/** The fields of the API's order that the rules read. */
export interface OrderWithNeeds extends StepOrder {
  readonly payment_status: OrderStatus;
  readonly accepted_ts_and_cs: boolean;
  readonly fully_refunded: boolean;
  readonly kept_until: string | null;
  readonly reassigned_to_me: boolean;
  readonly tickets: readonly TicketWithNeeds[];
}

interface Money {
  /** Minor units. */
  readonly amount: number;
  /**
   * When an instalment or transfer is due, or the time when an unpaid order loses its items; null without a deadline.
   */
  readonly by: string | null;
  /** True for a day rather than a moment. */
  readonly is_by_day: boolean;
  readonly is_overdue: boolean;
}

export type OrderNeed =
  /** `ask`: the payment is open, but the customer needs the operator's help to make it. */
  | (Money & { readonly kind: 'pay' | 'ask'; readonly reference: string })
  | (Money & { readonly kind: 'transfer' })
  | { readonly kind: 'accept_terms' }
  /** `by`: the last moment to choose a time; null without one. */
  | {
      readonly kind: 'choose_time';
      readonly ticket: { readonly code: string; readonly product: string; readonly full_name: string };
      readonly by: string | null;
    };

interface Shop {
  readonly shopPaymentCreditCard: boolean;
  readonly shopPaymentCreditCardMaxAttempts: number;
}

/** An instalment needs the customer from its first reminder on. */
export const NEEDED_AHEAD_MS = 7 * 24 * 60 * 60_000;

/** Most urgent first; empty if the order needs nothing from its customer. */
export function needsOf(order: OrderWithNeeds, shop: Shop, now: Date): OrderNeed[] {
  const money = order.reassigned_to_me ? null : moneyNeed(order, shop, now);
  const terms = areTermsOpen(order) ? { kind: 'accept_terms' as const } : null;
  const times = order.tickets
    .filter(hasToChooseTime)
    .map(({ code, product, full_name, allow_travel_time_changes_until: by }) => ({
      kind: 'choose_time' as const,
      ticket: { code, product, full_name },
      by,
    }));
  return [money, terms, ...times].filter((need) => need !== null).sort(byUrgency);
}

/** Sorts the needs of all orders together. */
export function needsOfAll<Order extends { readonly needs: readonly OrderNeed[] }>(
  orders: readonly Order[],
): { order: Order; need: OrderNeed }[] {
  return orders
    .flatMap((order) => order.needs.map((need) => ({ order, need })))
    .sort((one, other) => byUrgency(one.need, other.need));
}

export const areTermsOpen = (
  order: Pick<OrderWithNeeds, 'accepted_ts_and_cs' | 'payment_status' | 'fully_refunded' | 'reassigned_to_me'>,
): boolean =>
  !order.reassigned_to_me &&
  !order.accepted_ts_and_cs &&
  whyNotAccept({
    paymentStatus: order.payment_status,
    isAccepted: false,
    isFullyRefunded: order.fully_refunded,
  }) === null;

function moneyNeed(order: OrderWithNeeds, shop: Shop, now: Date): OrderNeed | null {
  const step = nextStepOf(order, shop);
  if (step.kind === 'await_transfer') {
    const amount = openTransferOf(order)?.amount;
    if (amount === undefined) return null;
    const openPayment = order.payments.find(isOpen);
    if (isLaterInstalment(order) && openPayment && !isNear(openPayment, now)) return null;
    const by = order.kept_until ?? openPayment?.due_at ?? null;
    return {
      kind: 'transfer',
      amount,
      by,
      is_by_day: order.kept_until === null,
      is_overdue: openPayment?.overdue ?? false,
    };
  }
  if (step.kind !== 'pay' && step.kind !== 'cannot_pay') return null;
  const { payment } = step;
  if (isLaterInstalment(order) && !isNear(payment, now)) return null;
  return {
    kind: step.kind === 'pay' ? 'pay' : 'ask',
    reference: payment.reference,
    amount: payment.amount - payment.paid_amount,
    // An order that has received no money ends at `kept_until`, even on a plan whose first instalment is due today.
    by: order.kept_until ?? (order.has_payment_plan ? payment.due_at : null),
    is_by_day: order.kept_until === null,
    // Only an instalment has its own due date.
    is_overdue: order.has_payment_plan && payment.overdue,
  };
}

const isOpen = ({ payment_status: status }: StepPayment): boolean => status === 'pending' || status === 'partial';

/** Before its first instalment is paid, an order waits for it, whenever it is due. */
const isLaterInstalment = (order: OrderWithNeeds): boolean =>
  order.has_payment_plan && order.payment_status === 'partial';

const isNear = (payment: StepPayment, now: Date): boolean =>
  Date.parse(payment.due_at) - now.getTime() <= NEEDED_AHEAD_MS;

/** Whether the ticket has a choice of departures, and none is chosen yet. */
const hasToChooseTime = (ticket: TicketWithNeeds): boolean =>
  ticket.allow_travel_time_changes && ticket.travel_time === null && hasChoice(ticket.travel_times, null);

/** Overdue money, terms (the tickets wait for them), other money, travel times; each by deadline. */
function byUrgency(one: OrderNeed, other: OrderNeed): number {
  return rankOf(one) - rankOf(other) || deadlineOf(one) - deadlineOf(other);
}

function rankOf(need: OrderNeed): number {
  switch (need.kind) {
    case 'accept_terms':
      return 1;
    case 'choose_time':
      return 3;
    default:
      return need.is_overdue ? 0 : 2;
  }
}

/**
 * Returns the deadline to sort by. Without one, returns a time in the far future: infinity minus infinity is not a
 * number, so it cannot be sorted.
 */
const deadlineOf = (need: OrderNeed): number =>
  need.kind === 'accept_terms' || need.by === null ? Number.MAX_SAFE_INTEGER : Date.parse(need.by);

/** Whether an instalment is overdue while the order still takes money. */
export const isAnythingOverdue = (
  order: Pick<
    OrderWithNeeds,
    'payment_status' | 'has_payment_plan' | 'has_active_refunds' | 'reassigned_to_me' | 'payments'
  >,
): boolean =>
  order.has_payment_plan &&
  !order.reassigned_to_me &&
  !order.has_active_refunds &&
  takesPayments(order.payment_status) &&
  order.payments.some(({ overdue }) => overdue);
