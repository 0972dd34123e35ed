import { expect, test } from 'vitest';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import type { Cart, CartProduct } from '../../contract.ts';
import { CartProvider, createCartStore } from '../cart-store.ts';
import { ViewCartButton } from './view-cart-button.tsx';

const makeCartProduct = (plan: CartProduct['payment_plan'] = []) => ({ payment_plan: plan }) as CartProduct;

const words = (cart: Pick<Cart, 'products' | 'total_price'>): string => {
  const fullCart: Cart = {
    code: 'cart',
    expires_at: '2026-11-22T12:15:00Z',
    now: '2026-11-22T12:00:00Z',
    merchandise: [],
    ...cart,
  };
  const store = createCartStore();
  const state = { ...store.get(), status: 'ready', cart: fullCart } as const;
  const storeWithCart = { ...store, get: () => state, getServer: () => state };
  return wordsOf(
    rendered(
      <CartProvider value={storeWithCart}>
        <ViewCartButton />
      </CartProvider>,
      aBundle(),
    ),
  );
};

test('the button shows the number of items and their total', () => {
  expect(words({ products: [makeCartProduct(), makeCartProduct()], total_price: 39_700 })).toBe(
    'View cart , 2 items · €397.00',
  );
});

test('for a cart with a plan, the button shows the amount due today instead of the total', () => {
  const plan = [{ amount: 5_450 }, { amount: 4_800, count: 3, units: 'months' as const }];
  expect(words({ products: [makeCartProduct(plan)], total_price: 19_850 })).toBe(
    'View cart , 1 item · €54.50 due today',
  );
});
