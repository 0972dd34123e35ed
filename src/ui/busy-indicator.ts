import { useEffect, useRef, useState } from 'react';

/** A call that answers quicker than this shows no spinner at all, in milliseconds. */
const BUSY_DELAY_MS = 150;
/** A spinner once shown stays at least this long, in milliseconds, so that it never flickers. */
const BUSY_MINIMUM_MS = 400;

/** How long to wait before the spinner may change to `busy`, given since when it is shown (null: it is not). */
export function busyWaitMs(busy: boolean, shownSince: number | null, now: number): number | null {
  if (busy) return shownSince === null ? BUSY_DELAY_MS : null;
  return shownSince === null ? null : Math.max(0, shownSince + BUSY_MINIMUM_MS - now);
}

/** Whether to show the spinner of something that is `busy`: late in, never briefly. */
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
