/** The login token (spec 3, local storage). The page's first script looks for the same key. */
export const TOKEN_KEY = 'foyer.token';
/** The cart code (spec 3, local storage). */
export const CART_KEY = 'foyer.cart';
