import { expect, test } from 'vitest';
import { type SwitchableOrder, whyNotSwitchToTransfer } from './switch-to-transfer.ts';

const now = new Date('2027-07-01T10:00:00Z');
const settings = {
  shopPaymentBankTransfer: true,
  shopPaymentBankTransferCountries: ['NL'],
  shopPaymentBankTransferLeadDays: 10,
};
const order: SwitchableOrder = { method: 'credit_card', status: 'pending', country: 'NL', begins: null };
const whyNot = (change: Partial<SwitchableOrder>, changed: Partial<typeof settings> = {}) =>
  whyNotSwitchToTransfer({ ...order, ...change }, { ...settings, ...changed }, now)?.kind ?? null;

test('an unpaid card order from a country where transfers are accepted can be switched', () => {
  expect(whyNot({})).toBeNull();
});

test('an order cannot be switched while its card payment is in progress', () => {
  expect(whyNot({ status: 'processing' })).toBe('on_its_way');
});

test.each(['partial', 'paid', 'problem', 'cancelled', 'abandoned'] as const)(
  'an order with the status %s cannot be switched',
  (status) => expect(whyNot({ status })).toBe('not_open'),
);

test.each(['bank_transfer', 'voucher'] as const)('an order paid by %s cannot be switched', (method) => {
  expect(whyNot({ method })).toBe('not_open');
});

test('an order in a shop or country without transfers cannot be switched', () => {
  expect(whyNot({ country: 'US' })).toBe('no_transfers');
  expect(whyNot({}, { shopPaymentBankTransfer: false })).toBe('no_transfers');
});

test('an order cannot be switched if the event is too close for a transfer, just as in the checkout', () => {
  expect(whyNot({ begins: new Date('2027-07-11T10:00:00Z') })).toBeNull();
  expect(whyNot({ begins: new Date('2027-07-11T09:59:59Z') })).toBe('transfer_too_late');
});
