import { LIMIT_RANGES } from './room.ts';

/** The factor of one step: a quarter faster, or slower by the same factor. */
const STEP = 1.25;

/** The next ceiling in people per minute when an operator presses Faster or Slower. */
export function nextCeiling(maxPerMinute: number, to: 'faster' | 'slower'): number {
  const [min, max] = LIMIT_RANGES.maxPerMinute;
  const wanted = to === 'faster' ? Math.ceil(maxPerMinute * STEP) : Math.floor(maxPerMinute / STEP);
  return Math.min(max, Math.max(min, wanted));
}
