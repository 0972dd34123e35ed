import { lazy } from 'react';
import { NO_ANSWER } from '#browser/api-error.ts';
import { togglePanel } from '#browser/panels.ts';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { refreshCart } from '../cart-actions.ts';
import { useCartStore } from '../cart-store.ts';

/** The panel needs Base UI, which the page does not load at first. */
const loadCartPanel = () => import('./cart-panel.tsx');
export const LazyCartPanel = lazy(async () => ({ default: (await loadCartPanel()).CartPanel }));

/** If loading fails, it is tried again when the panel opens. */
export const preloadCartPanel = (): void => void loadCartPanel().catch(() => {});

/** Opens once the panel's code is loaded. */
export function useToggleCart(): () => void {
  const { translate } = useLanguage();
  const store = useCartStore();
  return async () => {
    try {
      await loadCartPanel();
    } catch {
      toast(translate(NO_ANSWER), 'bad');
      return;
    }
    togglePanel('cart');
    void refreshCart(store);
  };
}
