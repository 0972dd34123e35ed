import type { Language } from '#kernel/language.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a matter has waited: "40 min", "5 h", "2 days". */
export function ageText({ text, countText }: Language, since: string, now: Date): string {
  const milliseconds = Math.max(0, now.getTime() - Date.parse(since));
  if (milliseconds < HOUR) return text('{minutes} min', { minutes: Math.floor(milliseconds / MINUTE) });
  if (milliseconds < DAY) return text('{hours} h', { hours: Math.floor(milliseconds / HOUR) });
  return countText(Math.floor(milliseconds / DAY), { one: '{count} day', other: '{count} days' });
}
