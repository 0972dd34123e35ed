import { useEffect, useEffectEvent } from 'react';

/** Seconds between the checks of a pending payment. After the last one they stop until the tab is shown again. */
const PAUSES_S = [2, 3, 5, 10, 20, 30, 60, 60, 60, 120, 120];

/**
 * Calls `look` at growing intervals while `isWaiting`, and immediately when the tab is shown again. `look` must not
 * reject.
 */
export function useLooks(isWaiting: boolean, look: () => Promise<unknown>): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => (isWaiting ? startLooks(() => lookNow()) : undefined), [isWaiting]);
}

/** Like `useLooks`, until the returned function is called. */
export function startLooks(look: () => Promise<unknown>): () => void {
  let looks = 0;
  let isStopped = false;
  let isLooking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function lookNow(): void {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
      wait();
    });
  }

  function wait(): void {
    const pause = PAUSES_S[looks];
    if (isStopped || pause === undefined) return;
    looks += 1;
    timer = setTimeout(() => {
      // A hidden tab does not check.
      if (document.visibilityState === 'visible') lookNow();
      else wait();
    }, pause * 1_000);
  }

  function seen(): void {
    if (document.visibilityState !== 'visible') return;
    clearTimeout(timer);
    looks = 0;
    lookNow();
  }

  wait();
  document.addEventListener('visibilitychange', seen);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
