import { expect, test } from 'vitest';
import { beginningOfPage } from './pages-of-rows.ts';
import { daysFrom } from './report-days.ts';

const { spans } = daysFrom('2027-01-01', '2027-01-05', 'UTC')!;
const counts = new Map([0, 7, 2, 0, 3].map((count, day) => [spans[day]!.from.getTime(), count]));
const at = (text: string) => ({ at: new Date(text), key: 1 });
const dayOf = (page: Parameters<typeof beginningOfPage>[2]) => beginningOfPage(spans, counts, page).getUTCDate();

test('a page reads back to the latest day that has enough rows together with the days after it', () => {
  expect(dayOf({ after: null, limit: 3 })).toBe(5);
  expect(dayOf({ after: null, limit: 4 })).toBe(3);
  expect(dayOf({ after: null, limit: 6 })).toBe(2);
  expect(dayOf({ after: null, limit: 13 })).toBe(1);
});

test('the rest of the day in which the previous page ends counts as no rows', () => {
  expect(dayOf({ after: at('2027-01-05T12:00:00Z'), limit: 2 })).toBe(3);
  expect(dayOf({ after: at('2027-01-03T12:00:00Z'), limit: 2 })).toBe(2);
  expect(dayOf({ after: at('2027-01-02T00:00:00Z'), limit: 2 })).toBe(1);
});
