import { expect, test } from 'vitest';
import { type UndoFacts, type WhyNotUndo, whyNotUndo } from './why-not-undo.ts';

const order = {
  status: 'paid',
  was: 'pending',
  hasRefunds: false,
  hasLaterMoney: false,
  areTicketsChanged: false,
} as const;
const facts: UndoFacts = { isTransfer: true, isUndone: false, isDealtWith: false, counted: 7_600, order };

test('a transfer on which nothing depends can be undone', () => {
  expect(whyNotUndo(facts)).toBe(null);
  expect(whyNotUndo({ ...facts, counted: 0, order: null })).toBe(null);
});

test.each<[string, Partial<UndoFacts>, WhyNotUndo]>([
  ['card money', { isTransfer: false }, 'not_a_transfer'],
  ['a transfer that was undone already', { isUndone: true }, 'undone_before'],
  ['one that was later booked to another order or settled', { isDealtWith: true }, 'dealt_with'],
  ['one from before its order’s status was recorded', { order: { ...order, was: null } }, 'from_earlier_version'],
  ['one whose order was later cancelled', { order: { ...order, status: 'cancelled' } }, 'order_ended'],
  ['one whose order now has a problem', { order: { ...order, status: 'problem' } }, 'order_problem'],
  ['one whose order has a refund', { order: { ...order, hasRefunds: true } }, 'has_refunds'],
  ['one after which other money arrived', { order: { ...order, hasLaterMoney: true } }, 'has_later_money'],
  ['one whose tickets were later changed', { order: { ...order, areTicketsChanged: true } }, 'tickets_changed'],
])('%s cannot be undone', (_name, changes, why) => {
  expect(whyNotUndo({ ...facts, ...changes })).toBe(why);
});
