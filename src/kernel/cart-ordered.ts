/**
 * The wire has one status, 410, for a cart that ran out and for one that was ordered. The refusal of the latter names this field among
 * its `errors`, with its sentence: whatever language that is in, the browser knows what became of the cart.
 */
export const ORDERED_CART_FIELD = 'order';
