import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { refundedSentence } from './refunded-sentence.ts';

const euros = { locale: 'en-IE', currency: 'EUR', currencyDigits: 2 };
const sentence = (...movements: Parameters<typeof refundedSentence>[1]) => refundedSentence(ENGLISH, movements, euros);
const byBank = { gateway: null, amount: 4_000, waits_for_account: false };
const toCard = { gateway: 'stripe', amount: 1_500, waits_for_account: false };

test('money by bank is not called refunded, because it waits for the next refund file', () => {
  expect(sentence(byBank)).toBe('€40.00 waits for the next refund file.');
});

test('money without a known account waits for the account', () => {
  expect(sentence({ ...byBank, waits_for_account: true })).toBe(
    '€40.00 is owed and waits for the customer’s bank account.',
  );
});

test('a refund that goes partly to the card and partly by bank has a sentence for each part', () => {
  expect(sentence(toCard, byBank)).toBe(
    '€15.00 is being sent back to the card. €40.00 waits for the next refund file.',
  );
});

test('the sentence for a refund of nothing says that no money is refunded', () => {
  expect(sentence()).toBe('Refund approved. No money is refunded.');
});
