import { openPanel } from '#browser/panels.ts';
import { useAddToCart } from '#features/cart/shop/public.tsx';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { blockingMessages } from '#features/catalogue/words/card-action.ts';
import { PLAN_TOO_LATE } from '#features/payment-plans/words/plan-too-late.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useBuying } from './use-buying.ts';

/** The buy button, or why the item cannot be ordered or added to this cart; nothing when it is out of stock. */
export function BuyBox({ item, isInBar = false }: { item: ShopItem; isInBar?: boolean }) {
  const { translate, text } = useLanguage();
  const { reason, isTooLate } = useBuying(item);
  const { add, pending, failure } = useAddToCart();
  if (!item.in_stock) return null;
  if (isTooLate) return isInBar ? null : <Notice tone="info">{translate(PLAN_TOO_LATE)}</Notice>;
  if (reason !== null) {
    if (isInBar) return null;
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
  }
  return (
    <>
      {failure && (
        <Notice tone="bad" small>
          {failure.message}
        </Notice>
      )}
      <Button wide={isInBar} busy={pending === item.external_code} onClick={(event) => add(item, event.currentTarget)}>
        {text('Add to cart')}
      </Button>
    </>
  );
}
