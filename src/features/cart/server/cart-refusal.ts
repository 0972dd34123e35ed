import { blockingMessages } from '#features/catalogue/domain/card-action.ts';
import { PLAN_TOO_LATE } from '#features/payment-plans/domain/plan-in-time.ts';
import type { StockRefusal } from '#features/stock/server/public.ts';
import { ORDERED_CART_FIELD } from '#kernel/cart-ordered.ts';
import type { Problem } from '#kernel/problem.ts';
import { saidText, text } from '#kernel/text.ts';
import { type HttpRefusal, invalidFields } from '#platform/http/refusal.ts';
import { type AddItemRefusal, limitMessage, MOST_LINES } from '../domain/add-item.ts';
import type { CartAccessRefusal } from '../domain/cart-access.ts';
import { MOST_EXTENSIONS } from '../domain/cart-time.ts';
import { type HolderField, holderTexts } from '../domain/holder.ts';
import { alreadyInCart } from '../domain/same-holder.ts';

/** Everything that a call about a cart can be refused for. */
export type CartRefusal =
  | CartAccessRefusal
  | AddItemRefusal
  | StockRefusal
  | { kind: 'holder'; problems: readonly Problem<HolderField>[] }
  | { kind: 'item_not_found' }
  | { kind: 'line_not_found' }
  | { kind: 'shop_inactive' }
  | { kind: 'merchandise_inactive' }
  | { kind: 'plan_too_late' }
  | { kind: 'extension_limit' }
  | { kind: 'overloaded' };

type Wording = { [Kind in CartRefusal['kind']]: (refusal: Extract<CartRefusal, { kind: Kind }>) => HttpRefusal };

const conflict = (message: string): HttpRefusal => ({ status: 409, message });

const wording = {
  unknown_cart: () => ({ status: 404, message: text('We could not find your cart.') }),
  cart_expired: () => ({ status: 410, message: text('Your cart has expired.') }),
  cart_ordered: () => {
    const message = text('Your cart has already become an order.');
    return { status: 410, message, errors: { [ORDERED_CART_FIELD]: [message] } };
  },
  item_not_found: () => ({ status: 404, message: text('This item is not on sale.') }),
  line_not_found: () => ({ status: 404, message: text('This item is no longer in your cart.') }),
  shop_inactive: () => conflict(text('The shop is closed at the moment.')),
  merchandise_inactive: () => conflict(text('Merchandise is not on sale at the moment.')),
  item_withdrawn: () => conflict(text('This item is no longer on sale.')),
  departure_unknown: () => invalidFields([{ field: 'transport_time_id', message: holderTexts.travelTimeMissing }]),
  departure_gone: () => conflict(text('This travel time is no longer available. Please choose another one.')),
  sold_out: () => conflict(text('Sorry, this item is sold out.')),
  departure_sold_out: () => conflict(text('Sorry, this travel time is sold out. Please choose another one.')),
  plan_item_in_cart: () => conflict(blockingMessages.plan_item_in_cart),
  plan_item_alone: () => conflict(blockingMessages.plan_item_alone),
  limit_per_order: (refusal) => conflict(limitMessage(refusal)),
  plan_too_late: () => conflict(saidText(PLAN_TOO_LATE)),
  cart_full: () => conflict(text('A cart holds at most {most} items.', { most: MOST_LINES })),
  already_in_cart: ({ product, fullName }) =>
    invalidFields([{ field: 'full_name', message: alreadyInCart(product, fullName) }]),
  holder: ({ problems }) => invalidFields(problems),
  overloaded: () => ({
    status: 503,
    message: text('Very many people want this at the moment. Please try again in a few seconds.'),
    retryAfter: 2,
  }),
  extension_limit: () => conflict(text('A cart can be kept longer at most {most} times.', { most: MOST_EXTENSIONS })),
} satisfies Wording;

/** A refusal's status and sentence on the wire. */
export function cartRefusal(refusal: CartRefusal): HttpRefusal {
  return (wording[refusal.kind] as (refusal: CartRefusal) => HttpRefusal)(refusal);
}
