import { useBundle } from '#browser/session-store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { alternativesTo } from '#features/catalogue/domain/alternatives-to.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import styles from './still-available.module.css';
import { useCartFacts } from './use-cart-facts.ts';

/** For a sold-out item, shows what the same event still has. Renders nothing while the item is in stock. */
export function StillAvailable({ item }: { item: ShopItem }) {
  const { text } = useLanguage();
  const { products, merchandise } = useBundle();
  const cart = useCartFacts();
  if (item.in_stock) return null;
  const others = alternativesTo(item, item.shop_item_type === 'tickets' ? products : merchandise, cart);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="still-available" className={styles.block}>
      <h2 id="still-available" className={styles.heading}>
        {text('Still available')}
      </h2>
      <PlainList className={styles.items}>
        {others.map((other) => (
          <li key={other.id}>
            <div>
              <Link to={paths.item(other.shop_item_type, other.external_code)} className={styles.name}>
                {other.name}
              </Link>
              <WhenAndWhere item={other} className={styles.when} />
            </div>
            <strong>
              <Money amount={other.price + other.fee} />
            </strong>
          </li>
        ))}
      </PlainList>
    </section>
  );
}
