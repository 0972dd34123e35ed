import { useEffect } from 'react';
import { usePanel } from '#browser/panels.ts';
import type { Language } from '#kernel/language.ts';
import { BasketIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { linesOf } from '../cart-line.ts';
import { type CartState, useCart, useCartStore, useSecondsLeft } from '../cart-store.ts';
import { CountdownDigits } from '../expiry/countdown.tsx';
import styles from './cart-button.module.css';
import { bringCartPanel, useToggleCart } from './use-toggle-cart.ts';

/** The header's cart button, by its id. */
export const CART_BUTTON_ID = 'cart-button';

/**
 * The header's pill: how many items are in the cart, and how long they are held. Opens the cart. The clock stands beside the
 * button, which covers it, so that its name does not change every second and still says all that the button shows.
 */
export function CartButton() {
  const language = useLanguage();
  const { text } = language;
  const { cart, expired, status } = useCart();
  const store = useCartStore();
  const isOpen = usePanel() === 'cart';
  const count = linesOf(cart).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is what asks; the first one seen may be the server's.
  useEffect(() => {
    // The first script of the page marked `<html>` when a cart is stored, and the style sheet keeps room for its clock.
    if (store.get().status !== 'loading') delete document.documentElement.dataset.cart;
  }, [store, status]);
  const toggle = useToggleCart();
  return (
    <div className={styles.pill}>
      <button
        type="button"
        id={CART_BUTTON_ID}
        className={styles.button}
        aria-label={nameOf(language, status, count, expired !== null)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={bringCartPanel}
        onFocus={bringCartPanel}
        onClick={toggle}
      >
        <BasketIcon />
        <span className={styles.word}>{text('Cart')}</span> {/* A new key starts the little jump again. */}
        {count > 0 && (
          <span key={count} className={styles.count}>
            {count}
          </span>
        )}
        {expired && <span className={styles.expired}>{text('expired')}</span>}
      </button>
      {count > 0 && <Clock />}
    </div>
  );
}

function nameOf({ countText, text }: Language, status: CartState['status'], count: number, isExpired: boolean): string {
  if (status === 'loading') return text('Cart');
  return isExpired
    ? text('Cart, expired')
    : countText(count, { one: 'Cart, {count} item', other: 'Cart, {count} items' });
}

/** Apart, because it renders every second. */
function Clock() {
  const seconds = useSecondsLeft();
  return seconds === null ? null : <CountdownDigits seconds={seconds} />;
}
