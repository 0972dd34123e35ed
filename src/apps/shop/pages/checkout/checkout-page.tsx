import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { usePolling } from '#browser/use-polling.ts';
import type { Cart } from '#features/cart/contract.ts';
import { justPlaced } from '#features/cart/domain/just-placed.ts';
import { LazyExpiredCartOffer, useCart, useCartStore } from '#features/cart/shop/public.tsx';
import { CheckoutForm, checkoutDrafts } from '#features/checkout/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { isUnpaidCardOrder } from '#features/payments/domain/next-step.ts';
import { PaymentHandOver } from '#features/payments/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLinks } from './back-links.tsx';
import styles from './checkout-page.module.css';

/** Shows the form, or that the cart is empty or has expired, or that the browser is leaving for the payment page. */
export function CheckoutPage() {
  const { cart, status, expired } = useCart();
  const cartStore = useCartStore();
  const navigate = useNavigate();
  const session = useSessionStore();
  const [placed, setPlaced] = useState<{ order: Order; action: PaymentAction | null } | null>(null);
  const [wasExpired, setWasExpired] = useState(expired !== null);
  if (expired !== null && !wasExpired) setWasExpired(true);

  useEffect(() => {
    if (placed) checkoutDrafts.drop();
  }, [placed]);

  const onPlaced = (order: Order, action: PaymentAction | null) => {
    setPlaced({ order, action });
    cartStore.clear();
    if (!action) {
      session.keepOpened({ order, refunds: [] });
      // A card order without an action means that the payment provider did not answer. The order's page offers to pay
      // again.
      navigate(paths.confirmation(order.code), {
        replace: true,
        state: { isPaymentNotStarted: isUnpaidCardOrder(order) },
      });
    }
  };

  if (placed) return placed.action && <Leaving order={placed.order} action={placed.action} />;
  if (status === 'loading') return null;

  const form = isFilled(cart) ? <CheckoutForm cart={cart} onPlaced={onPlaced} /> : null;
  const backLinks = <BackLinks hasCart={form !== null} />;
  if (!wasExpired) {
    return (
      <div className="page">
        {backLinks}
        {form ?? <EmptyCart />}
      </div>
    );
  }
  // After the cart has expired, the notice stays around the form while its button refills the cart item by item.
  return (
    <div className="page">
      {backLinks}
      <Suspense fallback={null}>
        <LazyExpiredCartOffer frame={(offer) => <Expired>{offer}</Expired>}>
          {form ?? <EmptyCart />}
        </LazyExpiredCartOffer>
      </Suspense>
    </div>
  );
}

const isFilled = (cart: Cart | null): cart is Cart =>
  cart !== null && cart.products.length + cart.merchandise.length > 0;

/** Replaces the form once the order is placed, so that a visitor who returns finds the order. */
function Leaving({ order, action }: { order: Order; action: PaymentAction }) {
  const navigate = useNavigate();
  return (
    <div className="page">
      <PaymentHandOver
        action={action}
        orderCode={order.code}
        amount={order.payments[0]?.amount ?? order.total_price}
        backPath={paths.order(order.code)}
        onCameBack={() => navigate(paths.order(order.code), { replace: true })}
      />
    </div>
  );
}

function Expired({ children }: { children: ReactNode }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  usePageTitle(text('Checkout##page'), config.name);
  return (
    <>
      <h1 className={styles.title} tabIndex={-1}>
        {text('Checkout##page')}
      </h1>
      <div className={styles.expired}>
        {children}
        <p className={styles.note}>{text('What you entered in the form has been kept too.')}</p>
      </div>
    </>
  );
}

function EmptyCart() {
  const { text, textNodes } = useLanguage();
  const { config, newest } = useBundle();
  const orders = [...newest.orders, ...newest.waiting_orders];
  const session = useSessionStore();
  const [isLoading, setIsLoading] = useState(true);
  usePageTitle(text('Checkout##page'), config.name);
  useEffect(() => {
    // The order may have been placed in another tab since this one loaded.
    void session.load().then(() => setIsLoading(false));
  }, [session]);

  // After placing an order, a reload ends here: show the order, so that it does not look lost.
  const waiting = orders.find((order) => order.is_unpaid_card_order);
  const placed = waiting ? undefined : justPlaced(orders, config.cartMinutes, new Date());
  const isSettled = !isLoading || waiting || placed;
  // The order may be paid in another tab, or by money on its way.
  usePolling(waiting !== undefined, () => session.load());
  return (
    <>
      <h1 className={styles.title} tabIndex={-1}>
        {text('Checkout##page')}
      </h1>
      {waiting && (
        <Notice
          tone="warn"
          heading={textNodes('Your order {code} is not paid yet', {
            code: <Code>{waiting.code}</Code>,
          })}
          action={<ButtonLink to={paths.order(waiting.code)}>{text('View order')}</ButtonLink>}
        >
          {text('Its items are no longer in your cart because they are now part of this order.')}
        </Notice>
      )}
      {placed && (
        <EmptyState action={<ButtonLink to={paths.order(placed.code)}>{text('View order')}</ButtonLink>}>
          {textNodes('Your order {code} has been placed. Its items have moved from your cart to the order.', {
            code: <Code>{placed.code}</Code>,
          })}
        </EmptyState>
      )}
      {isSettled && !placed && (
        <EmptyState action={<ButtonLink to={paths.tickets()}>{text('Browse tickets')}</ButtonLink>}>
          {text('Your cart is empty. Carts expire after {cartMinutes} minutes, and then their items go back on sale.', {
            cartMinutes: config.cartMinutes,
          })}
        </EmptyState>
      )}
    </>
  );
}
