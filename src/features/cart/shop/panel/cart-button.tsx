import { useEffect } from 'react';
import { usePanel } from '#browser/panels.ts';
import type { Language } from '#kernel/language.ts';
import { BasketIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { linesOf } from '../cart-line.ts';
import { type CartState, useCart, useCartStore, useSecondsLeft } from '../cart-store.ts';
import { CountdownDigits } from '../expiry/countdown.tsx';
import styles from './cart-button.module.css';
import { preloadCartPanel, useToggleCart } from './use-toggle-cart.ts';

export const CART_BUTTON_ID = 'cart-button';

/**
 * The clock lies under the button instead of inside it, so that the button's accessible name does not change every
 * second.
 */
export function CartButton() {
  const language = useLanguage();
  const { text } = language;
  const { cart, expired, status } = useCart();
  const store = useCartStore();
  const isOpen = usePanel() === 'cart';
  const count = linesOf(cart).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the status changes; the first status may be the server's.
  useEffect(() => {
    // The page's inline script marks `<html>` if a cart is stored, and the style sheet reserves room for its clock.
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
        onPointerEnter={preloadCartPanel}
        onFocus={preloadCartPanel}
        onClick={toggle}
      >
        <BasketIcon />
        <span className={styles.word}>{text('Cart')}</span> {/* A new key restarts the animation. */}
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

/** Separate, because it renders every second. */
function Clock() {
  const seconds = useSecondsLeft();
  return seconds === null ? null : <CountdownDigits seconds={seconds} />;
}
