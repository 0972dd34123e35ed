import { openPanel } from '#browser/panels.ts';
import { useAddToCart } from '#features/cart/shop/public.tsx';
import { saidText, text } from '#kernel/text.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ShopItem } from '../contract.ts';
import { blockingMessages, blockingReason } from '../domain/card-action.ts';
import { useCartFacts } from './use-cart-facts.ts';

/** The button that buys; in its place the reason why this cart cannot take the item; nothing when it is out of stock. */
export function BuyBox({ item, isInBar = false }: { item: ShopItem; isInBar?: boolean }) {
  const reason = blockingReason(item, useCartFacts());
  const { add, pending, failure } = useAddToCart();
  if (!item.in_stock) return null;
  if (reason !== null) {
    if (isInBar) return null;
    return (
      <Notice
        tone="info"
        action={
          <Button small kind="secondary" onClick={() => openPanel('cart')}>
            {text('Show the cart')}
          </Button>
        }
      >
        {saidText(blockingMessages[reason])}
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
