import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { whatIsWrong } from './what-is-wrong.ts';

const settings = { currency: 'EUR', currencyDigits: 2, locale: 'en-GB' };
const meant = { reference: 'SLK-9K4DTE-3', asked: 4_800, open: 4_800 };
const receipt = { amount: 4_799, currency: 'EUR', suspended: 4_799, meant };
const sentenceFor = (attention: Parameters<typeof whatIsWrong>[1], changes: object = {}, { mayDecide = true } = {}) =>
  whatIsWrong({ ...receipt, ...changes }, attention, ENGLISH, { settings, mayDecide });

test('the sentence about a wrong amount has both amounts, the payment and the difference', () => {
  expect(sentenceFor('amount')).toBe(
    '€48.00 was expected for payment SLK-9K4DTE-3, but €47.99 arrived: €0.01 is missing.',
  );
  expect(sentenceFor('amount', { amount: 5_000 })).toBe(
    '€48.00 was expected for payment SLK-9K4DTE-3, but €50.00 arrived: €2.00 too much.',
  );
  expect(sentenceFor('amount', { meant: null })).toBe('This is not the amount that was expected.');
});

test('the sentence about too little money has the missing amount and says when the entry disappears', () => {
  expect(sentenceFor('short', { amount: 4_000, suspended: 0, meant: { ...meant, open: 800 } })).toBe(
    '€48.00 was expected for payment SLK-9K4DTE-3, but €40.00 arrived. €8.00 is still outstanding. Once it arrives, this disappears from the inbox.',
  );
});

test('the sentence about an overpayment has the amount that waits', () => {
  expect(sentenceFor('over', { amount: 6_000, suspended: 1_200 })).toBe(
    '€48.00 was expected for payment SLK-9K4DTE-3, but €60.00 arrived: €12.00 too much. Book it to an order or send it back.',
  );
  expect(sentenceFor('over', { amount: 6_000, suspended: 1_200, meant: null })).toMatch(
    /^€12\.00 is more than was due\./,
  );
});

test('the sentence about another currency has both currencies', () => {
  expect(sentenceFor('currency', { currency: 'CHF' })).toBe('CHF 47.99 arrived, but the shop takes EUR.');
});

test('people who may not book money read who decides instead of what they cannot do', () => {
  expect(sentenceFor('double')).toBe(
    'This payment had already been made. Book the money to another order or send it back.',
  );
  expect(sentenceFor('double', {}, { mayDecide: false })).toBe(
    'This payment had already been made. Someone who can book payments has to decide what happens to it.',
  );
  for (const attention of ['over', 'late', 'unmatched', 'contradicted'] as const)
    expect(sentenceFor(attention, {}, { mayDecide: false })).toMatch(
      /[^.]\. Someone who can book payments has to decide what happens to it\.$/,
    );
});
