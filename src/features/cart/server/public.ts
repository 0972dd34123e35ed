export { type CartRefusal, cartRefusal } from './cart-refusals.ts';
export type { CartLineRow } from './cart-store.ts';
export { type LockedCart, lockCartsForCheckout, markCartsOrdered } from './checkout-carts.ts';
export { expireCarts, forgetExpiredCarts } from './expire-carts.ts';
export { fillCart, type ListedItem, type TakenBeyondCapacity } from './fill-cart.ts';
export { freeCarts } from './free-carts.ts';
export { listItemsInCarts } from './items-in-carts-store.ts';
export { readCart } from './read-cart.ts';
export { addCartCalls } from './routes.ts';
