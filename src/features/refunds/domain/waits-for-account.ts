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
 * Returns the movements of a refund that cannot be paid until the customer enters an account: what goes by bank, and
 * what a card did not take. If an account is known, only what the bank returned waits for another one.
 */
export function waitingForAccount<One extends Movement>(
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

/** Returns their sum in minor units. */
export const waitsForAccount = (refund: RefundFacts, movements: readonly Movement[]): number =>
  waitingForAccount(refund, movements).reduce((sum, { amount }) => sum + amount, 0);
