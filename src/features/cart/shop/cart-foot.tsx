import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { text } from '#kernel/text.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Money } from '#ui/price.tsx';
import styles from './cart-foot.module.css';

/** What it costs and the way on. `onLeave` closes the panel where the way on is the page behind it. */
export function CartFoot({ total, onLeave }: { total: number; onLeave: () => void }) {
  const { customer } = useBundle();
  return (
    <>
      <p className={styles.total}>
        <span>{text('Total, taxes and fees included')}</span>
        <Money amount={total} className={styles.figure} />
      </p>
      <ButtonLink wide to={customer ? paths.checkout() : paths.login(paths.checkout())} onClick={onLeave}>
        {text('Checkout')}
      </ButtonLink>
      {!customer && (
        <p className={styles.note}>{text('You log in or register in the next step. Your cart stays as it is.')}</p>
      )}
    </>
  );
}
