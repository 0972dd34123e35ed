import { expect, test } from 'vitest';
import { isChargedLater } from './charged-later.ts';

const card = { expires: '2028-12', is_charged: true };
const part = { due_at: '2027-03-14T08:00:00Z', due: false, overdue: false };

test.each([
  ['a card and a part that is not due yet', true, card, part],
  ['a card without a known end', true, { ...card, expires: null }, part],
  ['no card', false, null, part],
  ['a card that is no longer charged', false, { ...card, is_charged: false }, part],
  ['a card that ends before the due day', false, { ...card, expires: '2027-02' }, part],
  ['a part that is due', false, card, { ...part, due: true }],
  ['a part that is overdue', false, card, { ...part, overdue: true }],
])('given %s, then its card is charged later: %s', (_what, isLater, of, at) => {
  expect(isChargedLater(of, at, 'Europe/Amsterdam')).toBe(isLater);
});
