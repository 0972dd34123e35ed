import type { Attention } from './attention.ts';

/** Leaves the operator time to keep or assign the money. */
const RETURN_AFTER_MS = 60 * 60_000;

const STRAY: readonly (Attention | null)[] = ['late', 'double', 'over'];

/**
 * Returns when money goes back to the card by itself: only money from one of this shop's attempts that no order can
 * use. Null if it stays until the operator decides.
 */
export const returnTimeOf = (
  { attention, attemptId }: { readonly attention: Attention | null; readonly attemptId: number | null },
  receivedAt: Date,
): Date | null =>
  attemptId !== null && STRAY.includes(attention) ? new Date(receivedAt.getTime() + RETURN_AFTER_MS) : null;
