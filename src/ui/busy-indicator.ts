import { useEffect, useRef, useState } from 'react';

/** Calls that take less than this many milliseconds show no spinner. */
const BUSY_DELAY_MS = 150;
/** A visible spinner stays at least this long, in milliseconds, so that it does not flicker. */
const BUSY_MINIMUM_MS = 400;

/**
 * Returns the wait until the spinner changes to `busy`, or null for no change. `shownSince`: null while it is hidden.
 */
export function busyWaitMs(busy: boolean, shownSince: number | null, now: number): number | null {
  if (busy) return shownSince === null ? BUSY_DELAY_MS : null;
  return shownSince === null ? null : Math.max(0, shownSince + BUSY_MINIMUM_MS - now);
}

export function useBusyIndicator(busy: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownSince = useRef<number | null>(null);
  useEffect(() => {
    const wait = busyWaitMs(busy, shownSince.current, performance.now());
    if (wait === null) return;
    const timer = setTimeout(() => {
      shownSince.current = busy ? performance.now() : null;
      setShown(busy);
    }, wait);
    return () => clearTimeout(timer);
  }, [busy]);
  return shown;
}
