import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { useHasBeen } from '#ui/use-has-been.ts';
import { linesOf } from './cart-line.ts';
import { useCart, useClockTone, useSecondsLeft } from './cart-store.ts';
import { closePersonalise, LazyAddDialog, usePersonaliseRequest } from './dialog/personalise-request.ts';
import { useReopenedDialog } from './dialog/use-reopened-dialog.ts';
import { CountdownPill } from './expiry/countdown.tsx';
import { LazyCartPanel } from './panel/use-toggle-cart.ts';

export {
  browserCartStore,
  CartProvider,
  type CartStore,
  createCartStore,
  useCart,
  useCartStore,
  useSecondsLeft,
} from './cart-store.ts';
export { useAddToCart } from './dialog/use-add-to-cart.ts';
export { clockDigits, spokenLength } from './expiry/cart-clock.ts';
export { CartButton } from './panel/cart-button.tsx';
export { useToggleCart } from './panel/use-toggle-cart.ts';

const LazyKeepCartPrompt = lazy(async () => ({
  default: (await import('./expiry/keep-cart-prompt.tsx')).KeepCartPrompt,
}));

export const LazyExpiredCartOffer = lazy(async () => ({
  default: (await import('./expiry/expired-cart-offer.tsx')).ExpiredCartOffer,
}));

/**
 * The panel with the cart at the right edge, and what belongs to a running cart on every page: the offer to keep it longer,
 * and the news that it ended. Mount it once, on the checkout too.
 */
export function CartPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const wasOpened = useHasBeen(open);
  const isEnding = useClockTone() === 'red';
  const wasEnding = useHasBeen(isEnding);
  return (
    <>
      {wasOpened && (
        <Suspense fallback={null}>
          <LazyCartPanel open={open} onClose={onClose} />
        </Suspense>
      )}
      {wasEnding && (
        <Suspense fallback={null}>
          <LazyKeepCartPrompt />
        </Suspense>
      )}
      <ExpiryNews />
    </>
  );
}

/** Says once that the cart ran out; the cart's button and its panel go on saying it. */
function ExpiryNews() {
  const { text } = useLanguage();
  const { expired } = useCart();
  const code = expired?.code;
  useEffect(() => {
    if (code) toast(text('Your cart has expired.'), 'warn');
  }, [code, text]);
  return null;
}

/** The dialog in which a ticket gets its holder, opened by `useAddToCart`. Mount it once. */
export function PersonaliseDialog() {
  const { request, isOpen } = usePersonaliseRequest();
  const { pathname } = useLocation();
  // The dialog belongs to the page under it. Also after a step back in the history. Not when the first page is taken over: then it
  // may have been asked for already.
  const under = useRef(pathname);
  useEffect(() => {
    if (under.current !== pathname) closePersonalise();
    under.current = pathname;
  }, [pathname]);
  useReopenedDialog();
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <LazyAddDialog key={request.number} request={request} open={isOpen} />
    </Suspense>
  );
}

/** The clock of the cart as a pill, for the checkout's header; nothing without a cart. */
export function CartClock() {
  const { cart } = useCart();
  const seconds = useSecondsLeft();
  if (seconds === null || linesOf(cart).length === 0) return null;
  return <CountdownPill seconds={seconds} />;
}
