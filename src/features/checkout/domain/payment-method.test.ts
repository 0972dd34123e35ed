import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { chosenMethod, isTooLateForTransfer, type PaymentSwitches, paymentMethods } from './payment-method.ts';

const switches = ({ card = false, transfer = false }): PaymentSwitches => ({
  shopPaymentCreditCard: card,
  shopPaymentBankTransfer: transfer,
  shopPaymentBankTransferCountries: ['NL'],
  shopPaymentBankTransferLeadDays: 10,
});
const now = new Date('2027-07-01T10:00:00Z');
const order = { totalBeforeDiscount: 10_000, discount: 0, begins: null };
const soon = { ...order, begins: new Date('2027-07-11T09:59:59Z') };
const later = { ...order, begins: new Date('2027-07-11T10:00:00Z') };

test.each<[string, PaymentMethod[], PaymentSwitches, string]>([
  [
    'both are on and transfer is for the country',
    ['credit_card', 'bank_transfer'],
    switches({ card: true, transfer: true }),
    'NL',
  ],
  ['transfer is on for the country and card is off', ['bank_transfer'], switches({ transfer: true }), 'NL'],
  ['card is on and transfer is off', ['credit_card'], switches({ card: true }), 'NL'],
  ['card is on and transfer is not for the country', ['credit_card'], switches({ card: true, transfer: true }), 'US'],
  ['only transfer is on, but not for the country', [], switches({ transfer: true }), 'US'],
  ['both are off', [], switches({}), 'NL'],
  ['no country is chosen yet', ['credit_card'], switches({ card: true, transfer: true }), ''],
])('if %s, the payment methods are %j', (_, expected, on, country) => {
  expect(paymentMethods(order, country, on, now)).toEqual(expected);
});

test('a discount that covers prices and shipping forces the voucher, whatever else is turned on', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.boolean(), fc.boolean(), (totalBeforeDiscount, more, card, transfer) => {
      const covered = { totalBeforeDiscount, discount: totalBeforeDiscount + more, begins: null };
      expect(paymentMethods(covered, 'NL', switches({ card, transfer }), now)).toEqual(['voucher']);
    }),
  );
});

test('a discount one cent below the total leaves an order to be paid by card', () => {
  expect(paymentMethods({ ...order, discount: 9_999 }, 'NL', switches({ card: true }), now)).toEqual(['credit_card']);
});

test('a transfer is offered only if its full time ends before the first event or departure', () => {
  expect(paymentMethods(later, 'NL', switches({ card: true, transfer: true }), now)).toEqual([
    'credit_card',
    'bank_transfer',
  ]);
  expect(paymentMethods(soon, 'NL', switches({ card: true, transfer: true }), now)).toEqual(['credit_card']);
  expect(paymentMethods(soon, 'NL', switches({ transfer: true }), now)).toEqual([]);
});

test('a transfer is reported as too late only if it would otherwise be offered', () => {
  expect(isTooLateForTransfer(soon, 'NL', switches({ card: true, transfer: true }), now)).toBe(true);
  expect(isTooLateForTransfer(later, 'NL', switches({ card: true, transfer: true }), now)).toBe(false);
  expect(isTooLateForTransfer(soon, 'US', switches({ card: true, transfer: true }), now)).toBe(false);
  expect(isTooLateForTransfer(soon, 'NL', switches({ card: true }), now)).toBe(false);
  expect(isTooLateForTransfer({ ...soon, discount: 10_000 }, 'NL', switches({ card: true, transfer: true }), now)).toBe(
    false,
  );
});

test('the wanted method is chosen if possible; otherwise the first possible one, or none', () => {
  expect(chosenMethod(['credit_card', 'bank_transfer'], 'bank_transfer')).toBe('bank_transfer');
  expect(chosenMethod(['credit_card'], 'bank_transfer')).toBe('credit_card');
  expect(chosenMethod(['voucher'], 'credit_card')).toBe('voucher');
  expect(chosenMethod(['credit_card', 'bank_transfer'], null)).toBe('credit_card');
  expect(chosenMethod([], 'credit_card')).toBeNull();
});
