import { useEffect, useEffectEvent } from 'react';

/** Seconds between the checks of a pending payment. After the last one they stop until the tab is shown again. */
const PAUSES_S = [2, 3, 5, 10, 20, 30, 60, 60, 60, 120, 120];

/** Calls `check` at growing intervals while `isWaiting`, and at once when the tab is shown. `check` must not reject. */
export function usePolling(isWaiting: boolean, check: () => Promise<unknown>): void {
  const checkNow = useEffectEvent(check);
  useEffect(() => (isWaiting ? startPolling(() => checkNow()) : undefined), [isWaiting]);
}

/** Like `usePolling`, until the returned function is called. */
export function startPolling(check: () => Promise<unknown>): () => void {
  let checks = 0;
  let isStopped = false;
  let isChecking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function checkNow(): void {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
      wait();
    });
  }

  function wait(): void {
    const pause = PAUSES_S[checks];
    if (isStopped || pause === undefined) return;
    checks += 1;
    timer = setTimeout(() => {
      // A hidden tab does not check.
      if (document.visibilityState === 'visible') checkNow();
      else wait();
    }, pause * 1_000);
  }

  function seen(): void {
    if (document.visibilityState !== 'visible') return;
    clearTimeout(timer);
    checks = 0;
    checkNow();
  }

  wait();
  document.addEventListener('visibilitychange', seen);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
