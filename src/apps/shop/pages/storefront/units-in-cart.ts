import type { Cart } from '#features/cart/contract.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';

export const unitsInCart = (cart: Cart | null, { external_code }: Pick<ShopItem, 'external_code'>): number =>
  cart ? [...cart.products, ...cart.merchandise].filter((line) => line.external_code === external_code).length : 0;
