/** The login token. The page's first script looks for the same key. */
export const TOKEN_KEY = 'foyer.token';
/** The cart code. */
export const CART_KEY = 'foyer.cart';
