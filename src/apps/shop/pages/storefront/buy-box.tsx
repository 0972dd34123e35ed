import { openPanel } from '#browser/panels.ts';
import { useAddToCart } from '#features/cart/shop/public.tsx';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { blockingReason } from '#features/catalogue/domain/card-action.ts';
import { useIsPlanTooLate } from '#features/catalogue/shop/public.tsx';
import { blockingMessages } from '#features/catalogue/words/card-action.ts';
import { PLAN_TOO_LATE } from '#features/payment-plans/words/plan-too-late.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useCartFacts } from './use-cart-facts.ts';

/** The buy button, or why the item cannot be ordered or added to this cart; nothing when it is out of stock. */
export function BuyBox({ item, isInBar = false }: { item: ShopItem; isInBar?: boolean }) {
  const { text, translate } = useLanguage();
  const reason = blockingReason(item, useCartFacts());
  const { add, pending, failure } = useAddToCart();
  const isTooLate = useIsPlanTooLate(item);
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
