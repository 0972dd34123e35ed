import { expect, test } from 'vitest';
import { isPlanTooLate } from './late-plan.ts';

const shop = {
  timezone: 'Europe/Amsterdam',
  events: [{ id: '1', starts_at: '2027-07-22T10:00:00Z', ends_at: '2027-07-25T22:00:00Z' }],
};
const plan = [{ amount: 5_000 }, { amount: 5_000, count: 1, units: 'months' as const }];
const pass = { payment_plan: plan, event_id: '1', travel_time: null, travel_times: [] };
const departureAt = (travel_time: string) => ({ id: travel_time, travel_time, remaining: null });

test('a plan of one month is in time a month before the event, and too late the next day', () => {
  expect(isPlanTooLate(pass, shop, new Date('2027-06-21T12:00:00Z'))).toBe(false);
  expect(isPlanTooLate(pass, shop, new Date('2027-06-22T12:00:00Z'))).toBe(true);
});

test('a plan is only too late if it is too late for the last departure', () => {
  const now = new Date('2027-06-24T12:00:00Z');
  const early = departureAt('2027-07-22T07:00:00Z');
  const late = departureAt('2027-07-26T08:00:00Z');
  expect(isPlanTooLate({ ...pass, travel_times: [late, early] }, shop, now)).toBe(false);
  expect(isPlanTooLate({ ...pass, travel_times: [early] }, shop, now)).toBe(true);
});

test('an item without a plan is never too late', () => {
  expect(isPlanTooLate({ ...pass, payment_plan: [] }, shop, new Date('2027-07-25T12:00:00Z'))).toBe(false);
});
