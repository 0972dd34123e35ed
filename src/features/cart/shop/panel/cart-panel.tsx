import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { recheckRegularly } from '#browser/recheck.ts';
import { useBundle, useSession, useSessionStore } from '#browser/session-store.ts';
import { PlanTotal } from '#features/payment-plans/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BasketIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Cart } from '../../contract.ts';
import { planInCart } from '../../domain/cart-plan.ts';
import { linesOf } from '../cart-line.ts';
import { useCart, useCartStore, useSecondsLeft } from '../cart-store.ts';
import { lastOpener } from '../dialog/use-add-to-cart.ts';
import { CountdownBlock } from '../expiry/countdown.tsx';
import { AddedAgainFailures, ExpiredCart } from '../expiry/expired-cart.tsx';
import { useAddAgain } from '../expiry/use-add-again.ts';
import { CART_BUTTON_ID } from './cart-button.tsx';
import styles from './cart-panel.module.css';
import { CartRows } from './cart-rows.tsx';
import { OrderedCart } from './ordered-cart.tsx';
import { useCartRows } from './use-cart-rows.ts';

export function CartPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { text } = useLanguage();
  const store = useCartStore();
  const { cart, expired, isOrdered, status } = useCart();
  const lines = linesOf(cart);
  const rows = useCartRows(lines, open);
  const addAgain = useAddAgain();
  useRegularRecheck(open);
  useHomeWhenInactive(open, onClose);

  const close = () => {
    addAgain.dismissFailures();
    onClose();
  };
  const endedCart = addAgain.cart ?? (lines.length === 0 ? expired : null);

  return (
    <SidePanel
      open={open}
      onClose={close}
      title={text('Your cart')}
      returnFocus={focusAfterClosing}
      top={!endedCart && lines.length > 0 && <Clock />}
      foot={!endedCart && cart && lines.length > 0 && <CartFooter cart={cart} onLeave={close} />}
    >
      <AddedAgainFailures failures={addAgain.failures} />
      {endedCart ? (
        <ExpiredCart
          cart={endedCart}
          busy={addAgain.cart !== null}
          onAddAgain={() => void addAgain.start(endedCart)}
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

/** Separate, because it renders every second. */
function Clock() {
  const seconds = useSecondsLeft();
  const { config } = useBundle();
  if (seconds === null) return null;
  return <CountdownBlock seconds={seconds} totalSeconds={config.cartMinutes * 60} />;
}

/**
 * Checks for changes while the panel is open, because the shop may become inactive. Each new bundle restarts the
 * interval.
 */
function useRegularRecheck(open: boolean): void {
  const { recheck } = useSessionStore();
  const { bundle, hydratedFromServer } = useSession();
  // The first load fetches the rest of the bundle and has its own retries.
  const isWanted = open && !hydratedFromServer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new bundle must restart the interval.
  useEffect(() => (isWanted ? recheckRegularly({ check: recheck }) : undefined), [isWanted, recheck, bundle]);
}

/**
 * The total and the button to the checkout. `onLeave` closes the panel if the checkout is already the page behind it.
 */
function CartFooter({ cart, onLeave }: { cart: Cart; onLeave: () => void }) {
  const { text } = useLanguage();
  const plan = planInCart(cart);
  const totalLabel = text('Total including taxes and fees');
  const { customer } = useBundle();
  return (
    <>
      {plan ? (
        <PlanTotal plan={plan} now={new Date(cart.now)} totalLabel={totalLabel} />
      ) : (
        <p className={styles.total}>
          <span>{totalLabel}</span>
          <Money amount={cart.total_price} className={styles.figure} />
        </p>
      )}
      <ButtonLink wide to={customer ? paths.checkout() : paths.login(paths.checkout())} onClick={onLeave}>
        {text('Checkout')}
      </ButtonLink>
      {!customer && (
        <p className={styles.note}>{text('You will log in or register in the next step. Your cart will be kept.')}</p>
      )}
    </>
  );
}

function EmptyCart({ onLeave }: { onLeave: () => void }) {
  const { text } = useLanguage();
  return (
    <EmptyState
      seed="cart"
      picture={<BasketIcon size={44} />}
      action={
        <ButtonLink to={paths.tickets()} onClick={onLeave}>
          {text('Browse tickets')}
        </ButtonLink>
      }
    >
      <p>{text('Your cart is empty.')}</p>
    </EmptyState>
  );
}

/** An inactive shop shows no cart: closes the panel and redirects the visitor to the home page. */
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

/** The button that added the last item if it still exists, otherwise the cart button. */
const focusAfterClosing = (): HTMLElement | null => {
  const opener = lastOpener();
  return opener?.isConnected ? opener : document.getElementById(CART_BUTTON_ID);
};
