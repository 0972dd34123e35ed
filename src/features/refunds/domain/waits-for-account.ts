import type { MovementStatus } from './movement-status.ts';
import { isAccepted, type RefundStatus } from './refund-status.ts';

interface Movement {
  /** Null for a movement by bank. */
  readonly gateway: string | null;
  readonly status: MovementStatus;
  readonly amount: number;
}

/**
 * Returns the part of a refund, in minor units, that cannot be paid until the customer enters an account: what goes by
 * bank, and what a card did not take. If an account is known, only what the bank returned waits for another one.
 */
export function waitsForAccount(
  { status, hasAccount }: { readonly status: RefundStatus; readonly hasAccount: boolean },
  movements: readonly Movement[],
): number {
  if (!isAccepted(status)) return 0;
  const waits = ({ gateway, status: moved }: Movement) =>
    hasAccount
      ? gateway === null && moved === 'failed'
      : moved === 'failed' || (gateway === null && moved === 'pending');
  return movements.filter(waits).reduce((sum, { amount }) => sum + amount, 0);
}
