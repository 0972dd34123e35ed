/** A payment of an order, as far as money for it goes; amounts in minor units. */
export interface PayablePart {
  readonly id: number;
  readonly amount: number;
  readonly paidAmount: number;
}

export const payableOf = (payment: { id: number; amount: number; paid_amount: number }): PayablePart => ({
  id: payment.id,
  amount: payment.amount,
  paidAmount: payment.paid_amount,
});

export interface Spread {
  /** What counts for which payment; none when the payment that is meant was paid before. */
  readonly shares: readonly { readonly paymentId: number; readonly amount: number }[];
  /** What fits nowhere. */
  readonly rest: number;
  /** The payment that is meant is not complete with it. */
  readonly isShort: boolean;
}

/**
 * How money for one payment counts: for that payment first, and then for those after it that it covers wholly, one after the
 * other. No later payment is begun by accident; what is left over fits nowhere. `payments` are those of the order, in their
 * order; earlier ones that are still open come after the later ones.
 */
export function spreadMoney(payments: readonly PayablePart[], meantId: number, amount: number): Spread {
  const at = payments.findIndex((payment) => payment.id === meantId);
  const meant = payments[at];
  if (!meant) throw new Error(`The order has no payment ${meantId}`);
  const missing = missingOf(meant);
  if (missing === 0) return { shares: [], rest: amount, isShort: false };

  const shares = [{ paymentId: meant.id, amount: Math.min(missing, amount) }];
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

/** The payment that an order's money is meant for when nothing else is said: the first that misses some; all paid, the last. */
export const payableFirst = <Part extends PayablePart>(payments: readonly Part[]): Part | undefined =>
  payments.find((payment) => missingOf(payment) > 0) ?? payments.at(-1);

const missingOf = ({ amount, paidAmount }: PayablePart): number => Math.max(0, amount - paidAmount);
