import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { obstacleSentence } from './obstacle-sentence.ts';

const shop = { currency: 'EUR', currencyDigits: 2, locale: 'en', timezone: 'Europe/Amsterdam' };
const sentenceOf = (reason: string, isExplained = false) => {
  const chargedBack = { amount: 27_750, reason };
  const found = { kind: 'money_problem', missing: 27_750, chargedBack, isExplained } as const;
  return obstacleSentence(ENGLISH, found, shop, { now: new Date('2027-02-09'), reader: null });
};

test('money that was charged back is named, with the bank’s reason in words', () => {
  expect(sentenceOf('MD06')).toBe(
    '€277.50 was charged back. The bank gives this reason: the payer asked for the money back (MD06). ' +
      '€277.50 is missing, and no further payments can be made until someone settles this.',
  );
  expect(sentenceOf('')).toMatch(/^€277.50 was charged back. €277.50 is missing/);
  expect(sentenceOf('', true)).toMatch(/^€277.50 was charged back. No further payments/);
});
