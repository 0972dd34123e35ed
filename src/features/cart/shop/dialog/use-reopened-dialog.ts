import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useBundle, useSession, useSessionStore } from '#browser/session-store.ts';
import { useCart, useCartStore } from '../cart-store.ts';
import { personaliseDraft } from './personalise-draft.ts';
import { loadPersonaliseDialog, openPersonaliseDialog, usePersonaliseRequest } from './personalise-request.ts';

/**
 * Opens the dialog again after a reload or a step in the history. Drops the stored entries when the cart or the login
 * ends, even if the tab was on another site at that time.
 */
export function useReopenedDialog(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const { status, code } = useCart();
  const { token } = useSession();
  const { products } = useBundle();
  const { isOpen } = usePersonaliseRequest();

  const [cartStore, sessionStore] = [useCartStore(), useSessionStore()];
  // Reads the stores, because the first render matches the server's, which knows neither cart nor login.
  useEffect(() => {
    personaliseDraft.dropUnlessOf({
      cart: cartStore.get().code ?? '',
      isLoggedIn: sessionStore.get().token !== null,
    });
  }, [cartStore, sessionStore]);

  const before = useRef({ code, token });
  useEffect(() => {
    const isCartOver = before.current.code !== null && code === null;
    const isLoggedOut = before.current.token !== null && token === null;
    if (isCartOver || isLoggedOut) personaliseDraft.dropAll();
    before.current = { code, token };
  }, [code, token]);

  /** Key of the page visit for which the dialog was already opened. */
  const openedFor = useRef('');
  useEffect(() => {
    // A cart that is still loading may turn out to be expired. Also checks the store, because the first render matches
    // the server's.
    const isLoading = status === 'loading' || cartStore.get().status === 'loading';
    if (!isReturn || isOpen || isLoading || openedFor.current === key) return;
    const open = personaliseDraft.openOver(pathname);
    const item = open && products.find((product) => product.external_code === open.externalCode);
    if (!item) return;
    openedFor.current = key;
    loadPersonaliseDialog().then(
      () => openPersonaliseDialog(item, null),
      // If the dialog's code cannot be loaded, the entries stay for the next press.
      () => {},
    );
  }, [cartStore, isReturn, isOpen, status, key, pathname, products]);
}
