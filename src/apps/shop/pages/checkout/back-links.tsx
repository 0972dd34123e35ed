import { useToggleCart } from '#features/cart/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './back-links.module.css';

/** Links to the shop and to a filled cart, because the checkout's header has no navigation. */
export function BackLinks({ hasCart }: { hasCart: boolean }) {
  const { text } = useLanguage();
  const toggleCart = useToggleCart();
  return (
    <nav className={styles.links} aria-label={text('Leave checkout')}>
      <ButtonLink kind="text" to={paths.tickets()}>
        {text('Back to the shop')}
      </ButtonLink>
      {hasCart && (
        <Button kind="text" aria-haspopup="dialog" onClick={toggleCart}>
          {text('Change your cart')}
        </Button>
      )}
    </nav>
  );
}
