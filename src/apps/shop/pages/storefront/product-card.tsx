import { useBundle } from '#browser/session-store.ts';
import { useAddToCart, useCart } from '#features/cart/shop/public.tsx';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { alternativesTo } from '#features/catalogue/domain/alternatives-to.ts';
import { cardAction } from '#features/catalogue/domain/card-action.ts';
import {
  categoryLabel,
  ProductImage,
  StubCard,
  stockStatus,
  stubCategoryClass,
  stubDateClass,
  stubLinkClass,
  stubNameClass,
  WhenAndWhere,
} from '#features/catalogue/shop/public.tsx';
import { cardActionLabels } from '#features/catalogue/words/card-action.ts';
import { planNote, priceNote } from '#features/catalogue/words/price-notes.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import styles from './product-card.module.css';
import { unitsInCart } from './units-in-cart.ts';
import { useCartFacts } from './use-cart-facts.ts';

export interface ProductCardProps {
  item: ShopItem;
  /** Whether the card is in the first rows, so that its picture loads immediately. */
  isInSight?: boolean;
  headingLevel?: 2 | 3;
}

/** Shows an item in a listing, with one action. */
export function ProductCard({ item, isInSight = false, headingLevel = 2 }: ProductCardProps) {
  const language = useLanguage();
  const { translate } = language;
  const { config } = useBundle();
  // A sold-out card says so where other cards have their button.
  const stock = item.in_stock ? stockStatus(language, item) : null;
  const to = paths.item(item.shop_item_type, item.external_code);
  const Heading = `h${headingLevel}` as const;
  return (
    <StubCard
      picture={<ProductImage url={item.shop_image} size="card" seed={item.external_code} eager={isInSight} />}
      chip={stock && <StatusChip tone={stock.tone}>{stock.label}</StatusChip>}
      className={item.in_stock ? undefined : styles.soldOut}
      foot={
        <>
          <Price
            amount={item.price + item.fee}
            notes={[priceNote(item), planNote(item)].filter((note) => note !== null).map(translate)}
          />
          <CardAction item={item} to={to} />
        </>
      }
    >
      <p className={stubCategoryClass}>{categoryLabel(item, config)}</p>
      <Heading className={stubNameClass}>
        <Link to={to} className={stubLinkClass}>
          {item.name}
        </Link>
      </Heading>
      <WhenAndWhere item={item} className={stubDateClass} />
    </StubCard>
  );
}

/** Says that the item is sold out. Links to its page if that shows alternatives. */
function SoldOut({ item, to }: { item: ShopItem; to: string }) {
  const { text, translate } = useLanguage();
  const { products, merchandise } = useBundle();
  const others = alternativesTo(item, item.shop_item_type === 'tickets' ? products : merchandise, useCartFacts());
  const label = translate(cardActionLabels.out_of_stock);
  if (others.length === 0) return <p className={styles.out}>{label}</p>;
  return (
    <Link to={to} className={styles.out}>
      {label} <u>{text('See what is left')}</u>
      <span className="visually-hidden">, {item.name}</span>
    </Link>
  );
}

/** Scrolls the reason for a failed add into view. A toast repeats it below. */
const scrollIntoSight = (failure: HTMLElement | null): void => failure?.scrollIntoView({ block: 'nearest' });

function CardAction({ item, to }: { item: ShopItem; to: string }) {
  const { text, translate } = useLanguage();
  const action = cardAction(item, useCartFacts());
  const isAnother = unitsInCart(useCart().cart, item) > 0;
  const { add, pending, failure } = useAddToCart();
  if (action === 'add_to_cart') {
    const label = isAnother ? text('Add another') : translate(cardActionLabels.add_to_cart);
    return (
      <div>
        {failure && (
          <p ref={scrollIntoSight} className={styles.failure}>
            {failure.message}
          </p>
        )}
        <Button
          small
          wide
          className={styles.action}
          kind={isAnother ? 'secondary' : 'primary'}
          busy={pending === item.external_code}
          aria-label={`${label}, ${item.name}`}
          onClick={(event) => add(item, event.currentTarget)}
        >
          {label}
        </Button>
      </div>
    );
  }
  if (action === 'view_product')
    return (
      <ButtonLink
        small
        wide
        className={styles.action}
        kind="secondary"
        to={to}
        aria-label={`${translate(cardActionLabels.view_product)}, ${item.name}`}
      >
        {translate(cardActionLabels.view_product)}
      </ButtonLink>
    );
  if (action === 'out_of_stock') return <SoldOut item={item} to={to} />;
  // Shown instead of the button that a plan in the cart has removed.
  return <p className={styles.blocked}>{text('Cannot be combined with the payment plan in your cart')}</p>;
}
