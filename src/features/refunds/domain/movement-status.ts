import type { RefundStatus } from './refund-status.ts';

// docs/domain/refunds.md has a diagram of these transitions.

export const movementTransitions = {
  /** The gateway or the bank has not reported that the money moved. */
  pending: ['done', 'failed'],
  /** Moved money can still come back: a closed card, a returned transfer. */
  done: ['failed'],
  /** A new movement tries again, or takes another way. A gateway may also change its mind. */
  failed: ['replaced', 'done'],
  /** If the gateway moves it after all, the money went out twice, and that must be booked. */
  replaced: ['done'],
} as const;

export type MovementStatus = keyof typeof movementTransitions;

export const canMoveMovement = (from: MovementStatus, to: MovementStatus): boolean =>
  (movementTransitions[from] as readonly MovementStatus[]).includes(to);

/** Returns the status of an accepted refund. */
export function statusByMovements(
  movements: readonly { readonly status: MovementStatus }[],
): Extract<RefundStatus, 'processing' | 'problem' | 'processed'> {
  if (movements.some(({ status }) => status === 'failed')) return 'problem';
  return movements.some(({ status }) => status === 'pending') ? 'processing' : 'processed';
}

/** Returns where the money goes: as chosen until money moves, then the ways of the movements that have not failed. */
export function waysOf(
  chosen: { readonly toCard: boolean },
  movements: readonly { readonly status: MovementStatus; readonly gateway: string | null }[],
): { readonly toCard: boolean; readonly byBank: boolean } {
  const moving = movements.filter(({ status }) => status === 'pending' || status === 'done');
  if (moving.length === 0) return { toCard: chosen.toCard, byBank: !chosen.toCard };
  return {
    toCard: moving.some(({ gateway }) => gateway !== null),
    byBank: moving.some(({ gateway }) => gateway === null),
  };
}
