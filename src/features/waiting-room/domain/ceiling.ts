import { LIMIT_RANGES } from './room.ts';

/** The factor of one step: a quarter faster, or slower by the same factor. */
const STEP = 1.25;

/** The next ceiling in people per minute when an operator presses Faster or Slower. */
export function nextCeiling(mostPerMinute: number, to: 'faster' | 'slower'): number {
  const [least, most] = LIMIT_RANGES.mostPerMinute;
  const wanted = to === 'faster' ? Math.ceil(mostPerMinute * STEP) : Math.floor(mostPerMinute / STEP);
  return Math.min(most, Math.max(least, wanted));
}
