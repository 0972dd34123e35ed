import { expect, test } from 'vitest';
import { reminderDay } from './reminder-day.ts';

// Half past midnight of 13 January in Amsterdam.
const NOW = new Date('2027-01-12T23:30:00Z');
const dayOf = (typed: string) => reminderDay(typed, 'Europe/Amsterdam', NOW);

test.each(['2027-01-13', '2027-01-14', '2028-02-29', '2032-01-13'])('a reminder can be today or later: %s', (day) => {
  expect(dayOf(day)).toBe(day);
});

test.each(['2027-01-12', '2027-02-29', '2027-13-01', '2027-00-10', '2032-01-14', '13.1.2027', '', 'tomorrow'])(
  'a reminder day must exist, and be neither past nor more than five years ahead: "%s"',
  (day) => {
    expect(dayOf(day)).toBeNull();
  },
);
