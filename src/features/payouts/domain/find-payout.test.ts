import { expect, test } from 'vitest';
import { findPayout, mentionsPayout, type WaitingPayout } from './find-payout.ts';

const payout: WaitingPayout = {
  ...{ id: 1, gateway: 'stripe', payoutId: 'po_1QxYz', statement: 'STRIPE 7QX2', amount: 12_000 },
  arrivesOn: '2026-11-20',
};
const line = (words: string, amount = 12_000, bookedOn = '2026-11-20') => ({ words: [words], amount, bookedOn });

test.each([
  ['its text in the statement', line('STRIPE 7QX2')],
  ['that text with spaces added by the bank', line('Credit Stripe  7Q X2 / 20 Nov')],
  ['the payout’s id', line('ref PO-1QXYZ')],
  ['its text three days later, after a weekend', line('STRIPE 7QX2', 12_000, '2026-11-23')],
])('%s and the amount identify a payout', (_, words) => {
  expect(findPayout(words, [payout])).toBe(payout);
});

test.each([
  ['another amount', line('STRIPE 7QX2', 11_999)],
  ['another text', line('STRIPE 8888')],
  ['only the amount', line('')],
  ['another month', line('STRIPE 7QX2', 12_000, '2026-12-20')],
])('%s does not identify a payout', (_, words) => {
  expect(findPayout(words, [payout])).toBeNull();
});

test('of equal payouts, a line belongs to the one nearest in time', () => {
  const later = { ...payout, id: 2, arrivesOn: '2026-11-24' };
  expect(findPayout(line('STRIPE 7QX2', 12_000, '2026-11-23'), [payout, later])).toBe(later);
});

test('a line with another amount mentions a payout only by the payout’s own text', () => {
  expect(mentionsPayout(line('STRIPE 7QX2', 5), [payout])).toBe(true);
  expect(mentionsPayout(line('STRIPE', 5), [{ ...payout, statement: 'STRIPE' }])).toBe(false);
});
