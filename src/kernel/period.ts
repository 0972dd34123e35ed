/** ISO 8601 if it is text. */
type Instant = Date | string;

const msOf = (instant: Instant): number => new Date(instant).getTime();

/** `from` is the first moment of the period; null means that it has no start. */
export const hasBegun = (from: Instant | null, now: Date): boolean => from === null || now.getTime() >= msOf(from);

/** `until` is the first moment after the period; null means that it has no end. */
export const hasEnded = (until: Instant | null, now: Date): boolean => until !== null && now.getTime() >= msOf(until);

export const isWithin = (from: Instant | null, until: Instant | null, now: Date): boolean =>
  hasBegun(from, now) && !hasEnded(until, now);
