import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Span } from './report-days.ts';
import { inOrder, splitAt, splitByStored } from './stored-spans.ts';

const span = (from: number, until: number): Span => ({ from: new Date(from), until: new Date(until) });
const days = [span(0, 10), span(10, 20), span(20, 30)];

test('what is not stored is added up, day by day', () => {
  expect(splitByStored(days, [])).toEqual({ stored: [], live: days });
  expect(splitByStored(days, [span(0, 10), span(12, 15), span(15, 18)])).toEqual({
    stored: [span(0, 10), span(12, 15), span(15, 18)],
    live: [span(10, 12), span(18, 20), span(20, 30)],
  });
});

test('a stored span that crosses the end of a day, or overlaps the one before it, is left out', () => {
  expect(splitByStored(days, [span(1, 4), span(3, 6), span(5, 8), span(9, 11), span(18, 22)])).toEqual({
    stored: [span(1, 4), span(5, 8)],
    live: [span(0, 1), span(4, 5), span(8, 10), span(10, 20), span(20, 30)],
  });
});

test('whatever is stored, every moment of the days is in exactly one span', () => {
  const spans = fc
    .array(fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 12 })), { maxLength: 12 })
    .map((all) =>
      all
        .map(([from, length]) => span(from, from + length))
        .sort((one, other) => Number(one.from) - Number(other.from)),
    );
  fc.assert(
    fc.property(spans, (stored) => {
      const all = inOrder(splitByStored(days, stored));
      expect(all[0]!.from).toEqual(days[0]!.from);
      expect(all.at(-1)!.until).toEqual(days.at(-1)!.until);
      for (const [index, { from, until }] of all.entries()) {
        expect(until > from).toBe(true);
        if (index > 0) expect(from).toEqual(all[index - 1]!.until);
      }
      for (const { until } of days) expect(all.map((one) => Number(one.until))).toContain(Number(until));
    }),
  );
});

test('a span is split at moments within it', () => {
  expect(splitAt(span(0, 10), [])).toEqual([span(0, 10)]);
  expect(splitAt(span(0, 10), [new Date(3), new Date(7)])).toEqual([span(0, 3), span(3, 7), span(7, 10)]);
});
