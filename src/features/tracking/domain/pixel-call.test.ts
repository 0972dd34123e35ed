import { expect, test } from 'vitest';
import { pixelCall } from './pixel-call.ts';

const euro = { currency: 'EUR', currencyDigits: 2 };
const pass = { external_code: 'pass', price: 18_900, fee: 950 };
const tee = { external_code: 'tee', price: 2_500, fee: 0 };

test('the call for a viewed item has its code, its price with fee in major units, and the currency', () => {
  expect(pixelCall({ name: 'ViewContent', items: [pass] }, euro, 'r')).toEqual({
    name: 'ViewContent',
    parameters: {
      content_ids: ['pass'],
      content_type: 'product',
      contents: [{ id: 'pass', quantity: 1 }],
      currency: 'EUR',
      value: 198.5,
    },
    eventID: 'ViewContent.r',
  });
});

test('the call for an order has each code once with its quantity, and the order’s value', () => {
  const order = { name: 'Purchase', items: [pass, tee, pass], value: 39_005, onceFor: 'SLK-1' } as const;
  expect(pixelCall(order, euro, 'r')).toEqual({
    name: 'Purchase',
    parameters: {
      content_ids: ['pass', 'tee'],
      content_type: 'product',
      contents: [
        { id: 'pass', quantity: 2 },
        { id: 'tee', quantity: 1 },
      ],
      currency: 'EUR',
      num_items: 3,
      value: 390.05,
    },
    eventID: 'Purchase.SLK-1',
  });
});

test('the call for a checkout does not contain the cart’s code, which gives access to the cart', () => {
  const call = pixelCall({ name: 'InitiateCheckout', items: [tee], onceFor: 'cart-code' }, euro, 'r');
  expect(JSON.stringify(call)).not.toContain('cart-code');
});

test.each([
  { currency: 'JPY', currencyDigits: 0, value: 2_500 },
  { currency: 'EUR', currencyDigits: 2, value: 25 },
  { currency: 'KWD', currencyDigits: 3, value: 2.5 },
])('2500 minor units of $currency are $value', ({ value, ...money }) => {
  expect(pixelCall({ name: 'AddToCart', items: [tee] }, money, 'r').parameters).toMatchObject({ value });
});

test('a registration has no parameters', () => {
  expect(pixelCall({ name: 'CompleteRegistration', items: [] }, euro, 'r').parameters).toEqual({});
});
