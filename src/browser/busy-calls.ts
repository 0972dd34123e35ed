import { useSyncExternalStore } from 'react';

/** A call that waits for its turn again and again, because the shop has more to do than it can. */
export interface BusyCall {
  /** Resolves after so many milliseconds, when somebody presses "Try again", or when the call is given up. */
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** The call has its answer, or is given up. */
  end: () => void;
}

interface Waiting {
  /** By `performance.now()`. */
  until: number;
  go: () => void;
}

const calls = new Set<Waiting>();
const listeners = new Set<() => void>();
let next: number | null = null;

const changed = (): void => {
  next = calls.size > 0 ? Math.min(...[...calls].map(({ until }) => until)) : null;
  for (const listener of listeners) listener();
};

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

/** All that wait try again at once. */
export const tryAgainNow = (): void => {
  for (const { go } of [...calls]) go();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** When the next of the calls that wait is tried again, by `performance.now()`: 0 while one is under way; null when none waits. */
export const nextTry = (): number | null => next;

export const useNextTry = (): number | null => useSyncExternalStore(subscribe, nextTry, () => null);
