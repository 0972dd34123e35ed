import { useCart, ViewCartButton } from '#features/cart/shop/public.tsx';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { BottomBar } from '#ui/bottom-bar.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { BuyBox } from './buy-box.tsx';
import styles from './product-page.module.css';
import { unitsInCart } from './units-in-cart.ts';
import { useBuying } from './use-buying.ts';

/** Keeps price and action within reach on phones. Once the item is in the cart, the action leads there. */
export function BuyBar({ item }: { item: ShopItem }) {
  const { text } = useLanguage();
  const { canBuy } = useBuying(item);
  const { cart } = useCart();
  const count = unitsInCart(cart, item);
  if (count === 0 && !canBuy) return null;
  const isLimitReached = item.limit_per_order > 0 && count >= item.limit_per_order;
  return (
    <BottomBar label={text('Buy {name}', { name: item.name })}>
      {count === 0 ? (
        <p className={styles.barPrice}>
          <Money amount={item.price + item.fee} />
        </p>
      ) : (
        canBuy && !isLimitReached && <BuyBox item={item} isInBar isAnother />
      )}
      <div>{count === 0 ? <BuyBox item={item} isInBar /> : <ViewCartButton />}</div>
    </BottomBar>
  );
}
