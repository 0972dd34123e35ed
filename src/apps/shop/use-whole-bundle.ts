import { useEffect, useRef } from 'react';
import { useIsPageDataThere } from '#browser/first-page.ts';
import { useSession, useSessionStore } from '#browser/session-store.ts';
import { useCart } from '#features/cart/shop/public.tsx';

/**
 * A page from the server holds only what it shows. The whole bundle is asked for at once when somebody is logged in or has
 * a cart; else when the visitor reaches for a link of the shop, and at the latest when another page is opened. (A page that
 * came without any data has asked already.)
 */
export function useWholeBundle(): void {
  const store = useSessionStore();
  const { bundle, hydratedFromServer, token } = useSession();
  const { code } = useCart();
  const isPageDataThere = useIsPageDataThere();
  const isPartial = bundle !== null && hydratedFromServer;
  const isWanted = isPartial && (token !== null || code !== null || !isPageDataThere);

  const asked = useRef(false);
  useEffect(() => {
    if (!isPartial) return;
    const ask = () => {
      if (asked.current) return;
      asked.current = true;
      void store.load().finally(() => {
        // A load that failed may be wanted again by the next page.
        asked.current = false;
      });
    };
    if (isWanted) return ask();
    const reached = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"], button') : null;
      if (link) ask();
    };
    const kinds = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const kind of kinds) document.addEventListener(kind, reached, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, reached);
    };
  }, [store, isPartial, isWanted]);
}
