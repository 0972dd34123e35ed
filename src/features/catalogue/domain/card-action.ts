import type { CartFacts, ListedItem } from './listed-item.ts';

export type CardAction = 'add_to_cart' | 'view_product' | 'out_of_stock';
export type BlockingReason = 'plan_item_in_cart' | 'plan_item_alone';

/**
 * Returns the one action that a card offers. Null if the item is in stock but a payment-plan item in the cart blocks
 * it; the card then explains this instead of showing a button.
 */
export function cardAction(
  item: Pick<ListedItem, 'in_stock' | 'force_view' | 'has_payment_plan'>,
  cart: CartFacts,
): CardAction | null {
  if (!item.in_stock) return 'out_of_stock';
  if (item.force_view || item.has_payment_plan) return 'view_product';
  return cart.hasPaymentPlanItem ? null : 'add_to_cart';
}

/** Returns why the item cannot be added to this cart, or null if it can. */
export function blockingReason(item: Pick<ListedItem, 'has_payment_plan'>, cart: CartFacts): BlockingReason | null {
  if (cart.hasPaymentPlanItem) return 'plan_item_in_cart';
  return item.has_payment_plan && !cart.isEmpty ? 'plan_item_alone' : null;
}
