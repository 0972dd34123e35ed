import type { AttemptStatus } from './attempt-status.ts';

interface TimedAttempt {
  readonly status: AttemptStatus;
  readonly createdAt: Date;
  /** The gateway accepts no payment from this time on. */
  readonly expiresAt: Date;
  /** Set if the shop charges a saved card, so that nobody is sent to a payment page. */
  readonly savedMethodId: number | null;
}

/** If a start has had no answer after this many milliseconds, its process is assumed to have died. */
const STARTING_MS = 20_000;
/** A gateway's clock may be this far behind ours. */
const MARGIN_MS = 60_000;

const isPastItsEnd = (attempt: TimedAttempt, now: Date): boolean =>
  now.getTime() >= attempt.expiresAt.getTime() + MARGIN_MS;

const isStartPending = (attempt: TimedAttempt, now: Date): boolean =>
  attempt.savedMethodId === null
    ? now.getTime() - attempt.createdAt.getTime() <= STARTING_MS
    : !isPastItsEnd(attempt, now);

export const isBeingStarted = (attempt: TimedAttempt, now: Date): boolean =>
  attempt.status === 'created' && isStartPending(attempt, now);

/** Whether the gateway's answer to the start was lost, for example because the process died. */
export const startWasLost = (attempt: TimedAttempt, now: Date): boolean =>
  attempt.status === 'created' && !isStartPending(attempt, now);

/**
 * Whether an open attempt can still be paid. An attempt whose start was lost cannot. One that is being processed can.
 * Any other can until it expires. After that it cannot, even if its gateway still reports it as open: gateways also do
 * that if the browser never arrived.
 */
export const canStillBePaid = (attempt: TimedAttempt, now: Date): boolean =>
  attempt.status === 'created'
    ? isStartPending(attempt, now)
    : attempt.status === 'processing' || !isPastItsEnd(attempt, now);

/**
 * Whether an attempt that its gateway does not know is over. Until then, the payer's browser may simply not have
 * reached the gateway yet.
 */
export const isOverIfUnknown = (attempt: TimedAttempt, now: Date): boolean =>
  startWasLost(attempt, now) || isPastItsEnd(attempt, now);
