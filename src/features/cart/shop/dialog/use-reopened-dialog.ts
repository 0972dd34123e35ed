import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useBundle, useSession, useSessionStore } from '#browser/session-store.ts';
import { useCart, useCartStore } from '../cart-store.ts';
import { personaliseDraft } from './personalise-draft.ts';
import { loadPersonaliseDialog, requestPersonalise, usePersonaliseRequest } from './personalise-request.ts';

/**
 * Opens the dialog again that stood open over this page with something typed, after a reload or a step in the history. Forgets what was
 * typed when the cart ends and when nobody is logged in any more, also when that was while the tab showed something else.
 */
export function useReopenedDialog(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const { status, code } = useCart();
  const { token } = useSession();
  const { products } = useBundle();
  const { isOpen } = usePersonaliseRequest();

  const [cartStore, sessionStore] = [useCartStore(), useSessionStore()];
  // Asked of the stores: the first render is the server's, which knows neither cart nor login.
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

  /** The visit of a page over which it was looked for already. */
  const answered = useRef('');
  useEffect(() => {
    // While the cart is on its way it may turn out to be over.
    if (!isReturn || isOpen || status === 'loading' || answered.current === key) return;
    const open = personaliseDraft.openOver(pathname);
    const item = open && products.find((product) => product.external_code === open.externalCode);
    if (!item) return;
    answered.current = key;
    loadPersonaliseDialog().then(
      () => requestPersonalise(item, null),
      // Its code did not arrive: what was typed waits for the next press.
      () => {},
    );
  }, [isReturn, isOpen, status, key, pathname, products]);
}
