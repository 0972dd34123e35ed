import { createStore, useStore } from './store.ts';

/** A call that waits for its turn, perhaps repeatedly, because the shop is overloaded. */
export interface BusyCall {
  /** Resolves after this time, when the visitor presses "Try again", or when the signal aborts. */
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Must be called when the call is answered or given up. */
  end: () => void;
}

interface Waiting {
  /** The end of the pause, by `performance.now()`. */
  until: number;
  go: () => void;
}

const calls = new Set<Waiting>();
const next = createStore<number | null>(null);

const changed = (): void => next.set(calls.size > 0 ? Math.min(...[...calls].map(({ until }) => until)) : null);

export function busyCall(): BusyCall {
  const waiting: Waiting = { until: 0, go: () => {} };
  return {
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => waiting.go(), milliseconds);
        waiting.until = performance.now() + milliseconds;
        waiting.go = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', waiting.go);
          waiting.until = 0;
          changed();
          resolve();
        };
        signal?.addEventListener('abort', waiting.go);
        calls.add(waiting);
        changed();
      }),
    end() {
      calls.delete(waiting);
      changed();
    },
  };
}

/** Ends the pauses of all waiting calls. */
export const retryNow = (): void => {
  for (const { go } of [...calls]) go();
};

/** Returns when the next attempt is due, by `performance.now()`: 0 during an attempt, null if no call waits. */
export const nextRetryAt = next.get;

export const useNextRetryAt = (): number | null => useStore(next);
