import { takesPayments } from '#features/orders/domain/order-status.ts';
import { firstPayable, type PayablePayment, spreadMoney } from '#features/payments/domain/spread-money.ts';
import type { Expected, Known, KnownOrder, Target } from './line-matches.ts';

interface RunningPayment extends PayablePayment {
  readonly reference: string;
  paidAmount: number;
}

/** The payments of orders as the lines so far will leave them. Amounts in minor units. */
export class RunningPayments {
  readonly #known: Pick<Known, 'orders' | 'waiting'>;
  readonly #paid = new Map<string, RunningPayment[]>();
  /** What earlier lines will pay if a person accepts them, by the order's code. */
  readonly #claims = new Map<string, Target[]>();

  constructor(known: Pick<Known, 'orders' | 'waiting'>) {
    this.#known = known;
  }

  missingOf(order: KnownOrder): number {
    return this.#paymentsOf(order).reduce((all, { amount, paidAmount }) => all + amount - paidAmount, 0);
  }

  /** The open amount of each payment alone, and of all together. */
  openAmountsOf(order: KnownOrder): number[] {
    const open = this.#paymentsOf(order)
      .map(({ amount, paidAmount }) => amount - paidAmount)
      .filter((amount) => amount > 0);
    return open.length === 0 ? [] : [...open, this.missingOf(order)];
  }

  target(order: KnownOrder, named: string | null, amount: number): Target {
    const target = { reference: named ?? order.code, order: order.code, amount };
    const instalment =
      order.payments.length > 1 ? order.payments.findIndex(({ reference }) => reference === named) + 1 : 0;
    return {
      ...target,
      expects: expected(order, this.#paymentsOf(order), target),
      ...(instalment > 0 && { instalment }),
    };
  }

  pay(target: Target): void {
    addMoney(this.#paymentsOf(this.#orderOf(target)), target);
  }

  claim(targets: readonly Target[]): void {
    for (const target of targets) {
      this.#claims.set(target.order, [...(this.#claims.get(target.order) ?? []), target]);
    }
  }

  /** Whether the money would no longer fit after what earlier lines claim. */
  isClaimed(target: Target): boolean {
    const claims = this.#claims.get(target.order);
    if (!claims) return false;
    const order = this.#orderOf(target);
    const payments = this.#paymentsOf(order).map((payment) => ({ ...payment }));
    for (const claim of claims) addMoney(payments, claim);
    return expected(order, payments, target) !== 'fits';
  }

  #orderOf({ order: code }: Target): KnownOrder {
    return this.#known.orders.get(code) ?? this.#known.waiting.find((one) => one.code === code)!;
  }

  #paymentsOf(order: KnownOrder): RunningPayment[] {
    const known = this.#paid.get(order.code) ?? order.payments.map((payment) => ({ ...payment }));
    this.#paid.set(order.code, known);
    return known;
  }
}

type Money = Pick<Target, 'reference' | 'amount'>;

const intendedPayment = (payments: readonly RunningPayment[], { reference }: Money): RunningPayment | undefined =>
  payments.find((payment) => payment.reference === reference) ?? firstPayable(payments);

function expected({ status }: KnownOrder, payments: readonly RunningPayment[], money: Money): Expected {
  const meant = intendedPayment(payments, money);
  if (!meant) return 'double';
  const { shares, rest, isShort } = spreadMoney(payments, meant.id, money.amount);
  if (shares.length === 0) return 'double';
  if (!takesPayments(status) && status !== 'problem' && status !== 'paid') return 'late';
  return isShort ? 'short' : rest > 0 ? 'over' : 'fits';
}

function addMoney(payments: readonly RunningPayment[], money: Money): void {
  const meant = intendedPayment(payments, money);
  if (!meant) return;
  for (const { paymentId, amount: share } of spreadMoney(payments, meant.id, money.amount).shares) {
    payments.find(({ id }) => id === paymentId)!.paidAmount += share;
  }
}
