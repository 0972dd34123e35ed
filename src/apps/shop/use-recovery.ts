import { useEffect } from 'react';
import { recover } from '#browser/recovery.ts';
import { useSession, useSessionStore } from '#browser/session-store.ts';
import { useCartStore } from '#features/cart/shop/public.tsx';

/** After a failed first load, retries until the server answers, then also loads the cart, which may have failed too. */
export function useRecovery(): void {
  const store = useSessionStore();
  const cart = useCartStore();
  const { bundle, hydratedFromServer, loadFailed } = useSession();
  const isWanted = loadFailed && (bundle === null || hydratedFromServer);
  useEffect(() => {
    if (!isWanted) return;
    const failure = () => (store.get().loadFailed ? store.get() : null);
    const stop = recover({ failure, load: store.load });
    return () => {
      stop();
      const { code, cart: known } = cart.get();
      if (failure() === null && code !== null && known === null) void cart.reload();
    };
  }, [isWanted, store, cart]);
}
