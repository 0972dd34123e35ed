import { expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { offersCalendar } from './offers-calendar.ts';

const pass = { status: 'active', reassigned: false, travel_time: null };
const order = { payment_status: 'paid' as const, tickets: [pass], cartProducts: [] };
const event = { hasEvents: true };

test('only an order that is paid at least in part has days for a calendar', () => {
  const offered = orderStatuses.filter((status) => offersCalendar({ ...order, payment_status: status }, event));
  expect(offered).toEqual(['partial', 'paid']);
});

test('a refunded or transferred ticket has no days', () => {
  expect(offersCalendar({ ...order, tickets: [{ ...pass, status: 'refunded' }] }, event)).toBe(false);
  expect(offersCalendar({ ...order, tickets: [{ ...pass, reassigned: true }] }, event)).toBe(false);
});

test('without an event, only a departure has days', () => {
  expect(offersCalendar(order, { hasEvents: false })).toBe(false);
  const coach = { ...pass, travel_time: '2027-07-22T07:30:00Z' };
  expect(offersCalendar({ ...order, tickets: [coach] }, { hasEvents: false })).toBe(true);
});

test('merchandise alone has no days', () => {
  expect(offersCalendar({ ...order, tickets: [] }, event)).toBe(false);
});
