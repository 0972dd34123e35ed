import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession, useSessionStore } from '#browser/session-store.ts';

/** A bundle older than this is asked for again when somebody looks at another page or comes back, in milliseconds. */
const STALE_AFTER_MS = 30_000;

/**
 * Keeps prices, stock and orders from growing old in a page that stays open: asks again on a navigation, when the tab comes
 * back into sight, and when the browser brings the page back from its memory. What is shown stays until the answer is there.
 */
export function useFreshBundle(): void {
  const store = useSessionStore();
  const { bundle, hydratedFromServer, loadFailed } = useSession();
  const { pathname } = useLocation();
  const takenAt = useRef(0);
  const asked = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new bundle is what sets the time.
  useEffect(() => {
    takenAt.current = performance.now();
  }, [bundle]);

  const refresh = useEffectEvent(() => {
    // After a failed first load, `useRecovery` decides when to retry.
    if (bundle === null || (hydratedFromServer && loadFailed)) return;
    const isStale = loadFailed || performance.now() - takenAt.current > STALE_AFTER_MS;
    if (!isStale || asked.current) return;
    asked.current = true;
    void store.load().finally(() => {
      asked.current = false;
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is what asks.
  useEffect(() => {
    refresh();
  }, [pathname]);

  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) refresh();
    };
    document.addEventListener('visibilitychange', seen);
    addEventListener('pageshow', shown);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('pageshow', shown);
    };
  }, []);
}
