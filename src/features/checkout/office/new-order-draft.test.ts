import { expect, test } from 'vitest';
import {
  type Choices,
  emptyDraft,
  isWrongEmail,
  missingIn,
  type NewOrderDraft,
  requestOf,
  withUnits,
} from './new-order-draft.ts';

const item = { event: null, price: 100, fee: 0, left: null, limit_per_order: 0, has_plan: false, timezone: 'UTC' };
const choices: Choices = {
  channels: [{ key: 'phone', name: 'Phone' }],
  items: [
    { ...item, code: 'pass', name: 'Pass', kind: 'tickets', ages: [{ key: '18', name: '18+' }], departures: null },
    { ...item, code: 'coach', name: 'Coach', kind: 'tickets', ages: [], departures: [] },
    { ...item, code: 'tee', name: 'Tee', kind: 'merchandise', ages: [], departures: null },
  ],
  countries: [{ code: 'NL', name: 'Netherlands' }],
  country: 'NL',
  address_lines: [{ key: 'street', text: 'Street', required: true, autocomplete: null }],
  has_card: true,
  has_transfer: true,
  language: 'en',
};
const buyer = { fullName: 'Ada Lovelace', email: 'ada@example.org', address: { street: 'Zandpad 12' } };
const draft = (changes: Partial<NewOrderDraft> = {}): NewOrderDraft => ({ ...emptyDraft, ...buyer, ...changes });
const fieldsOf = (one: NewOrderDraft) => missingIn(one, choices).map(({ field }) => field);

test('missing fields are named in the order of the form', () => {
  expect(fieldsOf(emptyDraft)).toEqual(['full_name', 'email', 'items', 'address.street']);
  const items = [...withUnits([], 'pass', 1), ...withUnits([], 'coach', 1), ...withUnits([], 'tee', 1)];
  expect(fieldsOf(draft({ items }))).toEqual([
    'items.0.full_name',
    'items.0.age',
    'items.1.full_name',
    'items.1.departure',
  ]);
  const goods = { items: withUnits([], 'tee', 1) };
  expect(fieldsOf(draft({ ...goods, payment: 'desk', isBeyondLimits: true }))).toEqual(['desk_receipt', 'reason']);
  expect(fieldsOf(draft({ ...goods, hasOwnShipping: true }))).toEqual(['shipping_address.street']);
});

test('further units of an item start with the departure of the last one', () => {
  const first = withUnits([], 'coach', 1).map((one) => ({ ...one, departure: '1300' }));
  expect(withUnits(first, 'coach', 2).map(({ departure }) => departure)).toEqual(['1300', '1300', '1300']);
});

test('tickets without an email go to the buyer, and merchandise has no holder', () => {
  const items = [
    { ...withUnits([], 'pass', 1)[0]!, fullName: ' Ada ' },
    { ...withUnits([], 'tee', 1)[0]!, fullName: 'x' },
  ];
  const request = requestOf(draft({ items }), choices);
  expect(request.items).toEqual([
    { code: 'pass', full_name: 'Ada', email: 'ada@example.org', age: null, departure: null },
    { code: 'tee', full_name: '', email: '', age: null, departure: null },
  ]);
});

test('entries for an option that is no longer chosen are not sent', () => {
  const request = requestOf(draft({ deskReceipt: 'till-1', reason: 'class', shippingName: 'Eva' }), choices);
  expect(request).toMatchObject({ desk_receipt: '', beyond_limits: false, reason: '', shipping: null });
  expect(requestOf(draft({ payment: 'desk', deskReceipt: 'till-1' }), choices)).toMatchObject({
    payment_method: 'bank_transfer',
    desk_receipt: 'till-1',
  });
});

test('a text that is not an email address is wrong; an empty field is only missing', () => {
  expect(['pia@', ' ', 'pia@example.org '].map(isWrongEmail)).toEqual([true, false, false]);
});
