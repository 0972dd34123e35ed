import type { Cart, CartMerchandise, CartProduct } from '../contract.ts';

export type CartLine = CartProduct | CartMerchandise;

/** Tickets first. */
export const linesOf = (cart: Pick<Cart, 'products' | 'merchandise'> | null): CartLine[] =>
  cart ? [...cart.products, ...cart.merchandise] : [];

export const isTicket = (line: CartLine): line is CartProduct => line.shop_item_type === 'tickets';

export const nameOf = (line: CartLine): string => (isTicket(line) ? line.product : line.merchandise);

/** For screen readers: "Coach from Amsterdam, Mila Okonkwo". */
export const fullNameOf = (line: CartLine): string =>
  isTicket(line) ? `${line.product}, ${line.full_name}` : line.merchandise;

export const keyOf = (line: CartLine): string => `${line.shop_item_type} ${line.id}`;
