/**
 * Expired and ordered carts are both refused with status 410. The refusal of an ordered cart has this field in
 * `errors`, so that the browser can tell them apart in any language.
 */
export const ORDERED_CART_FIELD = 'order';
