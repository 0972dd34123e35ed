import { useBundle } from '#browser/session-store.ts';
import { featuredItems } from '#features/catalogue/domain/listing.ts';
import { StubGrid } from '#features/catalogue/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import styles from './featured-items.module.css';
import { ProductCard } from './product-card.tsx';

/** Shows featured items in stock. Without any, not even the heading is shown. */
export function FeaturedItems() {
  const { text } = useLanguage();
  const { config, products, merchandise } = useBundle();
  const items = featuredItems([...products, ...(config.merchandiseActive ? merchandise : [])]);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="featured" className={styles.featured}>
      <div className={styles.head}>
        <h2 id="featured">{text('Featured Products')}</h2>
        <Link to={paths.tickets()} className={styles.all}>
          {text('See all tickets')}
        </Link>
      </div>
      <StubGrid fillsLastRow>
        {items.map((item) => (
          <ProductCard key={item.id} item={item} headingLevel={3} />
        ))}
      </StubGrid>
    </section>
  );
}
