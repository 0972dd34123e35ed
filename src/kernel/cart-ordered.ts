/**
 * Both an expired cart and an ordered one are refused with status 410. The refusal of an ordered one has this field in
 * its `errors`, so that the browser can tell them apart in any language.
 */
export const ORDERED_CART_FIELD = 'order';
