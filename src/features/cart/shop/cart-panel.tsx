import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCart, useCartStore, useSecondsLeft } from '#browser/cart-store.ts';
import { recheckRegularly } from '#browser/recheck.ts';
import { useBundle, useSession, useSessionStore } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { text } from '#kernel/text.ts';
import { CountdownBlock } from '#ui/countdown.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AddedAgainFailures } from './added-again-failures.tsx';
import { CART_BUTTON_ID, lastOpener } from './after-add.ts';
import { CartFoot } from './cart-foot.tsx';
import { linesOf } from './cart-line.ts';
import styles from './cart-panel.module.css';
import { CartRows } from './cart-rows.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { ExpiredCart } from './expired-cart.tsx';
import { OrderedCart } from './ordered-cart.tsx';
import { useAddAgain } from './use-add-again.ts';
import { useCartRows } from './use-cart-rows.ts';

/** The cart. */
export function CartPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const store = useCartStore();
  const { cart, expired, isOrdered, status } = useCart();
  const lines = linesOf(cart);
  const rows = useCartRows(lines, open);
  const addAgain = useAddAgain();
  useRecheck(open);
  useHomeWhenInactive(open, onClose);

  const close = () => {
    addAgain.dismissFailures();
    onClose();
  };
  const isOver = addAgain.cart ?? (lines.length === 0 ? expired : null);

  return (
    <SidePanel
      open={open}
      onClose={close}
      title={text('Your cart')}
      returnFocus={focusAfterClosing}
      top={!isOver && lines.length > 0 && <Clock />}
      foot={!isOver && cart && lines.length > 0 && <CartFoot total={cart.total_price} onLeave={close} />}
    >
      <AddedAgainFailures failures={addAgain.failures} />
      {isOver ? (
        <ExpiredCart
          cart={isOver}
          busy={addAgain.cart !== null}
          onAddAgain={() => void addAgain.start(isOver)}
          onLeave={() => {
            store.dismissExpired();
            close();
          }}
        />
      ) : (
        <>
          <CartRows rows={rows} />
          {status === 'loading' && <Skeleton className={styles.loading} />}
          {status !== 'loading' &&
            lines.length === 0 &&
            (isOrdered && open ? <OrderedCart onLeave={close} /> : <EmptyCart onLeave={close} />)}
        </>
      )}
    </SidePanel>
  );
}

/** Apart, because it renders every second. */
function Clock() {
  const seconds = useSecondsLeft();
  const { config } = useBundle();
  if (seconds === null) return null;
  return <CountdownBlock seconds={seconds} totalSeconds={config.cartMinutes * 60} />;
}

/** Asks for what has changed while the panel is open: a shop may become inactive under it. Each new bundle starts the pause again. */
function useRecheck(open: boolean): void {
  const { recheck } = useSessionStore();
  const { bundle, hydratedFromServer } = useSession();
  // The first load, which brings the rest of the bundle, has its own retries.
  const isWanted = open && !hydratedFromServer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new bundle is what starts the pause.
  useEffect(() => (isWanted ? recheckRegularly({ check: recheck }) : undefined), [isWanted, recheck, bundle]);
}

/** An inactive shop shows no cart: the panel closes and the visitor is sent home. */
function useHomeWhenInactive(open: boolean, onClose: () => void): void {
  const { config } = useBundle();
  const navigate = useNavigate();
  const isInactive = open && !config.shopActive;
  useEffect(() => {
    if (!isInactive) return;
    navigate(paths.home(), { replace: true });
    onClose();
  }, [isInactive, navigate, onClose]);
}

/** The button that added the last item if it is still there, else the cart's own button. */
const focusAfterClosing = (): HTMLElement | null => {
  const opener = lastOpener();
  return opener?.isConnected ? opener : document.getElementById(CART_BUTTON_ID);
};
