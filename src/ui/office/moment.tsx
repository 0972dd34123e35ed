import { formatDate, formatDateTime, formatShortDay, formatTime } from '#kernel/dates.ts';
import { useLanguage } from '../language.ts';
import { useShopSettings } from '../shop-settings.tsx';

/**
 * Shows "10:02 today" or "Mon 18 Jan 10:02", and on hover the full date. `at` is an ISO instant; times are the shop's.
 */
export function Moment({ at, now = new Date() }: { at: string; now?: Date }) {
  const settings = useShopSettings();
  const { text } = useLanguage();
  const time = formatTime(at, settings);
  const isToday = formatDate(at, settings) === formatDate(now, settings);
  const isThisYear = formatDate(at, settings).slice(-4) === formatDate(now, settings).slice(-4);
  return (
    <time dateTime={at} title={formatDateTime(at, settings)}>
      {isToday ? text('{time} today', { time }) : `${formatShortDay(at, settings, { year: !isThisYear })} ${time}`}
    </time>
  );
}
