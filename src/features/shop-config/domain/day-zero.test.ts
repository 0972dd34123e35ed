import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate, type DayZeroRule, dayZero, isoDate, weekdays } from './day-zero.ts';

const festival: DayZeroRule = { nth: 4, weekday: 'thursday', month: 7, atLeastDaysAway: 150 };
const on = (rule: DayZeroRule, today: string) => isoDate(dayZero(rule, calendarDate(today)!));

test.each([
  ['2026-11-20', '2027-07-22'],
  // 150 days before 2027-07-22 is 2027-02-22: that day still counts, the next one does not.
  ['2027-02-22', '2027-07-22'],
  ['2027-02-23', '2028-07-27'],
  ['2027-07-22', '2028-07-27'],
  ['2027-12-31', '2028-07-27'],
])('on %s the next fourth Thursday of July at least 150 days away is %s', (today, expected) => {
  expect(on(festival, today)).toBe(expected);
});

test.each([
  [{ nth: -1, weekday: 'monday', month: 5, atLeastDaysAway: 0 }, '2027-05-31'],
  [{ nth: -1, weekday: 'sunday', month: 12, atLeastDaysAway: 0 }, '2027-12-26'],
  [{ nth: 1, weekday: 'friday', month: 1, atLeastDaysAway: 0 }, '2027-01-01'],
] as const)('the rule %o is %s in 2027', (rule, expected) => {
  expect(on(rule, '2027-01-01')).toBe(expected);
});

test('day zero is always the first day that matches the rule and is far enough away', () => {
  const rules = fc.record({
    nth: fc.constantFrom(1, 2, 3, 4, -1) as fc.Arbitrary<DayZeroRule['nth']>,
    weekday: fc.constantFrom(...weekdays),
    month: fc.integer({ min: 1, max: 12 }),
    atLeastDaysAway: fc.integer({ min: 0, max: 365 }),
  });
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(rules, days, (rule, moment) => {
      const today = calendarDate(moment.toISOString().slice(0, 10))!;
      const zero = dayZero(rule, today);
      const date = new Date(`${isoDate(zero)}T00:00:00Z`);
      const away = (date.getTime() - Date.parse(isoDate(today))) / 86_400_000;
      expect(weekdays[date.getUTCDay()]).toBe(rule.weekday);
      expect(zero.month).toBe(rule.month);
      expect(away).toBeGreaterThanOrEqual(rule.atLeastDaysAway);
      expect(away).toBeLessThanOrEqual(rule.atLeastDaysAway + 371);
      if (rule.nth > 0) expect(Math.ceil(zero.day / 7)).toBe(rule.nth);
      else expect(addDays(zero, 7).month).not.toBe(rule.month);
    }),
  );
});

test.each(['2027-02-29', '2027-13-01', '2027-00-10', '2027-1-1', 'tomorrow', ''])('%s is not a date', (text) => {
  expect(calendarDate(text)).toBeNull();
});
