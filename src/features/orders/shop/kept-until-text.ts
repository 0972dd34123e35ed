import { type DateSettings, formatDateTime, formatTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { Order } from '../contract.ts';

const HALF_A_DAY_MS = 12 * 3_600_000;

/**
 * States until when an order waits for its money; null without a deadline. Leaves out the day if the deadline is soon
 * after the order.
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
