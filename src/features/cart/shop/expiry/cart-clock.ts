import { markedText, type Sentence } from '#kernel/language.ts';

/** calm, amber under five minutes, red under one, over at zero. */
export type ClockTone = 'calm' | 'amber' | 'red' | 'over';

export function clockTone(seconds: number): ClockTone {
  if (seconds <= 0) return 'over';
  if (seconds < 60) return 'red';
  return seconds < 300 ? 'amber' : 'calm';
}

export const clockDigits = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Whole minutes; seconds within the last minute. */
export function spokenTimeLeft(seconds: number): Sentence {
  if (seconds <= 0) return markedText('Your cart has expired.');
  return ({ countText }) =>
    seconds >= 60
      ? countText(Math.floor(seconds / 60), { one: '{count} minute left', other: '{count} minutes left' })
      : countText(seconds, { one: '{count} second left', other: '{count} seconds left' });
}

/** `14 minutes`, inside a sentence. */
export function spokenLength(seconds: number): Sentence {
  return ({ countText }) =>
    seconds >= 60
      ? countText(Math.floor(seconds / 60), { one: '{count} minute', other: '{count} minutes' })
      : countText(seconds, { one: '{count} second', other: '{count} seconds' });
}

export interface Threshold {
  seconds: number;
  urgency: 'polite' | 'assertive';
}

const thresholds: readonly Threshold[] = [
  { seconds: 300, urgency: 'polite' },
  { seconds: 120, urgency: 'polite' },
  { seconds: 60, urgency: 'polite' },
  { seconds: 30, urgency: 'assertive' },
];

/**
 * If a sleeping tab skipped several thresholds, returns the last. `before` is null at the first reading: thresholds
 * already passed are not announced.
 */
export function thresholdPassed(before: number | null, after: number): Threshold | null {
  if (before === null || after <= 0) return null;
  return thresholds.findLast((threshold) => before > threshold.seconds && after <= threshold.seconds) ?? null;
}
