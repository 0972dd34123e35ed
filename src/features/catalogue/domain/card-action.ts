import { laterText } from '#kernel/text.ts';
import type { CartFacts, ListedItem } from './listed-item.ts';

export const cardActionLabels = {
  add_to_cart: laterText('Add to cart'),
  view_product: laterText('View Product'),
  out_of_stock: laterText('Out of Stock'),
} as const;
export type CardAction = keyof typeof cardActionLabels;

export const blockingMessages = {
  plan_item_in_cart: laterText(
    'You have a payment plan item in your cart. Please complete your purchase before adding more items.',
  ),
  plan_item_alone: laterText('Payment plan items can only be purchased on their own.'),
} as const;
export type BlockingReason = keyof typeof blockingMessages;

/**
 * The one action of a product card. Null: the item is in stock and could be added, but a
 * payment-plan item waits in the cart; the card then has no button and says why.
 */
export function cardAction(
  item: Pick<ListedItem, 'in_stock' | 'force_view' | 'has_payment_plan'>,
  cart: CartFacts,
): CardAction | null {
  if (!item.in_stock) return 'out_of_stock';
  if (item.force_view || item.has_payment_plan) return 'view_product';
  return cart.hasPaymentPlanItem ? null : 'add_to_cart';
}

/** Why the item cannot join this cart although it is in stock; null when it can. */
export function blockingReason(item: Pick<ListedItem, 'has_payment_plan'>, cart: CartFacts): BlockingReason | null {
  if (cart.hasPaymentPlanItem) return 'plan_item_in_cart';
  return item.has_payment_plan && !cart.isEmpty ? 'plan_item_alone' : null;
}
