import type { EventName, TrackedItem, TrackedMoment } from '../domain/tracked-moment.ts';

/** Something to tell the pixel, or the wish to see the choice again. */
type Signal = TrackedMoment | { name: 'choose' };

/** Receives a signal with the path of the page that sent it. */
type Listener = (signal: Signal, pathname: string) => void;

/** What the first pages say before the tracking's code has come. */
const early: { signal: Signal; pathname: string }[] = [];
let listener: Listener | null = null;

function say(signal: Signal): void {
  const { pathname } = location;
  if (listener) listener(signal, pathname);
  else if (early.length < 20) early.push({ signal, pathname });
}

/** Reports that something happened. The visitor's choice decides whether it reaches the pixel; callers need not check. */
export const track = (
  name: EventName,
  items: readonly TrackedItem[],
  more?: Pick<TrackedMoment, 'value' | 'onceFor'>,
): void => say({ name, items, ...more });

/** Opens the choice again. */
export const chooseTracking = (): void => say({ name: 'choose' });

/** Takes over what is said, beginning with what was said before. */
export function hearSignals(next: Listener): () => void {
  listener = next;
  for (const { signal, pathname } of early.splice(0)) next(signal, pathname);
  return () => {
    listener = null;
  };
}
