import { blockingMessages } from '#features/catalogue/words/card-action.ts';
import { PLAN_TOO_LATE } from '#features/payment-plans/words/plan-too-late.ts';
import { departureRefusals, type StockRefusal } from '#features/stock/server/public.ts';
import type { EntryRefusal } from '#features/waiting-room/domain/may-add.ts';
import { entryRefusal } from '#features/waiting-room/server/public.ts';
import { ORDERED_CART_FIELD } from '#kernel/cart-ordered.ts';
import { markedText } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { conflict, type HttpRefusal, httpRefusals, invalidFields } from '#platform/http/refusal.ts';
import { type AddItemRefusal, MAX_LINES } from '../domain/add-item.ts';
import type { CartAccessRefusal } from '../domain/cart.ts';
import { MAX_EXTENSIONS } from '../domain/extend-cart.ts';
import type { HolderProblem } from '../domain/holder.ts';
import { holderSentence, holderTexts } from '../words/holder.ts';
import { limitSentence } from '../words/limit-per-order.ts';

export type CartRefusal =
  | CartAccessRefusal
  | AddItemRefusal
  | StockRefusal
  | { kind: 'held_back'; refusal: EntryRefusal; address: string }
  | { kind: 'too_much_held'; by: 'account' | 'network' }
  | { kind: 'holder'; problems: readonly HolderProblem[] }
  | { kind: 'item_not_found' }
  | { kind: 'line_not_found' }
  | { kind: 'shop_inactive' }
  | { kind: 'merchandise_inactive' }
  | { kind: 'plan_too_late' }
  | { kind: 'extension_limit' }
  | { kind: 'login_to_extend' }
  | { kind: 'overloaded' };

const ORDERED = markedText('Your cart has already become an order.');

export const cartRefusal = httpRefusals<CartRefusal>({
  unknown_cart: { status: 404, message: markedText('We could not find your cart.') },
  cart_expired: { status: 410, message: markedText('Your cart has expired.') },
  cart_ordered: { status: 410, message: ORDERED, errors: { [ORDERED_CART_FIELD]: [ORDERED] } },
  item_not_found: { status: 404, message: markedText('This item is not on sale.') },
  line_not_found: { status: 404, message: markedText('This item is no longer in your cart.') },
  shop_inactive: conflict(markedText('The shop is closed at the moment.')),
  merchandise_inactive: conflict(markedText('Merchandise is not on sale at the moment.')),
  item_withdrawn: conflict(markedText('This item is no longer on sale.')),
  departure_unknown: invalidFields([{ field: 'transport_time_id', message: holderTexts.travel_time_missing }]),
  departure_gone: atDeparture(departureRefusals.departure_gone),
  departure_sold_out: atDeparture(departureRefusals.departure_sold_out),
  sold_out: conflict(markedText('Sorry, this item is sold out.')),
  plan_item_in_cart: conflict(blockingMessages.plan_item_in_cart),
  plan_item_alone: conflict(blockingMessages.plan_item_alone),
  limit_per_order: (refusal) => conflict(limitSentence(refusal)),
  plan_too_late: conflict(PLAN_TOO_LATE),
  cart_full: conflict(({ text }) => text('A cart holds at most {max} items.', { max: MAX_LINES })),
  already_in_cart: (refusal) => invalidFields(inWords([{ field: 'full_name' as const, ...refusal }], holderSentence)),
  holder: ({ problems }) => invalidFields(inWords(problems, holderSentence)),
  held_back: ({ refusal, address }) => entryRefusal(refusal, address),
  overloaded: {
    status: 503,
    message: markedText('This is in high demand right now. Please try again in a few seconds.'),
    retryAfter: 2,
  },
  too_much_held: ({ by }) =>
    conflict(
      by === 'account'
        ? markedText('Your carts already hold the maximum number of items for one account. Please check out first.')
        : markedText('Guests on your network are already holding many items. Please log in to add more.'),
    ),
  login_to_extend: conflict(markedText('Please log in to keep your cart for longer.')),
  extension_limit: conflict(({ text }) => text('A cart can be extended at most {max} times.', { max: MAX_EXTENSIONS })),
});

/** Shows the refusal at the field for the departure. */
function atDeparture(refusal: HttpRefusal): HttpRefusal {
  return { ...refusal, errors: { transport_time_id: [refusal.message] } };
}
