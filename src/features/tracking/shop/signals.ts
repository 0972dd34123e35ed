import type { EventName, TrackedItem, TrackedMoment } from '../domain/tracked-moment.ts';

/** Something to tell the pixel, or the wish to see the choice again. */
export type Signal = TrackedMoment | { name: 'choose' };

/** What the first pages say before the tracking's code has come. */
const early: Signal[] = [];
let listener: ((signal: Signal) => void) | null = null;

function say(signal: Signal): void {
  if (listener) listener(signal);
  else if (early.length < 20) early.push(signal);
}

/** Says that something happened. Whether anybody hears of it is the visitor's choice, and no business of who calls this. */
export const track = (
  name: EventName,
  items: readonly TrackedItem[],
  more?: Pick<TrackedMoment, 'value' | 'onceFor'>,
): void => say({ name, items, ...more });

/** Opens the choice, for whoever changes their mind. */
export const chooseTracking = (): void => say({ name: 'choose' });

/** Takes over what is said, beginning with what was said before. */
export function hearSignals(next: (signal: Signal) => void): () => void {
  listener = next;
  for (const signal of early.splice(0)) next(signal);
  return () => {
    listener = null;
  };
}
