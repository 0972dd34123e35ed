import { expect, test } from 'vitest';
import { closedDays, dayOf, lastDays, spanOfDay, todayAndLastWeek } from './report-days.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const at = (text: string) => new Date(text);

test('today begins at the shop’s midnight, and last week ends at the same time of day', () => {
  expect(todayAndLastWeek(at('2027-07-12T08:42:00Z'), AMSTERDAM)).toEqual({
    today: { from: at('2027-07-11T22:00:00Z'), until: at('2027-07-12T22:00:00Z') },
    lastWeek: { from: at('2027-07-04T22:00:00Z'), until: at('2027-07-05T08:42:00Z') },
  });
});

test('a week with a clock change compares the same time of day', () => {
  expect(todayAndLastWeek(at('2027-03-29T08:00:00Z'), AMSTERDAM).lastWeek).toEqual({
    from: at('2027-03-21T23:00:00Z'),
    until: at('2027-03-22T09:00:00Z'),
  });
});

test('days with a clock change have 23 or 25 hours', () => {
  const hours = (day: string) => {
    const { from, until } = spanOfDay(day, AMSTERDAM)!;
    return (until.getTime() - from.getTime()) / 3_600_000;
  };
  expect(['2027-03-28', '2027-10-31', '2027-07-12'].map(hours)).toEqual([23, 25, 24]);
  expect([spanOfDay('2027-02-30', AMSTERDAM), spanOfDay('', AMSTERDAM)]).toEqual([null, null]);
});

test('the last days end with the shop’s today, and last year’s have the same weekdays', () => {
  const now = at('2027-07-11T22:30:00Z');
  expect(dayOf(now, AMSTERDAM)).toBe('2027-07-12');
  expect(lastDays(now, AMSTERDAM, 3)).toEqual(['2027-07-10', '2027-07-11', '2027-07-12']);
  expect(lastDays(now, AMSTERDAM, 2, 364)).toEqual(['2026-07-12', '2026-07-13']);
});

test('a day is closed seven hours after its end, and the first one contains the first moment', () => {
  const first = new Date('2027-03-27T22:30:00Z');
  const closed = (now: string) =>
    closedDays(first, new Date(now), 'Europe/Amsterdam').map(({ from }) => from.toISOString());
  expect(closed('2027-03-28T05:59:59Z')).toEqual([]);
  expect(closed('2027-03-28T06:00:00Z')).toEqual(['2027-03-26T23:00:00.000Z']);
  // The day after has 23 hours.
  expect(closed('2027-03-29T04:59:59Z')).toEqual(['2027-03-26T23:00:00.000Z']);
  expect(closed('2027-03-29T05:00:00Z')).toEqual(['2027-03-26T23:00:00.000Z', '2027-03-27T23:00:00.000Z']);
  expect(closedDays(new Date('2000-01-01T00:00:00Z'), new Date('2027-03-29T05:00:00Z'), 'UTC')).toHaveLength(3_660);
});
