import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localHour } from '#kernel/local-day.ts';
import {
  graceEndsAt,
  newestReminder,
  nextMorning,
  nextReviewAt,
  reminderAfter,
  reminderAt,
  reminderStages,
} from './reminders.ts';

const zones = ['Europe/Zagreb', 'America/New_York', 'Pacific/Auckland'] as const;
const wallTime = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDateTime().toString();
const startOf = (day: string, zone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

describe('an hour of a day', () => {
  test.each([
    // Clocks change in the night of these days.
    ['Europe/Zagreb', { year: 2027, month: 3, day: 28 }, '2027-03-28T07:00:00.000Z'],
    ['Europe/Zagreb', { year: 2027, month: 10, day: 31 }, '2027-10-31T08:00:00.000Z'],
    ['America/New_York', { year: 2027, month: 3, day: 14 }, '2027-03-14T13:00:00.000Z'],
    ['America/New_York', { year: 2026, month: 11, day: 1 }, '2026-11-01T14:00:00.000Z'],
    ['Pacific/Auckland', { year: 2027, month: 4, day: 4 }, '2027-04-03T21:00:00.000Z'],
    ['Pacific/Auckland', { year: 2026, month: 9, day: 27 }, '2026-09-26T20:00:00.000Z'],
    ['Asia/Kathmandu', { year: 2027, month: 1, day: 1 }, '2027-01-01T03:15:00.000Z'],
    ['America/Santiago', { year: 2026, month: 9, day: 6 }, '2026-09-06T12:00:00.000Z'],
  ])('is found for nine o’clock in %s on %o', (zone, day, instant) =>
    expect(localHour(day, 9, zone).toISOString()).toBe(instant),
  );
});

describe('the next mail', () => {
  const instalment = { dueAt: new Date('2027-03-10T08:00:00Z'), timezone: 'UTC' };
  const daysOfNext = (planEndsAt: string | null) =>
    reminderStages.map(({ name }) => {
      const at = reminderAfter(name, instalment, planEndsAt === null ? null : new Date(planEndsAt));
      return at?.toISOString().slice(0, 10) ?? null;
    });

  test('is that of the next stage, and there is none after the last', () => {
    expect(daysOfNext(null)).toEqual(['2027-03-10', '2027-03-13', '2027-03-20', null]);
  });

  test('is not sent if the plan ends before it or at the same time', () => {
    expect(daysOfNext('2027-03-20T09:00:00Z')).toEqual(['2027-03-10', '2027-03-13', null, null]);
    expect(daysOfNext('2027-03-13T09:00:01Z')).toEqual(['2027-03-10', '2027-03-13', null, null]);
    expect(daysOfNext('2027-03-11T09:00:00Z')).toEqual(['2027-03-10', null, null, null]);
  });
});

describe.each(zones)('reminders in %s', (timezone) => {
  const dueOn = (day: string) => ({ dueAt: startOf(day, timezone), timezone });

  test.each(['2027-03-31', '2027-04-05', '2026-11-02', '2027-02-28', '2028-02-29', '2026-12-31', '2026-10-01'])(
    'mails go out 7 days before %s, on that day, and 3 and 10 days after, at nine shop time',
    (day) => {
      const date = Temporal.PlainDate.from(day);
      expect(reminderStages.map(({ name }) => wallTime(reminderAt(dueOn(day), name), timezone))).toEqual(
        [-7, 0, 3, 10].map((days) => `${date.add({ days })}T09:00:00`),
      );
      expect(wallTime(graceEndsAt(dueOn(day), 14), timezone)).toBe(`${date.add({ days: 14 })}T09:00:00`);
    },
  );

  test('at every moment only the newest mail is due, and the next review is at the next one', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: -20 * 24, max: 40 * 24 }),
        fc.integer({ min: 0, max: 40 }),
        (dueAt, hours, grace) => {
          const instalment = { dueAt, timezone };
          const now = new Date(dueAt.getTime() + hours * 3_600_000);
          const stage = newestReminder(instalment, now);
          const later = reminderStages.slice(reminderStages.findIndex(({ name }) => name === stage) + 1);
          if (stage) expect(reminderAt(instalment, stage).getTime()).toBeLessThanOrEqual(now.getTime());
          for (const { name } of later) expect(reminderAt(instalment, name).getTime()).toBeGreaterThan(now.getTime());

          const next = nextReviewAt(instalment, grace, now);
          expect(next.getTime()).toBeGreaterThan(now.getTime());
          expect(wallTime(next, timezone)).toMatch(/T09:00:00$/);
          const nextMail = later[0] && reminderAt(instalment, later[0].name);
          if (nextMail) expect(next.getTime()).toBeLessThanOrEqual(nextMail.getTime());
          else expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(Math.max(grace, 2) * 25 * 3_600_000);
        },
      ),
      { numRuns: 80 },
    );
  });

  test('the next morning is today’s before nine, and tomorrow’s from then on', () => {
    const nine = localHour({ year: 2027, month: 3, day: 28 }, 9, timezone);
    expect(nextMorning(timezone, new Date(nine.getTime() - 1))).toEqual(nine);
    expect(wallTime(nextMorning(timezone, nine), timezone)).toBe('2027-03-29T09:00:00');
  });
});

test('even with a grace period of zero days, the plan ends no earlier than the day after', () => {
  const instalment = { dueAt: new Date('2027-02-27T23:00:00Z'), timezone: 'Europe/Amsterdam' };
  expect(graceEndsAt(instalment, 0).toISOString()).toBe('2027-03-01T08:00:00.000Z');
});
