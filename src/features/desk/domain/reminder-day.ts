import { addToDay, isoDay, localDay } from '#kernel/local-day.ts';

/** A day further ahead is a typo. */
const MAX_YEARS = 5;

/**
 * Returns the typed day if it exists and is between today and five years from now in the shop's time zone; otherwise
 * null.
 */
export function reminderDay(typed: string, timezone: string, now: Date): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? [];
  if (!day) return null;
  const normalizedDay = isoDay(
    addToDay({ year: Number(year), month: Number(month), day: 1 }, { months: 0, days: Number(day) - 1 }),
  );
  const today = localDay(now, timezone);
  const last = isoDay({ ...today, year: today.year + MAX_YEARS });
  return normalizedDay === typed && typed >= isoDay(today) && typed <= last ? typed : null;
}
