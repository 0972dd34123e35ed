import { expect, test } from 'vitest';
import { isChargedLater } from './charged-later.ts';

const card = { expires: '2028-12', is_charged: true };
const part = { due_at: '2027-03-14T08:00:00Z', due: false, overdue: false };

test.each([
  ['a card and a part that is not due yet', card, part, true],
  ['a card without a known end', { ...card, expires: null }, part, true],
  ['no card', null, part, false],
  ['a card that is no longer charged', { ...card, is_charged: false }, part, false],
  ['a card that ends before the due day', { ...card, expires: '2027-02' }, part, false],
  ['a part that is due', card, { ...part, due: true }, false],
  ['a part that is overdue', card, { ...part, overdue: true }, false],
])('given %s, then it is known whether the card will be charged', (_what, of, at, is) => {
  expect(isChargedLater(of, at, 'Europe/Amsterdam')).toBe(is);
});
