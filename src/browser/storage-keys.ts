/** The page's inline script reads these keys too. */
export const TOKEN_KEY = 'foyer.token';
export const CART_KEY = 'foyer.cart';
