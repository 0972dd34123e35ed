import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCart, useClockTone, useSecondsLeft } from '#browser/cart-store.ts';
import { CountdownPill } from '#ui/countdown.tsx';
import { linesOf } from './cart-line.ts';
import { ExpiryNews } from './expiry-news.tsx';
import { LazyAddDialog, LazyCartPanel, LazyKeepCartPrompt } from './lazy-parts.ts';
import { closePersonalise, usePersonaliseRequest } from './personalise-request.ts';
import { useReopenedDialog } from './use-reopened-dialog.ts';

export { CartButton } from './cart-button.tsx';
export { LazyExpiredCartOffer } from './lazy-parts.ts';
export { type AddToCart, useAddToCart } from './use-add-to-cart.ts';
export { useToggleCart } from './use-toggle-cart.ts';

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

/** Whether something was ever so: what was opened once stays, so that it can close with its motion. */
function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen || isNow;
}
