import type { OrderStatus } from '#features/orders/domain/order-status.ts';

/** An order that a search found for a line. Amounts are in minor units. */
export interface OrderHit {
  readonly status: OrderStatus | null;
  readonly outstanding: number;
}

/**
 * Returns the hits in the order in which they are likely to be meant: first those with exactly the line's amount
 * outstanding, last those that are paid or have nothing outstanding. Otherwise they keep their order.
 */
export function likeliestFirst<Hit extends OrderHit>(hits: readonly Hit[], amount: number | null): Hit[] {
  const rank = ({ status, outstanding }: Hit): number => {
    if (status === 'paid' || outstanding === 0) return 2;
    return outstanding === amount ? 0 : 1;
  };
  return [...hits].sort((one, other) => rank(one) - rank(other));
}
