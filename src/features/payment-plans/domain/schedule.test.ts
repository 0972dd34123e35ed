import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import { type PlanStep, paymentPlanSchedule } from './schedule.ts';

const monthly: PlanStep[] = [
  { amount: 5_450 },
  { amount: 4_800, count: 1, units: 'months' },
  { amount: 4_800, count: 1, units: 'months' },
  { amount: 4_800, count: 1, units: 'months' },
];
const days = (plan: readonly PlanStep[], orderedAt: string, zone = 'Europe/Amsterdam') =>
  paymentPlanSchedule(plan, new Date(orderedAt), zone).map((payment) => payment.day);

describe('the schedule of a payment plan', () => {
  test('ordered on 31 January, it uses the last day of short months and returns to the 31st', () => {
    expect(days(monthly, '2027-01-31T12:00:00Z')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  test('in a leap year, it uses 29 February', () => {
    expect(days(monthly, '2028-01-31T12:00:00Z')[1]).toBe('2028-02-29');
  });

  test('the first payment is due immediately, the others from the start of their day in the shop', () => {
    const orderedAt = new Date('2027-01-31T12:34:56.789Z');
    expect(paymentPlanSchedule(monthly, orderedAt, 'Europe/Amsterdam')).toEqual([
      { position: 1, amount: 5_450, day: '2027-01-31', dueAt: orderedAt },
      { position: 2, amount: 4_800, day: '2027-02-28', dueAt: new Date('2027-02-27T23:00:00Z') },
      { position: 3, amount: 4_800, day: '2027-03-31', dueAt: new Date('2027-03-30T22:00:00Z') },
      { position: 4, amount: 4_800, day: '2027-04-30', dueAt: new Date('2027-04-29T22:00:00Z') },
    ]);
  });

  test('the day of the order is that of the shop, not of UTC', () => {
    expect(days(monthly.slice(0, 2), '2027-01-31T23:30:00Z')).toEqual(['2027-02-01', '2027-03-01']);
    expect(days(monthly.slice(0, 2), '2027-01-31T23:30:00Z', 'America/New_York')).toEqual(['2027-01-31', '2027-02-28']);
    expect(days(monthly.slice(0, 2), '2027-01-31T11:30:00Z', 'Pacific/Auckland')).toEqual(['2027-02-01', '2027-03-01']);
  });

  test('each step follows the one before by its count of units', () => {
    const plan: PlanStep[] = [
      { amount: 1 },
      { amount: 1, count: 10, units: 'days' },
      { amount: 1, count: 2, units: 'weeks' },
      { amount: 1, count: 2, units: 'months' },
    ];
    expect(days(plan, '2027-01-31T12:00:00Z')).toEqual(['2027-01-31', '2027-02-10', '2027-02-24', '2027-04-24']);
  });

  test.each(['Europe/Zagreb', 'America/New_York', 'Pacific/Auckland'])(
    'in %s, each payment is due at the start of its day, also after a clock change',
    (zone) => {
      const steps = fc.array(
        fc.record({
          amount: fc.integer({ min: 1, max: 100_000 }),
          count: fc.integer({ min: 1, max: 18 }),
          units: fc.constantFrom('days' as const, 'weeks' as const, 'months' as const),
        }),
        { maxLength: 8 },
      );
      const moment = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true });
      fc.assert(
        fc.property(moment, steps, (orderedAt, later) => {
          const plan: PlanStep[] = [{ amount: 100 }, ...later];
          const schedule = paymentPlanSchedule(plan, orderedAt, zone);
          expect(schedule.map((one) => one.amount)).toEqual(plan.map((step) => step.amount));
          expect(schedule[0]).toMatchObject({ day: isoDay(localDay(orderedAt, zone)), dueAt: orderedAt });
          let expected = Temporal.Instant.fromEpochMilliseconds(orderedAt.getTime())
            .toZonedDateTimeISO(zone)
            .toPlainDate();
          const first = expected;
          let added = { months: 0, days: 0 };
          for (const [index, step] of later.entries()) {
            added = {
              months: added.months + (step.units === 'months' ? step.count : 0),
              days: added.days + (step.units === 'weeks' ? 7 * step.count : step.units === 'days' ? step.count : 0),
            };
            expected = first.add({ months: added.months }).add({ days: added.days });
            const payment = schedule[index + 1]!;
            expect(payment.day).toBe(expected.toString());
            expect(payment.dueAt.getTime()).toBe(expected.toZonedDateTime(zone).startOfDay().epochMilliseconds);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('the start of a local day', () => {
  test.each([
    ['Europe/Zagreb', { year: 2027, month: 3, day: 28 }, '2027-03-27T23:00:00.000Z'],
    ['Europe/Zagreb', { year: 2027, month: 3, day: 29 }, '2027-03-28T22:00:00.000Z'],
    ['America/New_York', { year: 2026, month: 11, day: 2 }, '2026-11-02T05:00:00.000Z'],
    ['Pacific/Auckland', { year: 2027, month: 4, day: 5 }, '2027-04-04T12:00:00.000Z'],
    ['Asia/Kathmandu', { year: 2027, month: 1, day: 1 }, '2026-12-31T18:15:00.000Z'],
    // Clocks change from 24:00 to 01:00, so the day begins at one o'clock.
    ['America/Santiago', { year: 2026, month: 9, day: 6 }, '2026-09-06T04:00:00.000Z'],
    ['UTC', { year: 2028, month: 2, day: 29 }, '2028-02-29T00:00:00.000Z'],
  ])('is found in %s', (zone, day, instant) => expect(startOfLocalDay(day, zone).toISOString()).toBe(instant));

  test('a time zone that does not exist throws', () => {
    expect(() => localDay(new Date(), 'Europe/Atlantis')).toThrow(RangeError);
  });
});
