import { expect, test } from 'vitest';
import { isInTimeForTransfer, payBy } from './payment-deadline.ts';

const settings = {
  cardHoldMinutes: 30,
  cardLinkHours: 24,
  bankTransferDays: 7,
  bankTransferGraceDays: 2,
};
const now = new Date('2027-07-01T10:00:00Z');
const later = (days: number, milliseconds = 0) => new Date(now.getTime() + days * 86_400_000 + milliseconds);

test('given a transfer that needs ten days, then it is in time for an event in ten days, but not a millisecond sooner', () => {
  expect(isInTimeForTransfer(10, later(10), now)).toBe(true);
  expect(isInTimeForTransfer(10, later(10, -1), now)).toBe(false);
});

test('given no event or departure, then a transfer is always in time', () => {
  expect(isInTimeForTransfer(10, null, now)).toBe(true);
});

const order = { method: 'credit_card' as const, isPaidByLink: false, ends: null };

test('given a coach that leaves within the card’s half hour, then the card order ends with its departure', () => {
  expect(payBy({ ...order, ends: later(0, 600_000) }, settings, now)).toEqual(later(0, 600_000));
  expect(payBy({ ...order, ends: later(1) }, settings, now)).toEqual(later(0, 1_800_000));
  expect(payBy(order, settings, now)).toEqual(later(0, 1_800_000));
});

test('given a card order that is paid by an emailed link, then it waits for a day, but not past the departure', () => {
  expect(payBy({ ...order, isPaidByLink: true }, settings, now)).toEqual(later(1));
  expect(payBy({ ...order, isPaidByLink: true, ends: later(0, 600_000) }, settings, now)).toEqual(later(0, 600_000));
});

test('given enough time, then the order waits for a transfer until the end of the days of grace', () => {
  expect(payBy({ ...order, method: 'bank_transfer', ends: later(30) }, settings, now)).toEqual(later(9));
});
