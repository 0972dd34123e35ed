import type { MovementStatus } from './movement-status.ts';
import { isAccepted, type RefundStatus } from './refund-status.ts';

interface Movement {
  /** Null for what goes by bank. */
  readonly gateway: string | null;
  readonly status: MovementStatus;
  readonly amount: number;
}

interface RefundFacts {
  readonly status: RefundStatus;
  readonly hasAccount: boolean;
}

/**
 * Returns the movements of a refund that go to the account which the customer or staff may enter now: if none is known,
 * what goes by bank and what a card did not take; otherwise only what the bank returned from the known one.
 */
export function movementsForAccount<One extends Movement>(
  { status, hasAccount }: RefundFacts,
  movements: readonly One[],
): One[] {
  if (!isAccepted(status)) return [];
  return movements.filter(({ gateway, status: moved }) =>
    hasAccount
      ? gateway === null && moved === 'failed'
      : moved === 'failed' || (gateway === null && moved === 'pending'),
  );
}

/** Returns the sum of `movementsForAccount` in minor units. */
export const amountForAccount = (refund: RefundFacts, movements: readonly Movement[]): number =>
  movementsForAccount(refund, movements).reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns the part of a refund, in minor units, that cannot be paid until an account is entered; 0 if one is known.
 */
export const amountAwaitingAccount = (refund: RefundFacts, movements: readonly Movement[]): number =>
  refund.hasAccount ? 0 : amountForAccount(refund, movements);

/**
 * Returns the part of a refund, in minor units, that the bank returned from a known account. It can go to the same
 * account again or to another.
 */
export const amountReturnedByBank = (refund: RefundFacts, movements: readonly Movement[]): number =>
  refund.hasAccount ? amountForAccount(refund, movements) : 0;
