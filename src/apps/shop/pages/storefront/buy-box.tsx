import { openPanel } from '#browser/panels.ts';
import { useAddToCart } from '#features/cart/shop/public.tsx';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { blockingMessages } from '#features/catalogue/words/card-action.ts';
import { PLAN_TOO_LATE } from '#features/payment-plans/words/plan-too-late.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './product-page.module.css';
import { useBuying } from './use-buying.ts';

interface BuyBoxProps {
  item: ShopItem;
  /** Whether it is in the bottom bar, which has the button on phones. */
  isInBar?: boolean;
  /** Whether it is next to a button that leads to the cart, because the item is already in it. */
  isAnother?: boolean;
}

/** Shows the buy button, or why the item cannot be ordered or added to this cart; nothing when it is out of stock. */
export function BuyBox({ item, isInBar = false, isAnother = false }: BuyBoxProps) {
  const { translate, text } = useLanguage();
  const { reason, isTooLate, canBuy } = useBuying(item);
  const { add, pending, failure } = useAddToCart();
  if (!item.in_stock || (isInBar && !canBuy)) return null;
  if (isTooLate) return <Notice tone="info">{translate(PLAN_TOO_LATE)}</Notice>;
  if (reason !== null)
    return (
      <Notice
        tone="info"
        action={
          <Button small kind="secondary" onClick={() => openPanel('cart')}>
            {text('View cart')}
          </Button>
        }
      >
        {translate(blockingMessages[reason])}
      </Notice>
    );
  return (
    <div className={isInBar ? undefined : styles.inPage}>
      {failure && (
        <Notice tone="bad" small>
          {failure.message}
        </Notice>
      )}
      <Button
        wide={isInBar}
        kind={isAnother ? 'secondary' : 'primary'}
        busy={pending === item.external_code}
        onClick={(event) => add(item, event.currentTarget)}
      >
        {isAnother ? text('Add another') : text('Add to cart')}
      </Button>
    </div>
  );
}
