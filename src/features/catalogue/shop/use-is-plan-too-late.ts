import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import type { ShopItem } from '../contract.ts';
import { isPlanTooLate } from '../domain/late-plan.ts';

/** Whether it is too late to begin the item's plan. The product page then shows a note instead of the button. */
export function useIsPlanTooLate(item: ShopItem): boolean {
  const { config } = useBundle();
  const now = useShopNow();
  return item.in_stock && isPlanTooLate(item, config, now);
}
