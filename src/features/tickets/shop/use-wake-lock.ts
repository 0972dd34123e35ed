import { useEffect } from 'react';

/** Keeps the screen on while the component is mounted and the page is visible, if the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let isGone = false;
    let lock: WakeLockSentinel | undefined;
    // The browser itself releases the lock of a hidden page.
    const request = async () => {
      if (document.hidden) return;
      try {
        lock = await navigator.wakeLock?.request('screen');
        if (isGone) await lock?.release();
      } catch {
        // Low battery, or not allowed.
      }
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release().catch(() => {});
    };
  }, []);
}
