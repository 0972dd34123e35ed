import { useEffect, useRef } from 'react';
import { useHasPageData } from '#browser/first-page.ts';
import { useSession, useSessionStore } from '#browser/session-store.ts';
import { useCart } from '#features/cart/shop/public.tsx';

/**
 * A rendered page holds only the data it shows. This requests the complete bundle immediately if somebody is logged in,
 * has a cart or has moved to another page, and otherwise when the visitor points at or focuses a link of the shop or a
 * button. (A page rendered empty has already requested it.)
 */
export function useWholeBundle(): void {
  const store = useSessionStore();
  const { bundle, hydratedFromServer, token } = useSession();
  const { code } = useCart();
  const hasPageData = useHasPageData();
  const isPartial = bundle !== null && hydratedFromServer;
  const isWanted = isPartial && (token !== null || code !== null || !hasPageData);

  const requested = useRef(false);
  useEffect(() => {
    if (!isPartial) return;
    const request = () => {
      if (requested.current) return;
      requested.current = true;
      void store.load().finally(() => {
        // After a failed load the next page may request it again.
        requested.current = false;
      });
    };
    if (isWanted) return request();
    const reached = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"], button') : null;
      if (link) request();
    };
    const kinds = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const kind of kinds) document.addEventListener(kind, reached, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, reached);
    };
  }, [store, isPartial, isWanted]);
}
