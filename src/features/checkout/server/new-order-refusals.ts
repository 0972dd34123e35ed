import { cartRefusal } from '#features/cart/server/public.ts';
import type { OfficeRefusal } from '#features/staff/server/public.ts';
import { markedText, type Sentence } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { conflict, httpRefusals, invalidFields } from '#platform/http/refusal.ts';
import { checkoutRefusal, placingSentence } from './checkout-refusals.ts';
import type { CreateOrderRefusal } from './create-order.ts';
import type { CheckoutRefusal } from './plan-order.ts';

const field = (name: string, message: Sentence) => invalidFields([{ field: name, message }]);

export const newOrderFields = {
  full_name: field('full_name', markedText('Please enter the buyer’s name.')),
  email: field('email', markedText('Please enter the buyer’s email address.')),
  items: field('items', markedText('Please add at least one item.')),
  reason: field('reason', markedText('Please enter a reason.')),
  nothing_to_pay: field('desk_receipt', markedText('This order costs nothing, so there is nothing to receive.')),
  free_with_voucher: field('voucher_code', markedText('A free order does not need a voucher.')),
  not_by_card: field('desk_receipt', markedText('Money received at the desk cannot be combined with a payment link.')),
  receipt_used: field('desk_receipt', markedText('A payment with this number has already been recorded.')),
};

/** The fields of errors about limits that may be exceeded with a reason. The page then offers to exceed the limit. */
const LIMIT = 'beyond_limits';
const CAPACITY = 'beyond_capacity';

/** Errors of items are named by position: `items.0.full_name`, or `items.0` for the item itself. */
export function newOrderRefusal(refusal: CreateOrderRefusal): OfficeRefusal {
  switch (refusal.kind) {
    case 'channel':
      return field('channel', markedText('Please choose how the order was taken.'));
    case 'item':
      return itemRefusal(refusal);
    case 'checkout':
      return placingRefusal(refusal.refusal);
  }
}

function itemRefusal({ index, refusal }: Extract<CreateOrderRefusal, { kind: 'item' }>): OfficeRefusal {
  const { message, errors } = cartRefusal(refusal);
  const place = `items.${index}`;
  const exceeded = exceededBy(refusal.kind);
  if (exceeded) {
    const full = refusal.kind === 'departure_sold_out' ? `${place}.departure` : place;
    return invalidFields([
      { field: exceeded, message },
      { field: full, message },
    ]);
  }
  if (!errors) return field(place, message);
  return invalidFields(
    Object.entries(errors).flatMap(([name, sentences]) =>
      sentences.map((sentence) => ({ field: `${place}.${NAMES[name] ?? name}`, message: sentence })),
    ),
  );
}

function exceededBy(kind: string): string | null {
  if (kind === 'limit_per_order') return LIMIT;
  return kind === 'sold_out' || kind === 'departure_sold_out' ? CAPACITY : null;
}

/** The shop's own pages choose a departure by its id, whereas lists name it by its code. */
const NAMES: Readonly<Record<string, string>> = { transport_time_id: 'departure' };

function placingRefusal(refusal: CheckoutRefusal): OfficeRefusal {
  if (refusal.kind === 'invalid_fields') {
    return invalidFields(
      inWords(refusal.problems, placingSentence).map(({ field: name, message }, index) => ({
        field: refusal.problems[index]!.kind === 'transfers_full' ? LIMIT : name,
        message,
      })),
    );
  }
  return otherRefusal(refusal);
}

type OtherRefusal = Exclude<CheckoutRefusal, { kind: 'invalid_fields' }>;

const COULD_NOT_HOLD = conflict(markedText('The items could not be held. Please try again.'));

const otherRefusal = httpRefusals<OtherRefusal>({
  unknown_customer: conflict(markedText('This account was deleted in the meantime.')),
  unknown_cart: COULD_NOT_HOLD,
  cart_expired: COULD_NOT_HOLD,
  empty_cart: newOrderFields.items,
  terms_changed: checkoutRefusal({ kind: 'terms_changed' }),
  shop_inactive: checkoutRefusal({ kind: 'shop_inactive' }),
  too_much_unpaid: field(LIMIT, markedText('This customer has too many orders awaiting payment.')),
  item_over: ({ product, isJourney }) =>
    conflict(({ text }) =>
      isJourney
        ? text('{product} has already departed.', { product })
        : text('The event for {product} is over.', { product }),
    ),
  plan_too_late: checkoutRefusal({ kind: 'plan_too_late' }),
  voucher_with_plan: checkoutRefusal({ kind: 'voucher_with_plan' }),
  invalid_voucher: checkoutRefusal({ kind: 'invalid_voucher' }),
});
