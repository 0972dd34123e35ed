import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession, useSessionStore } from '#browser/session-store.ts';

/** A bundle older than this many milliseconds is reloaded on a navigation and when the tab is shown again. */
const STALE_AFTER_MS = 30_000;

/**
 * Keeps prices, stock and orders fresh in a page that stays open: reloads on a navigation, when the tab becomes
 * visible, and when the browser restores the page from its back-forward cache. The old data stays until the answer
 * arrives.
 */
export function useFreshBundle(): void {
  const store = useSessionStore();
  const { bundle, hydratedFromServer, loadFailed } = useSession();
  const { pathname } = useLocation();
  const loadedAt = useRef(0);
  const requested = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new bundle resets the time.
  useEffect(() => {
    loadedAt.current = performance.now();
  }, [bundle]);

  const refresh = useEffectEvent(() => {
    // After a failed first load, `useRecovery` decides when to retry.
    if (bundle === null || (hydratedFromServer && loadFailed)) return;
    const isStale = loadFailed || performance.now() - loadedAt.current > STALE_AFTER_MS;
    if (!isStale || requested.current) return;
    requested.current = true;
    void store.load().finally(() => {
      requested.current = false;
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation causes the refresh.
  useEffect(() => {
    refresh();
  }, [pathname]);

  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) refresh();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    addEventListener('pageshow', onPageShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
}
