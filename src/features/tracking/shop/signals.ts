import type { EventName, TrackedItem, TrackedMoment } from '../domain/tracked-moment.ts';

/** An event to report, or a request to show the choice again. */
type Signal = TrackedMoment | { name: 'choose' };

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
  more?: Pick<TrackedMoment, 'value' | 'onceFor'>,
): void => send({ name, items, ...more });

export const chooseTracking = (): void => send({ name: 'choose' });

/** Receives all signals, starting with earlier ones. */
export function listenToSignals(next: Listener): () => void {
  listener = next;
  for (const { signal, pathname } of early.splice(0)) next(signal, pathname);
  return () => {
    listener = null;
  };
}
