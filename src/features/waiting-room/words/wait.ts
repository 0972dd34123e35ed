import type { Language } from '#kernel/language.ts';
import { LONGEST_WAIT_MINUTES } from '../domain/estimate.ts';

/** Above this, minutes would claim a precision that the estimate does not have. */
const HOURS_ABOVE_MINUTES = 120;

/** A sentence for an estimate of `aboutMinutes`. */
export function waitWords(minutes: number, { text, countText }: Language): string {
  if (minutes <= 1) return text('Less than a minute to wait.');
  if (minutes >= LONGEST_WAIT_MINUTES) {
    const hours = LONGEST_WAIT_MINUTES / 60;
    return text('More than {hours} hours to wait.', { hours: hours - 1 });
  }
  if (minutes > HOURS_ABOVE_MINUTES) {
    const hours = Math.ceil(minutes / 60);
    return countText(hours, { one: 'About {count} hour to wait.', other: 'About {count} hours to wait.' });
  }
  return countText(minutes, {
    one: 'About {count} minute to wait.',
    other: 'About {count} minutes to wait.',
  });
}
