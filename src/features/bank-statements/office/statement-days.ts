import { type DateSettings, formatDays } from '#kernel/dates.ts';

/** `9–11 July 2027`; null if the file has no days. */
export const daysText = (
  settings: Pick<DateSettings, 'locale'>,
  first: string | null,
  last: string | null,
): string | null =>
  first === null || last === null
    ? null
    : formatDays(`${first}T12:00:00Z`, `${last}T12:00:00Z`, { ...settings, timezone: 'UTC' }, { year: true });
