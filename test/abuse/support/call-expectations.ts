import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { adasOrder, mila, OWNER, owned, seat, UNKNOWN } from './strangers.ts';

/**
 * What each kind of call must answer.
 * - `login`: 401 without a login. With another customer's login, each `foreign` body gets the answer of `unknown`.
 * - `checksum`: everybody, the owner included, gets the answer of `unknown` for each `foreign` body.
 * - `cart`: the code is the key until a customer has used the cart. After that, other customers get the answer of
 *   `unknown`.
 * - `open`: shows no personal data. Both bodies of a pair get the same answer.
 * - `own`: concerns only the login that the call comes with. 401 without a login.
 */
export type Expectation =
  /** `none`: the answer is an empty list instead of a refusal. */
  | { kind: 'login'; foreign: () => object[]; unknown: () => object; none?: object }
  | { kind: 'checksum'; foreign: () => object[]; unknown: () => object }
  | { kind: 'cart'; foreign: () => object[]; unknown: () => object }
  | { kind: 'open'; pairs: () => [known: object, unknown: object][] }
  | { kind: 'own' };

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
export const holder = { full_name: 'Noor Bakker', email: 'noor@example.org', age: '25-34' };
const checkout = {
  customer: { country: 'NL', address },
  order: {
    payment_method: 'bank_transfer',
    shipping_country: 'NL',
    shipping_address: address,
    accepted_ts_and_cs: true,
  },
};

/** Links that open nothing: the checksum is another order's, altered, unknown or empty. */
export const wrongLinks = (order: Order, more: object = {}) =>
  [
    adasOrder.checksum,
    owned.paid.checksum,
    `${order.checksum}x`,
    order.checksum.toLowerCase(),
    order.checksum.slice(1),
    UNKNOWN.checksum,
    '',
  ]
    .filter((checksum) => checksum !== order.checksum)
    .map((checksum) => ({ order: order.code, checksum, ...more }));

export const expectations: Record<string, Expectation> = {
  'get-data': { kind: 'open', pairs: () => [] },
  'get-shop-item': { kind: 'open', pairs: () => [] },
  'take-place': { kind: 'open', pairs: () => [[{ external_code: 'unknown' }, { external_code: 'nothing' }]] },
  'get-place': {
    kind: 'open',
    pairs: () => [[{ place: `p1.1.5.${'A'.repeat(22)}` }, { place: `p1.9.9.${'B'.repeat(22)}` }]],
  },
  'enter-shop': {
    kind: 'open',
    pairs: () => [[{ place: `p1.1.5.${'A'.repeat(22)}` }, { place: `p1.9.9.${'B'.repeat(22)}` }]],
  },
  login: {
    kind: 'open',
    pairs: () => [
      [
        { email: OWNER.email, password: 'not-the-password' },
        { email: UNKNOWN.email, password: 'not-the-password' },
      ],
    ],
  },
  'get-user': { kind: 'own' },
  logout: { kind: 'own' },
  register: {
    kind: 'open',
    pairs: () => [
      [
        { full_name: 'Some Body', email: OWNER.email },
        { full_name: 'Some Body', email: UNKNOWN.email },
      ],
    ],
  },
  'login-with-link': { kind: 'open', pairs: () => [[{ link: mila }, { link: 'x'.repeat(43) }]] },
  'confirm-email': { kind: 'open', pairs: () => [[{ link: mila }, { link: 'x'.repeat(43) }]] },
  'request-password-reset': { kind: 'open', pairs: () => [[{ email: OWNER.email }, { email: UNKNOWN.email }]] },
  'reset-password': {
    kind: 'open',
    pairs: () => [
      [
        { token: 'x'.repeat(43), email: OWNER.email, password: 'a-good-password' },
        { token: 'x'.repeat(43), email: UNKNOWN.email, password: 'a-good-password' },
      ],
    ],
  },
  'email-tickets': { kind: 'open', pairs: () => [[{ email: OWNER.email }, { email: UNKNOWN.email }]] },
  'update-settings': {
    kind: 'login',
    foreign: () => [
      { old_password: OWNER.password, new_password: 'mine-from-now-on', full_name: 'X', email: OWNER.email },
    ],
    unknown: () => ({ old_password: 'wrong', new_password: 'mine-from-now-on', full_name: 'X', email: UNKNOWN.email }),
  },
  'get-cart': { kind: 'cart', foreign: () => [{ cart: owned.cart }], unknown: () => ({ cart: UNKNOWN.checksum }) },
  'extend-cart': { kind: 'cart', foreign: () => [{ cart: owned.cart }], unknown: () => ({ cart: UNKNOWN.checksum }) },
  'add-product-to-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, external_code: 'saturday', ...holder }],
    unknown: () => ({ cart: UNKNOWN.checksum, external_code: 'saturday', ...holder }),
  },
  'add-merchandise-to-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, external_code: 'poster-a2' }],
    unknown: () => ({ cart: UNKNOWN.checksum, external_code: 'poster-a2' }),
  },
  'update-product-in-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, cart_product_id: owned.cartLine, ...holder }],
    unknown: () => ({ cart: UNKNOWN.checksum, cart_product_id: owned.cartLine, ...holder }),
  },
  'remove-product-from-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, cart_product_id: owned.cartLine }],
    unknown: () => ({ cart: UNKNOWN.checksum, cart_product_id: owned.cartLine }),
  },
  'remove-merchandise-from-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, cart_merchandise_id: owned.goodsLine }],
    unknown: () => ({ cart: UNKNOWN.checksum, cart_merchandise_id: owned.goodsLine }),
  },
  'calculate-invoice': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, country: 'NL' }],
    unknown: () => ({ cart: UNKNOWN.checksum, country: 'NL' }),
  },
  'validate-voucher': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, code: 'LARK20' }],
    unknown: () => ({ cart: UNKNOWN.checksum, code: 'LARK20' }),
  },
  'checkout-cart': {
    kind: 'login',
    foreign: () => [{ cart: owned.cart, ...checkout }],
    unknown: () => ({ cart: UNKNOWN.checksum, ...checkout }),
  },
  'change-ticket': {
    kind: 'login',
    foreign: () => [
      { order_id: owned.paid.code, code: owned.paid.tickets[1]!.code, ...holder, reassign: true },
      // Somebody else's ticket in one's own order, and one's own ticket in somebody else's.
      { order_id: adasOrder.code, code: owned.paid.tickets[1]!.code, ...holder, reassign: true },
      { order_id: owned.paid.code, code: adasOrder.tickets[0]!.code, ...holder, reassign: true },
      { order_id: owned.paid.code, code: UNKNOWN.ticket, ...holder, reassign: true },
    ],
    unknown: () => ({ order_id: UNKNOWN.order, code: UNKNOWN.ticket, ...holder, reassign: true }),
  },
  'set-travel-time': {
    kind: 'login',
    foreign: () => owned.paid.tickets.map(({ code }) => ({ code, transport_time_id: seat })),
    unknown: () => ({ code: UNKNOWN.ticket, transport_time_id: seat }),
  },
  'show-tickets': {
    kind: 'login',
    foreign: () => [{ order_id: owned.paid.code }],
    unknown: () => ({ order_id: UNKNOWN.order }),
    none: { tickets: [] },
  },
  'request-refund': {
    kind: 'login',
    foreign: () => [
      { order_id: owned.paid.code, tickets: owned.paid.tickets[0]!.code, ...bankOnWire },
      { order_id: owned.paid.code, merchandise: owned.paid.merchandisePurchases[0]!.code, ...bankOnWire },
      { order_id: owned.plan.code, tickets: '', ...bankOnWire },
      { order_id: adasOrder.code, tickets: owned.paid.tickets[0]!.code, ...bankOnWire },
      { order_id: owned.paid.code, tickets: adasOrder.tickets[0]!.code, ...bankOnWire },
      { order_id: owned.paid.code, tickets: owned.paid.tickets[0]!.code },
    ],
    unknown: () => ({ order_id: UNKNOWN.order, tickets: UNKNOWN.ticket, ...bankOnWire }),
  },
  'give-refund-account': {
    kind: 'login',
    foreign: () => [{ refund_id: owned.refund, ...bankOnWire }],
    unknown: () => ({ refund_id: `${UNKNOWN.order}-R1`, ...bankOnWire }),
  },
  'remove-saved-card': {
    kind: 'login',
    foreign: () => [{ order: owned.plan.code }],
    unknown: () => ({ order: UNKNOWN.order }),
  },
  'get-order': {
    kind: 'login',
    foreign: () => [{ order_id: owned.paid.code }, { refund_id: owned.refund }],
    unknown: () => ({ order_id: UNKNOWN.order }),
  },
  'get-older-orders': {
    kind: 'login',
    foreign: () => [{ before: owned.paid.code }],
    unknown: () => ({ before: UNKNOWN.order }),
  },
  'get-older-refunds': {
    kind: 'login',
    foreign: () => [{ before: owned.refund }],
    unknown: () => ({ before: `${UNKNOWN.order}-R1` }),
  },
  'get-entry-tickets': { kind: 'own' },
  'get-saved-cards': { kind: 'own' },
  'get-refund-ways': {
    kind: 'login',
    foreign: () => [{ order_id: owned.paid.code }],
    unknown: () => ({ order_id: UNKNOWN.order }),
  },
  'cancel-refund': {
    kind: 'login',
    foreign: () => [{ refund_id: owned.refund }],
    unknown: () => ({ refund_id: `${UNKNOWN.order}-R1` }),
  },
  'get-terms-and-conditions-order': {
    kind: 'checksum',
    foreign: () => wrongLinks(owned.openTerms),
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.openTerms.checksum }),
  },
  'accept-terms-and-conditions': {
    kind: 'checksum',
    foreign: () => wrongLinks(owned.openTerms),
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.openTerms.checksum }),
  },
  'get-payment-plan-order-payment': {
    kind: 'checksum',
    foreign: () => [
      ...wrongLinks(owned.plan, { reference: owned.plan.payments[0]!.reference }),
      // The right link, and a payment of another order.
      { order: adasOrder.code, checksum: adasOrder.checksum, reference: owned.plan.payments[0]!.reference },
    ],
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.plan.checksum, reference: `${UNKNOWN.order}-1` }),
  },
  'pay-payment-plan-order-payment': {
    kind: 'checksum',
    foreign: () => [
      ...wrongLinks(owned.plan, { reference: owned.plan.payments[0]!.reference }),
      { order: adasOrder.code, checksum: adasOrder.checksum, reference: owned.plan.payments[0]!.reference },
    ],
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.plan.checksum, reference: `${UNKNOWN.order}-1` }),
  },
  'switch-to-bank-transfer': {
    kind: 'checksum',
    foreign: () => [
      ...wrongLinks(owned.plan, { reference: owned.plan.payments[0]!.reference }),
      { order: adasOrder.code, checksum: adasOrder.checksum, reference: owned.plan.payments[0]!.reference },
    ],
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.plan.checksum, reference: `${UNKNOWN.order}-1` }),
  },
};
