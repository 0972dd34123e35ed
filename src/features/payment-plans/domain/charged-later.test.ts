import { expect, test } from 'vitest';
import { isChargedLater } from './charged-later.ts';

const card = { expires: '2028-12', is_charged: true };
const instalment = { due_at: '2027-03-14T08:00:00Z', due: false, overdue: false };

test.each([
  ['a card and an instalment that is not due yet', true, card, instalment],
  ['a card without a known expiry date', true, { ...card, expires: null }, instalment],
  ['no card', false, null, instalment],
  ['a card that is no longer charged', false, { ...card, is_charged: false }, instalment],
  ['a card that expires before the due day', false, { ...card, expires: '2027-02' }, instalment],
  ['an instalment that is due', false, card, { ...instalment, due: true }],
  ['an instalment that is overdue', false, card, { ...instalment, overdue: true }],
])('with %s, the card is charged later: %s', (_what, isLater, of, at) => {
  expect(isChargedLater(of, at, 'Europe/Amsterdam')).toBe(isLater);
});
