import type { Cart } from '#features/cart/contract.ts';
import { useSecondsLeft } from '#features/cart/shop/public.tsx';
import { PlanTotal } from '#features/payment-plans/shop/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import styles from './checkout.module.css';
import type { Checkout } from './use-checkout.ts';

/** The total, the Checkout button, and why it is disabled. */
export function PaySection({ cart, checkout }: { cart: Cart; checkout: Checkout }) {
  const { text, textNodes } = useLanguage();
  const { form, figures, totals, plan, method, disabledReason, hasMerchandise, canShip } = checkout;
  const isShippingKnown = hasMerchandise && canShip && figures.invoice !== null;
  const contents = isShippingKnown
    ? text('Total including shipping and taxes')
    : hasMerchandise
      ? text('Total including taxes, before shipping')
      : text('Total including taxes');
  return (
    <div className={styles.pay}>
      {plan ? (
        <PlanTotal
          plan={plan}
          now={new Date(cart.now)}
          totalLabel={contents}
          isByTransfer={method === 'bank_transfer'}
        />
      ) : (
        <p className={styles.total}>
          <span>{contents}</span>
          <strong aria-busy={figures.loading}>
            <Money amount={totals.totalPrice} />
          </strong>
        </p>
      )}
      {!plan && method === 'credit_card' && (
        <p className={styles.note}>
          {textNodes('You will pay {amount} on the next page.', { amount: <Money amount={totals.totalPrice} /> })}
        </p>
      )}
      <Button
        type="submit"
        wide
        busy={form.pending}
        disabled={disabledReason !== null}
        aria-describedby={disabledReason ? 'checkout-reason' : undefined}
      >
        {text('Checkout##order')}
      </Button>
      {disabledReason && (
        <p id="checkout-reason" className={styles.reason}>
          {disabledReason}
        </p>
      )}
      <HoldReminder />
    </div>
  );
}

/** Separate, because it renders every second. */
function HoldReminder() {
  const { countText } = useLanguage();
  const seconds = useSecondsLeft();
  if (seconds === null || seconds === 0 || seconds > 120) return null;
  const minutes = Math.ceil(seconds / 60);
  return (
    <p className={styles.reason}>
      {countText(minutes, {
        one: 'Your items are held for less than one more minute.',
        other: 'Your items are held for less than {count} more minutes.',
      })}
    </p>
  );
}
