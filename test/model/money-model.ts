import type { CardBehaviour } from '#features/payments/server/sandbox/sandbox-card-store.ts';
import type { WalkedPayout } from './payout-steps.ts';

// Where each euro is, derived only from what people did: customers, their banks, provider, operator. The shop's books
// must agree.

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Money that the provider took for the shop. */
export interface CardPayment {
  readonly reference: string;
  readonly order: MoneyOrder;
  /** The reference of the order's part that it paid. */
  readonly part: string;
  readonly amount: number;
  /** Refunds by the shop's key, or by the provider's id if they were made in its dashboard. */
  readonly refunds: Map<string, CardRefund>;
  dispute: { readonly amount: number; state: 'open' | 'money_taken' | 'won' | 'lost' } | null;
  /** Whether it was ever taken back by a dispute, or refunded in the provider's dashboard. */
  wasTakenBack: boolean;
}

interface CardRefund {
  readonly amount: number;
  readonly byShop: boolean;
  hasFailed: boolean;
}

interface SavedCard {
  readonly behaviour: CardBehaviour;
  readonly savedAt: number;
  /** Whether its owner removed it at the provider, or no longer wants it to be charged. */
  isRemoved: boolean;
}

export interface MoneyOrder {
  readonly code: string;
  readonly checksum: string;
  readonly total: number;
  readonly isPlan: boolean;
  readonly parts: readonly { readonly reference: string; readonly amount: number; readonly dueAt: number }[];
  /** Pages of the provider, by the attempt's reference. */
  readonly pages: Map<string, { url: string; amount: number; part: string; isOver: boolean }>;
  /** Whether the buyer agreed that later parts are charged. */
  agrees: boolean;
  /** Cards by the provider's ids, the newest last. */
  readonly cards: Map<string, SavedCard>;
  /** Amounts by the part's reference. */
  readonly transfers: Map<string, number>;
  /** What the bank paid for refunds, by their codes. */
  readonly paidByBank: Map<string, number>;
}

export class MoneyModel {
  now: number;
  readonly orders: MoneyOrder[] = [];
  readonly payments: CardPayment[] = [];
  /** Money that other shops earn with the same account at the provider. The shop books it until somebody checks it. */
  foreign = 0;
  readonly payouts: WalkedPayout[] = [];
  /** References of payments that the card scheme reported as fraudulent. */
  readonly warned = new Set<string>();
  /** Periods in which nobody could reach the provider. */
  readonly outages: { readonly from: number; to: number }[] = [];
  /** Requests of the shop to the provider that broke the rules. */
  readonly breaches: string[] = [];

  constructor(now: Date) {
    this.now = now.getTime();
  }

  orderOf(reference: string): MoneyOrder | undefined {
    return this.orders.find(({ code }) => reference.startsWith(`${code}-`));
  }

  recordPayment(order: MoneyOrder, reference: string, amount: number): CardPayment {
    const part = order.parts.find((one) => reference.startsWith(`${one.reference}-`))!.reference;
    const payment: CardPayment = {
      reference,
      order,
      part,
      amount,
      refunds: new Map(),
      dispute: null,
      wasTakenBack: false,
    };
    const before = this.paidFor(order, part);
    const { amount: wanted } = order.parts.find((one) => one.reference === part)!;
    if (before + amount > wanted) this.breaches.push(`${part} is paid twice: ${before} and ${amount} of ${wanted}`);
    this.payments.push(payment);
    return payment;
  }

  hasPaid(reference: string): boolean {
    return this.payments.some((payment) => payment.reference === reference);
  }

  /** Returns the money that arrived for a part, whatever became of it. */
  paidFor(order: MoneyOrder, part: string): number {
    return sumOf(
      this.payments.filter((one) => one.order === order && one.part === part),
      ({ amount }) => amount,
      order.transfers.get(part),
    );
  }

  paymentsOf(order: MoneyOrder): CardPayment[] {
    return this.payments.filter((payment) => payment.order === order);
  }

  /** Returns the order's balance at the provider. */
  balanceAtProvider(order: MoneyOrder): number {
    return sumOf(this.paymentsOf(order), (payment) => payment.amount - refundedOf(payment) - disputedOf(payment));
  }

  /** Returns the order's balance at the bank. */
  balanceAtBank(order: MoneyOrder): number {
    return (
      sumOf([...order.transfers.values()], (amount) => amount) - sumOf([...order.paidByBank.values()], (one) => one)
    );
  }

  /** Returns what has gone back for a refund, by card and by bank. */
  movedFor(order: MoneyOrder, refund: string): number {
    const byCard = this.paymentsOf(order).flatMap(({ refunds }) =>
      [...refunds].filter(([key, { hasFailed }]) => key.startsWith(`${refund}-M`) && !hasFailed),
    );
    return sumOf(byCard, ([, { amount }]) => amount, order.paidByBank.get(refund));
  }

  /** Whether the shop must have charged the part by now. */
  mustBeCollected(order: MoneyOrder, { reference, dueAt }: MoneyOrder['parts'][number]): boolean {
    const { cards, agrees } = order;
    const card = [...cards.values()].at(-1);
    const isFirst = order.parts[0]!.reference === reference;
    if (isFirst || !agrees || card === undefined || card.isRemoved || card.behaviour !== 'pays') return false;
    // A card that is saved too late for the mail a week before is not charged.
    if (card.savedAt > dueAt - 8 * DAY || this.now < dueAt + 2 * DAY) return false;
    return !this.outages.some(({ from, to }) => from < dueAt + 12 * DAY && to > dueAt - 12 * DAY);
  }

  /** Whether somebody other than the shop and the customer moved the order's money. */
  isContested(order: MoneyOrder): boolean {
    return this.paymentsOf(order).some(
      ({ dispute, refunds }) => dispute !== null || [...refunds.values()].some(({ byShop }) => !byShop),
    );
  }
}

export const refundedOf = ({ refunds }: CardPayment): number =>
  sumOf(
    [...refunds.values()].filter(({ hasFailed }) => !hasFailed),
    ({ amount }) => amount,
  );

export const disputedOf = ({ dispute }: CardPayment): number =>
  dispute?.state === 'money_taken' || dispute?.state === 'lost' ? dispute.amount : 0;

const sumOf = <T>(some: readonly T[], amountOf: (one: T) => number, first = 0): number =>
  some.reduce((sum, one) => sum + amountOf(one), first);
