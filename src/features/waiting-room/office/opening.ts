import { shownAt } from '#kernel/typed-moment.ts';
import { type LimitValues, limitNames } from './limit-fields.tsx';

/** Returns an opening time as the calls expect it: by the clock in the shop's zone, such as `2027-02-01T10:00`. */
export function openingOf(moment: Date | null, timezone: string): string {
  if (moment === null) return '';
  const { day, time } = shownAt(moment, timezone);
  return `${day}T${time}`;
}

/** The field of the forms that shows the server's error. */
export const openingField = (name: string): keyof LimitValues | 'day' | undefined =>
  name === 'opens_at' ? 'day' : limitNames.find((limit) => limit === name);
