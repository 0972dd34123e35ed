import { type DateSettings, formatDateTime, formatTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { Order } from '../contract.ts';

const HALF_A_DAY_MS = 12 * 3_600_000;

/**
 * States until when an unpaid order's items are held; null without a deadline. Leaves out the day if the deadline is
 * soon after the order was placed.
 */
export function keptUntilText(
  { text }: Language,
  { kept_until: until, created_at: ordered }: Pick<Order, 'kept_until' | 'created_at'>,
  settings: DateSettings,
): string | null {
  if (until === null) return null;
  const isSoon = Date.parse(until) - Date.parse(ordered) < HALF_A_DAY_MS;
  return text('We are holding your items until {time}.', {
    time: (isSoon ? formatTime : formatDateTime)(until, settings),
  });
}
