import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { chargeConsentLabel } from '../words/charge-consent.ts';
import { consentedInstalments } from './consented-instalments.ts';

const instalment = {
  amount: 4_800,
  paidAmount: 0,
  status: 'pending',
  dueAt: '2026-12-30T08:00:00Z',
  isDue: false,
} as const;

test.each([
  ['paid', 0],
  ['cancelled', 0],
  ['problem', 1],
  ['processing', 1],
] as const)(
  'of instalments with the status %s, the consent lists %i: those that can still be charged',
  (status, count) => {
    expect(consentedInstalments([{ ...instalment, status }])).toHaveLength(count);
  },
);

test('the consent lists what is outstanding', () => {
  const [listed] = consentedInstalments([{ ...instalment, status: 'partial', paidAmount: 1_000 }]);
  expect(listed).toMatchObject({ amount: 3_800 });
});

test('the consent promises no day for an instalment that is already due', () => {
  const listed = consentedInstalments([{ ...instalment, dueAt: '2026-11-19T08:00:00Z', isDue: true }, instalment]);
  const settings = { locale: 'en', timezone: 'Europe/Amsterdam', currency: 'EUR', currencyDigits: 2 };
  expect(chargeConsentLabel(ENGLISH, listed, settings)).toBe(
    'Charge the later instalments to the card I pay with: €48.00 (already due), €48.00 on 30 December 2026.',
  );
});
