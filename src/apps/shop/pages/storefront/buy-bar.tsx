import type { ShopItem } from '#features/catalogue/contract.ts';
import { blockingReason } from '#features/catalogue/domain/card-action.ts';
import { useIsPlanTooLate } from '#features/catalogue/shop/public.tsx';
import { BottomBar } from '#ui/bottom-bar.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { BuyBox } from './buy-box.tsx';
import styles from './product-page.module.css';
import { useCartFacts } from './use-cart-facts.ts';

/** Keeps price and action in reach on phones, if there is an action. */
export function BuyBar({ item }: { item: ShopItem }) {
  const { text } = useLanguage();
  const cart = useCartFacts();
  const isTooLate = useIsPlanTooLate(item);
  if (!item.in_stock || isTooLate || blockingReason(item, cart) !== null) return null;
  return (
    <BottomBar label={text('Buy {name}', { name: item.name })}>
      <p className={styles.barPrice}>
        <Money amount={item.price + item.fee} />
      </p>
      <div>
        <BuyBox item={item} isInBar />
      </div>
    </BottomBar>
  );
}
