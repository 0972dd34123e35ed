/** The wire has one status for a cart that ran out and for one that was ordered; this sentence tells the browser which. */
export const CART_ORDERED = 'Your cart has already become an order.';
