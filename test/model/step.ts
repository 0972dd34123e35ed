import { expect } from 'vitest';
import type { Attempt, GatewayStatus, Model, Order, Payment } from './model.ts';
import { seenAttempts, type World } from './world.ts';

/** Chooses by given random numbers. */
export class Picks {
  readonly numbers: readonly number[];
  private at = 0;
  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }
  number(below: number): number {
    return this.numbers[this.at++ % this.numbers.length]! % below;
  }
  /** Returns undefined if there is nothing to choose from. */
  of<T>(some: readonly T[]): T | undefined {
    return some.length === 0 ? undefined : some[this.number(some.length)];
  }
  /** True once in `many` times. */
  oneIn(many: number): boolean {
    return this.number(many) === 0;
  }
}

/**
 * Does one action: computes the expected outcome with the model, acts, and changes the model in the same way. Returns
 * the outcome in a word or two, for the count; null if it found nothing to act on.
 */
export type Step = (model: Model, world: World, picks: Picks) => Promise<string | null>;

export interface AtGateway {
  order: Order;
  payment: Payment;
  attempt: Attempt;
}

export const attemptsOf = (model: Model): AtGateway[] =>
  model.orders.flatMap((order) =>
    order.payments.flatMap((payment) => payment.attempts.map((attempt) => ({ order, payment, attempt }))),
  );

export const refundsOf = (model: Model) =>
  model.orders.flatMap((order) => order.refunds.map((refund) => ({ order, refund })));

/**
 * Copies the status of every attempt from the shop into the model. Each must be true at the gateway. `unknown` is the
 * number of attempts that the model does not have yet.
 */
export async function takeOverStatuses(model: Model, world: World, unknown = 0): Promise<void> {
  const all = new Map(attemptsOf(model).map((one) => [one.attempt.reference, one]));
  const seen = await seenAttempts(world);
  expect(seen.length).toBe(all.size + unknown);
  for (const { reference, status } of seen) {
    const found = all.get(reference);
    if (!found) continue;
    const { order, payment, attempt } = found;
    if (attempt.known === status) continue;
    if (attempt.truth === 'open' && attempt.payableUntil <= model.now) attempt.truth = 'expired';
    if (attempt.truth === 'processing' && status === 'paid') attempt.truth = 'paid';
    expect([reference, status]).toEqual([reference, attempt.truth]);
    model.applyStatus(order, payment, attempt, status as GatewayStatus);
  }
}
