import type { EventName, TrackedEvent, TrackedItem } from '../domain/tracked-event.ts';

/** An event to report, or a request to show the choice again. */
type Signal = TrackedEvent | { name: 'choose' };

type Listener = (signal: Signal, pathname: string) => void;

/** Signals sent before the tracking code is loaded. */
const early: { signal: Signal; pathname: string }[] = [];
let listener: Listener | null = null;

function send(signal: Signal): void {
  const { pathname } = location;
  if (listener) listener(signal, pathname);
  else if (early.length < 20) early.push({ signal, pathname });
}

/** Reports an event. The visitor's choice decides whether it reaches the pixel; callers need not check. */
export const track = (
  name: EventName,
  items: readonly TrackedItem[],
  more?: Pick<TrackedEvent, 'value' | 'onceFor'>,
): void => send({ name, items, ...more });

export const chooseTracking = (): void => send({ name: 'choose' });

/** Passes every signal to `next`, beginning with the earlier ones. Returns a function that stops this. */
export function listenToSignals(next: Listener): () => void {
  listener = next;
  for (const { signal, pathname } of early.splice(0)) next(signal, pathname);
  return () => {
    listener = null;
  };
}
