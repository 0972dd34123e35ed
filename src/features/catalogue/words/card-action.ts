import { markedText } from '#kernel/language.ts';
import type { BlockingReason, CardAction } from '../domain/card-action.ts';

export const cardActionLabels = {
  add_to_cart: markedText('Add to cart'),
  view_product: markedText('View Product'),
  out_of_stock: markedText('Out of Stock'),
} satisfies Record<CardAction, string>;

export const blockingMessages = {
  plan_item_in_cart: markedText(
    'You have a payment plan item in your cart. Please complete your purchase before adding more items.',
  ),
  plan_item_alone: markedText('Payment plan items can only be purchased on their own.'),
} satisfies Record<BlockingReason, string>;
