import { useSecondsLeft } from '#browser/cart-store.ts';
import { Button } from '#ui/button.tsx';
import { Money } from '#ui/price.tsx';
import styles from './checkout.module.css';
import type { Checkout } from './use-checkout.ts';

/** What it comes to, the one button, and why it cannot be pressed yet. */
export function PaySection({ checkout }: { checkout: Checkout }) {
  const { form, figures, totals, plan, method, disabledReason, hasMerchandise, canShip } = checkout;
  const isShippingKnown = hasMerchandise && canShip && figures.invoice !== null;
  const contents = isShippingKnown
    ? 'Total, shipping and taxes included'
    : hasMerchandise
      ? 'Total without shipping, taxes included'
      : 'Total, taxes included';
  return (
    <div className={styles.pay}>
      <p className={styles.total}>
        <span>{contents}</span>
        <strong aria-busy={figures.loading}>
          <Money amount={totals.totalPrice} />
        </strong>
      </p>
      {plan && (
        <p className={styles.note}>
          {method === 'bank_transfer' ? 'Your first payment is ' : 'You pay '}
          <Money amount={plan[0]?.amount ?? 0} />
          {method === 'bank_transfer' ? '.' : ' today.'}
        </p>
      )}
      <Button
        type="submit"
        wide
        busy={form.pending}
        disabled={disabledReason !== null}
        aria-describedby={disabledReason ? 'checkout-reason' : undefined}
      >
        Checkout
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

/** Apart, because it looks at the clock every second. */
function HoldReminder() {
  const seconds = useSecondsLeft();
  if (seconds === null || seconds === 0 || seconds > 120) return null;
  const minutes = Math.ceil(seconds / 60);
  return (
    <p className={styles.reason}>
      Your items are held for less than {minutes === 1 ? 'a minute' : `${minutes} minutes`} more.
    </p>
  );
}
