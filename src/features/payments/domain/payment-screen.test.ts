import { expect, test } from 'vitest';
import type { AttemptStatus } from './attempt-status.ts';
import { type PaymentScreenFacts, paymentScreenOf } from './payment-screen.ts';

const open: PaymentScreenFacts = {
  orderStatus: 'pending',
  openRefund: 'none',
  paymentStatus: 'pending',
  isWaived: false,
  attempts: 0,
  maxAttempts: 5,
  takesCardPayments: true,
  lastAttempt: null,
  returned: null,
  hasWaited: false,
  isPlan: false,
  isByTransfer: false,
  maySwitchToTransfer: false,
  isOwner: false,
};
const screenOf = (change: Partial<PaymentScreenFacts>) => paymentScreenOf({ ...open, ...change });
const back = { returned: 'payment', attempts: 1, lastAttempt: 'open' } as const;

test('an open payment can be paid', () => {
  expect(screenOf({})).toEqual({ kind: 'pay', offersTransfer: false, offersSwitch: false, onward: null });
});

test.each(['created', 'open', 'processing'] as const)(
  'after returning from an attempt that is %s, the payment is on its way and can be paid again',
  (lastAttempt) => expect(screenOf({ ...back, lastAttempt })).toMatchObject({ kind: 'on_its_way', mayPayAgain: true }),
);

test.each(['declined', 'cancelled', 'expired', 'paid', 'problem'] satisfies AttemptStatus[])(
  'after returning from an attempt that is %s, an open payment can be paid',
  (lastAttempt) => expect(screenOf({ ...back, lastAttempt }).kind).toBe('pay'),
);

test('after returning from an attempt that a newer one has replaced, the payment can be paid', () => {
  expect(screenOf({ ...back, returned: 'replaced' }).kind).toBe('pay');
});

test('a payer who does not come from the provider can pay despite an open attempt', () => {
  expect(screenOf({ ...back, returned: null }).kind).toBe('pay');
});

test('after returning from the last attempt, the payment is on its way and cannot be paid again', () => {
  const screen = screenOf({ ...back, attempts: 5, isOwner: true });
  expect(screen).toEqual({
    kind: 'on_its_way',
    mayPayAgain: false,
    offersTransfer: false,
    offersSwitch: false,
    onward: null,
  });
});

test('a payment that is being processed is on its way and cannot be paid again', () => {
  expect(screenOf({ paymentStatus: 'processing' })).toMatchObject({ kind: 'on_its_way', mayPayAgain: false });
});

test('a paid payment has arrived if the payer returns from paying or the page has waited for it', () => {
  expect(screenOf({ ...back, paymentStatus: 'paid', lastAttempt: 'paid' }).kind).toBe('arrived');
  expect(screenOf({ paymentStatus: 'paid', hasWaited: true }).kind).toBe('arrived');
});

test('a link that is opened after the payment was made refuses another payment', () => {
  expect(screenOf({ paymentStatus: 'paid' })).toMatchObject({ kind: 'refused', why: 'already_paid' });
});

test('a reason that stops the payment for good is shown as soon as the payer returns', () => {
  expect(screenOf({ ...back, orderStatus: 'cancelled' })).toMatchObject({ kind: 'refused', why: 'order_is_over' });
  expect(screenOf({ ...back, takesCardPayments: false })).toMatchObject({ kind: 'refused', why: 'no_card_payments' });
});

test('a plan offers a transfer wherever its payment is open and not on its way', () => {
  const offers = (change: Partial<PaymentScreenFacts>) => screenOf({ isPlan: true, ...change }).offersTransfer;
  expect(offers({})).toBe(true);
  expect(offers({ takesCardPayments: false })).toBe(true);
  expect(offers({ attempts: 5 })).toBe(true);
  expect(offers(back)).toBe(false);
  expect(offers({ openRefund: 'requested' })).toBe(false);
  expect(offers({ paymentStatus: 'paid' })).toBe(false);
  expect(screenOf({ takesCardPayments: false }).offersTransfer).toBe(false);
});

test('a possible switch to a transfer is offered once card attempts fail or none is left', () => {
  const offers = (change: Partial<PaymentScreenFacts>) =>
    screenOf({ maySwitchToTransfer: true, ...change }).offersSwitch;
  expect(offers({ attempts: 2 })).toBe(false);
  expect(offers({ attempts: 3 })).toBe(true);
  expect(offers({ attempts: 5 })).toBe(true);
  expect(offers({ takesCardPayments: false })).toBe(true);
  expect(offers({ ...back, attempts: 5 })).toBe(false);
  expect(offers({ paymentStatus: 'processing', attempts: 3 })).toBe(false);
  expect(offers({ orderStatus: 'abandoned', attempts: 5 })).toBe(false);
  expect(screenOf({ attempts: 5 }).offersSwitch).toBe(false);
});

test('the page of an order by transfer shows the transfer, then a card payment if possible', () => {
  const byTransfer = { isByTransfer: true } as const;
  const leads = { kind: 'await_transfer', offersTransfer: false };
  expect(screenOf(byTransfer)).toMatchObject({ ...leads, offersCard: true });
  expect(screenOf({ ...byTransfer, attempts: 3, lastAttempt: 'declined' })).toMatchObject({
    ...leads,
    offersCard: true,
  });
  expect(screenOf({ ...byTransfer, attempts: 5 })).toMatchObject({ ...leads, offersCard: false });
  expect(screenOf({ ...byTransfer, takesCardPayments: false })).toMatchObject({ ...leads, offersCard: false });
  expect(screenOf({ ...byTransfer, isPlan: true, orderStatus: 'partial', attempts: 5 })).toMatchObject({
    kind: 'refused',
    why: 'too_many_attempts',
    offersTransfer: true,
  });
  expect(screenOf({ ...byTransfer, paymentStatus: 'paid' })).toMatchObject({ kind: 'refused', offersTransfer: false });
});

test('with nothing to pay here, the page links the owner to the order and others to the shop', () => {
  for (const facts of [back, { paymentStatus: 'paid' }, { openRefund: 'requested' }] as const) {
    expect(screenOf({ ...facts, isOwner: true }).onward).toBe('order');
    expect(screenOf(facts).onward).toBe('shop');
  }
  for (const isOwner of [true, false]) {
    expect(screenOf({ isOwner }).onward).toBe(null);
    expect(screenOf({ attempts: 5, isOwner }).onward).toBe(null);
  }
});

test('the first instalment of a plan by transfer awaits it, even after a card was declined', () => {
  const switched = { isPlan: true, isByTransfer: true, attempts: 4, lastAttempt: 'declined' } as const;
  expect(screenOf(switched)).toMatchObject({ kind: 'await_transfer', offersCard: true, offersTransfer: false });
  expect(screenOf({ ...switched, attempts: 5 })).toMatchObject({ kind: 'await_transfer', offersCard: false });
  expect(screenOf({ ...switched, orderStatus: 'partial', attempts: 0 })).toMatchObject({
    kind: 'pay',
    offersTransfer: true,
  });
});

test('the page of a waived instalment says so and links to the order', () => {
  const waived = { isPlan: true, isWaived: true, paymentStatus: 'cancelled' } as const;
  for (const orderStatus of ['partial', 'paid'] as const)
    expect(screenOf({ ...waived, orderStatus })).toMatchObject({ kind: 'refused', why: 'waived', onward: 'order' });
  expect(screenOf({ ...waived, orderStatus: 'cancelled' })).toMatchObject({
    why: 'order_is_over',
    onward: 'shop',
  });
});
