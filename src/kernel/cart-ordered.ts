/**
 * Expired and ordered carts are both refused with status 410. An ordered one has this field in its `errors`, so that
 * the browser can tell them apart in any language.
 */
export const ORDERED_CART_FIELD = 'order';
