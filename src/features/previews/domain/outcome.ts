import { keepsStock, type OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Attention } from '#features/payments/domain/attention.ts';

/** An order before or after a command. */
export interface OrderFacts {
  readonly status: OrderStatus;
  /** The order's price, in minor units like every amount here. */
  readonly total: number;
  readonly paid: number;
  readonly refunded: number;
  /** The number of its units of stock. */
  readonly units: number;
  /** The number of its tickets that are admitted at the door. */
  readonly valid: number;
}

/** An instalment of a payment plan before or after a command. */
export interface InstalmentState {
  readonly amount: number;
  /** The amount that was paid already. */
  readonly paid: number;
  /** ISO 8601. */
  readonly due_at: string;
}

export interface InstalmentChange {
  readonly reference: string;
  /** Null if the command creates the instalment. */
  readonly before: InstalmentState | null;
  /** Null if the command deletes the instalment. */
  readonly after: InstalmentState | null;
}

interface Movement {
  readonly gateway: string | null;
  readonly amount: number;
  /** It goes by bank, but no account is known. */
  readonly waits_for_account: boolean;
}

export interface OrderChange {
  readonly code: string;
  readonly before: OrderFacts;
  readonly after: OrderFacts;
}

/** What a command does, or would do. Leaves out ids, numbers and times, which differ each time. */
export interface Outcome {
  readonly orders: OrderChange[];
  /** Instalments of payment plans whose amount, due date or paid amount changes. */
  readonly parts: InstalmentChange[];
  /** What is booked in the ledger, by account. Debits are positive. */
  readonly money: { readonly account: string; readonly amount: number }[];
  readonly mails: { readonly kind: string; readonly to: string; readonly subject: string }[];
  readonly documents: ('invoice' | 'advance' | 'credit_note')[];
  /** Codes of refund requests that the command cancels. They cannot be restored. */
  readonly cancelled_requests: string[];
  /** Money that is sent: through a gateway to a card, or with the next bank file (null). */
  readonly movements: Movement[];
  /** Why arriving money does not match what is due. */
  readonly attention: Attention | null;
  /** The number of payments that are less than what is due, which the inbox lists until the rest arrives. */
  readonly short_payments: number;
  /** Reverses a booking that was a mistake: the money that leaves the bank account here was never in it. */
  readonly undoes: boolean;
}

export const isChanged = ({ before, after }: OrderChange): boolean =>
  (Object.keys(before) as (keyof OrderFacts)[]).some((name) => before[name] !== after[name]);

/** Whether an order that had ended, perhaps because it was not paid in time, becomes valid again. */
export const isRevived = ({ before, after }: Pick<OrderChange, 'before' | 'after'>): boolean =>
  !keepsStock(before.status) && keepsStock(after.status);

/**
 * Returns the money of orders that a command ends, in minor units: it is then owed to their customers, because ending an
 * order sends nothing back.
 */
export const owedAfter = (orders: readonly OrderChange[]): number =>
  orders
    .filter(({ before, after }) => keepsStock(before.status) && !keepsStock(after.status))
    .reduce((sum, { after }) => sum + after.paid - after.refunded, 0);

/** Returns the instalments that differ, in their order. */
export function changedInstalments(
  before: ReadonlyMap<string, InstalmentState>,
  after: ReadonlyMap<string, InstalmentState>,
): InstalmentChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((reference) => {
    const [was, is] = [before.get(reference) ?? null, after.get(reference) ?? null];
    return was !== null && is !== null && isAsPlanned(was, is) && was.paid === is.paid
      ? []
      : [{ reference, before: was, after: is }];
  });
}

/** Whether an instalment keeps its amount and its due date. */
export const isAsPlanned = (
  was: Pick<InstalmentState, 'amount' | 'due_at'>,
  is: Pick<InstalmentState, 'amount' | 'due_at'>,
): boolean => was.amount === is.amount && was.due_at === is.due_at;

/**
 * Whether money that waited for a decision is assigned although it is less than the amount due. It leaves the inbox,
 * because a person has decided about it; money that has just arrived stays there.
 */
export const isShortAssignment = ({ attention, money }: Pick<Outcome, 'attention' | 'money'>): boolean =>
  attention === 'short' && money.some(({ account, amount }) => account.startsWith('suspense') && amount > 0);

/**
 * The combined outcome of several commands: money summed by account and way, everything else in their order. Money that
 * one command receives does not hide what another one sends.
 */
export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const money = new Map<string, { account: string; amount: number }>();
  const movements = new Map<string, Movement>();
  for (const outcome of outcomes) {
    for (const { account, amount } of outcome.money) {
      const key = `${account} ${Math.sign(amount)}`;
      money.set(key, { account, amount: (money.get(key)?.amount ?? 0) + amount });
    }
    for (const movement of outcome.movements) {
      const key = `${movement.gateway} ${movement.waits_for_account}`;
      movements.set(key, { ...movement, amount: (movements.get(key)?.amount ?? 0) + movement.amount });
    }
  }
  return {
    orders: outcomes.flatMap(({ orders }) => orders),
    parts: outcomes.flatMap(({ parts }) => parts),
    money: [...money.values()],
    mails: outcomes.flatMap(({ mails }) => mails),
    documents: outcomes.flatMap(({ documents }) => documents),
    cancelled_requests: outcomes.flatMap((one) => one.cancelled_requests),
    movements: [...movements.values()],
    attention: null,
    short_payments: outcomes.reduce((count, one) => count + one.short_payments, 0),
    undoes: outcomes.length > 0 && outcomes.every(({ undoes }) => undoes),
  };
}

/** Returns the money that leaves now: to cards, and as booked from the bank or a gateway. */
function moneyOut({ money, movements }: Pick<Outcome, 'money' | 'movements'>): number {
  const toCards = movements.reduce((all, { gateway, amount }) => (gateway === null ? all : all + amount), 0);
  const booked = money.reduce(
    (all, { account, amount }) => (isOwnMoney(account) && amount < 0 ? all - amount : all),
    0,
  );
  return toCards + booked;
}

const isOwnMoney = (account: string): boolean => account === 'bank' || account.startsWith('gateway:');

/** Sums of at least this much need a fresh proof. In whole units of the shop's currency. */
const PROOF_FROM = 500;

/** Whether somebody has to prove again who they are, because money is sent and the sum is not small. */
export const needsFreshProof = (
  outcome: Pick<Outcome, 'money' | 'movements' | 'undoes'>,
  currencyDigits: number,
): boolean => !outcome.undoes && moneyOut(outcome) >= PROOF_FROM * 10 ** currencyDigits;
