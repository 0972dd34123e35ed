import { expect, test } from 'vitest';
import { makeCartProduct } from '../testing.ts';
import { planInCart } from './cart-plan.ts';

const plan = [{ amount: 5_450 }, { amount: 4_800, count: 1, units: 'months' as const }];

test('a cart keeps the plan of its item when the catalogue changes', () => {
  expect(planInCart({ products: [makeCartProduct({ payment_plan: plan })] })).toEqual(plan);
});

test('a cart without a plan item has no plan', () => {
  expect(planInCart({ products: [] })).toBeNull();
  expect(planInCart({ products: [makeCartProduct(), makeCartProduct()] })).toBeNull();
});
