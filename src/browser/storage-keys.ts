/** The page's first script reads the same key. */
export const TOKEN_KEY = 'foyer.token';
export const CART_KEY = 'foyer.cart';
