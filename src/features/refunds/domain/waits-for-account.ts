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
 * bank, and what a card did not take. 0 if an account is known.
 */
export function waitsForAccount(
  { status, hasAccount }: { readonly status: RefundStatus; readonly hasAccount: boolean },
  movements: readonly Movement[],
): number {
  if (!isAccepted(status) || hasAccount) return 0;
  return movements
    .filter((movement) => movement.status === 'failed' || (movement.status === 'pending' && movement.gateway === null))
    .reduce((sum, { amount }) => sum + amount, 0);
}
