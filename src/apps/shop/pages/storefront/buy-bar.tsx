import type { ShopItem } from '#features/catalogue/contract.ts';
import { BottomBar } from '#ui/bottom-bar.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { BuyBox } from './buy-box.tsx';
import styles from './product-page.module.css';
import { useBuying } from './use-buying.ts';

/** Keeps price and action in reach on phones, if there is an action. */
export function BuyBar({ item }: { item: ShopItem }) {
  const { text } = useLanguage();
  if (!useBuying(item).mayBuy) return null;
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
