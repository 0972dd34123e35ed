/** Amounts in minor units. */
export interface PayablePayment {
  readonly id: number;
  readonly amount: number;
  readonly paidAmount: number;
}

/** The part of an amount that counts for a payment. */
export interface PaymentShare {
  readonly paymentId: number;
  readonly amount: number;
}

export interface Spread {
  /** Empty if the intended payment was already paid. */
  readonly shares: readonly PaymentShare[];
  readonly rest: number;
  readonly isShort: boolean;
}

/**
 * Splits money: it goes to the intended payment first, then to later ones and finally to earlier ones, as long as it
 * covers each in full. The rest counts for none of them. `payments` are all payments of the order, by position.
 */
export function spreadMoney(payments: readonly PayablePayment[], intendedId: number, amount: number): Spread {
  const at = payments.findIndex((payment) => payment.id === intendedId);
  const intended = payments[at];
  if (!intended) throw new Error(`The order has no payment ${intendedId}`);
  const missing = missingOf(intended);
  if (missing === 0) return { shares: [], rest: amount, isShort: false };

  const shares = [{ paymentId: intended.id, amount: Math.min(missing, amount) }];
  let rest = Math.max(0, amount - missing);
  for (const payment of [...payments.slice(at + 1), ...payments.slice(0, at)]) {
    const more = missingOf(payment);
    if (more === 0) continue;
    if (more > rest) break;
    shares.push({ paymentId: payment.id, amount: more });
    rest -= more;
  }
  return { shares, rest, isShort: amount < missing };
}

/** The first incomplete payment, or the last if all are paid. */
export const firstPayable = <One extends PayablePayment>(payments: readonly One[]): One | undefined =>
  payments.find((payment) => missingOf(payment) > 0) ?? payments.at(-1);

const missingOf = ({ amount, paidAmount }: PayablePayment): number => Math.max(0, amount - paidAmount);
