import { expect, test } from 'vitest';
import { dueDate, isInTimeForTransfer, payBy } from './payment-deadline.ts';

const settings = {
  cardHoldMinutes: 30,
  cardLinkHours: 24,
  bankTransferDays: 7,
  bankTransferGraceDays: 2,
};
const now = new Date('2027-07-01T10:00:00Z');
const later = (days: number, milliseconds = 0) => new Date(now.getTime() + days * 86_400_000 + milliseconds);

test('a transfer that needs ten days is in time for an event in ten days, but not in any less', () => {
  expect(isInTimeForTransfer(10, later(10), now)).toBe(true);
  expect(isInTimeForTransfer(10, later(10, -1), now)).toBe(false);
});

test('a transfer is always in time without an event or departure', () => {
  expect(isInTimeForTransfer(10, null, now)).toBe(true);
});

const order = { method: 'credit_card' as const, isPaidByLink: false, ends: null };

test('a card order expires after half an hour, or at the departure if that is earlier', () => {
  expect(payBy({ ...order, ends: later(0, 600_000) }, settings, now)).toEqual(later(0, 600_000));
  expect(payBy({ ...order, ends: later(1) }, settings, now)).toEqual(later(0, 1_800_000));
  expect(payBy(order, settings, now)).toEqual(later(0, 1_800_000));
});

test('a card order that is paid by an emailed link waits for a day, but not past the departure', () => {
  expect(payBy({ ...order, isPaidByLink: true }, settings, now)).toEqual(later(1));
  expect(payBy({ ...order, isPaidByLink: true, ends: later(0, 600_000) }, settings, now)).toEqual(later(0, 600_000));
});

test('an order waits for a transfer until the end of the days of grace if there is enough time', () => {
  expect(payBy({ ...order, method: 'bank_transfer', ends: later(30) }, settings, now)).toEqual(later(9));
});

const transfer = { ...order, method: 'bank_transfer' as const, nextDue: null };

test('a first payment by card is due at once; by transfer it is due after its days, but not after the event', () => {
  expect(dueDate({ ...transfer, method: 'credit_card' }, settings, now)).toEqual(now);
  expect(dueDate(transfer, settings, now)).toEqual(later(7));
  expect(dueDate({ ...transfer, ends: later(3) }, settings, now)).toEqual(later(3));
});

test('the first instalment by transfer is due before the second, unless the day of the second has passed', () => {
  expect(dueDate({ ...transfer, nextDue: later(60) }, settings, now)).toEqual(later(7));
  expect(dueDate({ ...transfer, nextDue: later(5) }, settings, now)).toEqual(later(5));
  expect(dueDate({ ...transfer, nextDue: later(-5) }, settings, now)).toEqual(later(7));
});
