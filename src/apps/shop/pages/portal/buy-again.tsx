import { useBundle } from '#browser/session-store.ts';
import { useAddItems } from '#features/cart/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { type BuyAgain as Again, buyAgain } from '#features/portal/domain/buy-again.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './order-page.module.css';

/** Offers the items of an ended order that are still sold; renders nothing if there are none. */
export function BuyAgain({ order }: { order: Order }) {
  const { config, products, merchandise } = useBundle();
  const again = config.shopActive
    ? buyAgain(order, [...products, ...(config.merchandiseActive ? merchandise : [])])
    : null;
  return again && <Offer again={again} />;
}

function Offer({ again }: { again: Again }) {
  const { text } = useLanguage();
  const { add, busy, notAdded } = useAddItems();
  return (
    <div className={styles.again}>
      {again.gone.length > 0 && <p>{text('No longer available: {items}.', { items: again.gone.join(', ') })}</p>}
      <Button busy={busy} onClick={(event) => void add(again.items, event.currentTarget)}>
        {text('Buy again')}
      </Button>
      <div role="status">
        {notAdded.map(({ name, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tickets of one name can be refused.
          <p key={index}>
            {name}: {message}
          </p>
        ))}
      </div>
    </div>
  );
}
