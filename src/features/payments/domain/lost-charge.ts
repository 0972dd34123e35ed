const HOUR_MS = 60 * 60_000;
const FIRST_PAUSE_MS = 15 * 60_000;
/** Providers remember a charge by its key for a day: repeating it later could charge the card twice. */
const REPEATED_FOR_MS = 23 * HOUR_MS;
const UNCLEAR_AFTER_MS = 24 * HOUR_MS;

/** What happens next to a charge whose answer was lost. */
export type LostCharge =
  /** The same charge is made again, under its reference. */
  | { readonly kind: 'repeat'; readonly nextAt: Date }
  /** The gateway is queried about it, which charges nothing. */
  | { readonly kind: 'wait'; readonly nextAt: Date }
  /** A person has to find out whether it was made. Meanwhile the customer can pay by the link. */
  | { readonly kind: 'unclear' };

/**
 * Returns what to do about a charge without an answer: repeat it after 15 minutes and then at growing intervals, for
 * nearly a day.
 */
export function lostCharge(chargedAt: Date, now: Date): LostCharge {
  const elapsed = now.getTime() - chargedAt.getTime();
  if (elapsed >= UNCLEAR_AFTER_MS) return { kind: 'unclear' };
  const unclearAt = new Date(chargedAt.getTime() + UNCLEAR_AFTER_MS);
  if (elapsed >= REPEATED_FOR_MS) return { kind: 'wait', nextAt: unclearAt };
  const next = now.getTime() + Math.max(FIRST_PAUSE_MS, elapsed);
  return { kind: 'repeat', nextAt: new Date(Math.min(next, unclearAt.getTime())) };
}

export const queryChargeAt = (chargedAt: Date): Date => new Date(chargedAt.getTime() + REPEATED_FOR_MS);

/**
 * How long the provider can take to process a charge, in milliseconds. Until then the charge is not over, and the
 * customer cannot pay in another way.
 */
const PROCESSING_MS = 2 * 60_000;
export const chargeEndsAt = (sentAt: Date): Date => new Date(sentAt.getTime() + PROCESSING_MS);
