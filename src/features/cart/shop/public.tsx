import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#browser/announcer.ts';
import { usePanel } from '#browser/panels.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { useHasBeen } from '#ui/use-has-been.ts';
import { linesOf } from './cart-line.ts';
import { useCart, useClockTone, useSecondsLeft } from './cart-store.ts';
import { closePersonaliseDialog, LazyAddDialog, usePersonaliseRequest } from './dialog/personalise-request.ts';
import { useReopenedDialog } from './dialog/use-reopened-dialog.ts';
import { CountdownPill } from './expiry/countdown.tsx';
import { LazyCartPanel } from './panel/use-toggle-cart.ts';

export { useAddItems } from './add-items.ts';
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
export { ViewCartButton } from './panel/view-cart-button.tsx';

const LazyKeepCartPrompt = lazy(async () => ({
  default: (await import('./expiry/keep-cart-prompt.tsx')).KeepCartPrompt,
}));

export const LazyExpiredCartOffer = lazy(async () => ({
  default: (await import('./expiry/expired-cart-offer.tsx')).ExpiredCartOffer,
}));

/**
 * The cart panel at the right edge, the offer to extend a cart, and the notice that it expired, which every page needs.
 * Mount it once, also in the checkout.
 */
export function CartPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const wasOpened = useHasBeen(open);
  const tone = useClockTone();
  const isEnding = tone === 'amber' || tone === 'red';
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
      <ExpiryNotice />
    </>
  );
}

/** Announces once that the cart has expired. From then on its button, its panel and the checkout show it. */
function ExpiryNotice() {
  const { text } = useLanguage();
  const { expired } = useCart();
  const isShown = usePanel() === 'cart';
  const isAtCheckout = useLocation().pathname === paths.checkout();
  const notify = useEffectEvent(() => {
    const message = text('Your cart has expired.');
    if (isShown || isAtCheckout) announce(message, 'assertive');
    else toast(message, 'warn');
  });
  const code = expired?.code;
  useEffect(() => {
    if (code) notify();
  }, [code]);
  return null;
}

/** The dialog in which a ticket gets its holder, opened by `useAddToCart`. Mount it once. */
export function PersonaliseDialog() {
  const { request, isOpen } = usePersonaliseRequest();
  const { pathname } = useLocation();
  // The dialog belongs to its page and closes when that changes, also after a step back in the history. The first page
  // is an exception: the dialog may already have been opened there.
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current !== pathname) closePersonaliseDialog();
    lastPathname.current = pathname;
  }, [pathname]);
  useReopenedDialog();
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <LazyAddDialog key={request.number} request={request} open={isOpen} />
    </Suspense>
  );
}

/** The cart's clock as a pill, for the checkout's header; nothing without a cart. */
export function CartClock() {
  const { cart } = useCart();
  const seconds = useSecondsLeft();
  if (seconds === null || linesOf(cart).length === 0) return null;
  return <CountdownPill seconds={seconds} />;
}
