const DAY_MS = 24 * 3_600_000;
/** A matter that is snoozed for longer would be forgotten. */
const MAX_DAYS = 90;

export type WhyNotSnooze = 'not_later' | 'too_late' | 'after_deadline';

/** Returns why a matter cannot be snoozed until a time; null if it can. It must come back before its deadline. */
export function whyNotSnooze(until: Date, deadline: Date | null, now: Date): WhyNotSnooze | null {
  if (until <= now) return 'not_later';
  if (until.getTime() > now.getTime() + MAX_DAYS * DAY_MS) return 'too_late';
  return deadline !== null && until >= deadline ? 'after_deadline' : null;
}
