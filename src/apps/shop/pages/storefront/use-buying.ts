import type { ShopItem } from '#features/catalogue/contract.ts';
import { type BlockingReason, blockingReason } from '#features/catalogue/domain/card-action.ts';
import { useIsPlanTooLate } from '#features/catalogue/shop/public.tsx';
import { useCartFacts } from './use-cart-facts.ts';

export interface Buying {
  /** Whether the item can be added to this cart now. */
  canBuy: boolean;
  /** Why an item in stock cannot be added to this cart. */
  reason: BlockingReason | null;
  /** Whether it is too late to start the item's payment plan. */
  isTooLate: boolean;
}

export function useBuying(item: ShopItem): Buying {
  const reason = blockingReason(item, useCartFacts());
  const isTooLate = useIsPlanTooLate(item);
  return { canBuy: item.in_stock && !isTooLate && reason === null, reason, isTooLate };
}
