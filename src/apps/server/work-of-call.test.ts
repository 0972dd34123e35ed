import { expect, test } from 'vitest';
import { workOfCall } from './work-of-call.ts';

test.each([
  ['an item for a new cart', 'add-product-to-cart', { external_code: 'pass', cart: null }, 'begin'],
  ['merchandise for a new cart', 'add-merchandise-to-cart', { token: 'x' }, 'begin'],
  ['an item for an existing cart', 'add-product-to-cart', { cart: 'code' }, 'finish'],
  ['an item of the catalogue', 'get-shop-item', {}, 'begin'],
  ['an item of the catalogue for a customer', 'get-shop-item', { token: 'x' }, 'browse'],
  ['the shop as a visitor sees it', 'get-data', {}, 'browse'],
  ['a customer’s orders', 'get-data', { token: 'x' }, 'finish'],
  ['a checkout', 'checkout-cart', { cart: 'code', token: 'x' }, 'finish'],
  ['a login on the way to the checkout', 'login', { email: 'a@b.example' }, 'finish'],
  ['a payment by link', 'pay-payment-plan-order-payment', { checksum: 'x' }, 'finish'],
  ['no body', 'get-data', null, 'browse'],
  ['a body that is a list', 'add-product-to-cart', ['cart'], 'begin'],
] as const)('%s (%s %j) is classified as %s', (_what, name, body, work) => expect(workOfCall(name, body)).toBe(work));
