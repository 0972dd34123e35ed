import { PlanDueToday } from '#features/payment-plans/shop/public.tsx';
import { SEPARATOR } from '#kernel/separator.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import type { Cart } from '../../contract.ts';
import { planInCart } from '../../domain/cart-plan.ts';
import { linesOf } from '../cart-line.ts';
import { useCart } from '../cart-store.ts';
import { useToggleCart } from './use-toggle-cart.ts';
import styles from './view-cart-button.module.css';

export const VIEW_CART_ID = 'view-cart';

/** The link from a phone's bottom bar to the cart, with its number of items and amount. */
export function ViewCartButton() {
  const { countText, text } = useLanguage();
  const { cart } = useCart();
  const toggle = useToggleCart();
  return (
    <Button id={VIEW_CART_ID} wide className={styles.button} aria-haspopup="dialog" onClick={toggle}>
      <span className={styles.lines}>
        {text('View cart')}
        <span className="visually-hidden">, </span>
        <span className={styles.contents}>
          {countText(linesOf(cart).length, { one: '{count} item', other: '{count} items' })}
          {SEPARATOR}
          {cart && <DueNow cart={cart} />}
        </span>
      </span>
    </Button>
  );
}

/** Shows the amount to pay at the checkout: a plan's first payment, otherwise the total. */
function DueNow({ cart }: { cart: Cart }) {
  const plan = planInCart(cart);
  return plan ? <PlanDueToday plan={plan} now={new Date(cart.now)} /> : <Money amount={cart.total_price} />;
}
