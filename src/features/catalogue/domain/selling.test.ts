import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SellableCounts, unitsForSale } from './selling.ts';

const now = new Date('2027-07-22T08:00:00Z');
const later = new Date('2027-07-22T09:00:00Z');
const earlier = new Date('2027-07-22T07:00:00Z');
const item = (changes: Partial<SellableCounts>): SellableCounts => ({
  capacity: 10,
  sold: 0,
  held: 0,
  travelTimeType: null,
  travelTime: null,
  saleEndsAt: null,
  departures: [],
  ...changes,
});
const seats = (departsAt: Date, capacity: number | null, sold = 0) => ({ departsAt, capacity, sold, held: 0 });

test('sold and held units are not for sale, and the number left is never negative', () => {
  expect(unitsForSale(item({ sold: 3, held: 2 }), now)).toBe(5);
  expect(unitsForSale(item({ sold: 9, held: 2 }), now)).toBe(0);
  expect(unitsForSale(item({ capacity: null, sold: 9 }), now)).toBeNull();
});

test('an item with selectable times sells at most the sum of its departures', () => {
  const selectable = (departures: SellableCounts['departures'], capacity: number | null = 10) =>
    unitsForSale(item({ travelTimeType: 'selectable', departures, capacity }), now);
  expect(selectable([seats(later, 2), seats(later, 3, 1)])).toBe(4);
  expect(selectable([seats(later, 2), seats(later, null)])).toBe(10);
  expect(selectable([seats(later, null)], null)).toBeNull();
  expect(selectable([seats(later, 5)], null)).toBe(5);
  expect(selectable([seats(later, 0)])).toBe(0);
  expect(selectable([])).toBe(0);
});

test('an event’s tickets are for sale until it ends', () => {
  expect(unitsForSale(item({ saleEndsAt: later }), now)).toBe(10);
  expect(unitsForSale(item({ saleEndsAt: now }), now)).toBe(0);
  expect(unitsForSale(item({ saleEndsAt: earlier, capacity: null }), now)).toBe(0);
});

test('a coach that has left sells nothing', () => {
  expect(
    unitsForSale(item({ travelTimeType: 'selectable', departures: [seats(earlier, null), seats(now, 5)] }), now),
  ).toBe(0);
  expect(unitsForSale(item({ travelTimeType: 'fixed', travelTime: later }), now)).toBe(10);
  expect(unitsForSale(item({ travelTimeType: 'fixed', travelTime: now, capacity: null }), now)).toBe(0);
});

test('units for sale are never negative and never more than the item has', () => {
  const counts = { capacity: fc.option(fc.nat(50)), sold: fc.nat(60), held: fc.nat(60) };
  const items = fc.record({
    ...counts,
    travelTimeType: fc.constantFrom('fixed' as const, 'selectable' as const, null),
    travelTime: fc.constantFrom(later, earlier),
    saleEndsAt: fc.constantFrom(later, earlier, null),
    departures: fc.array(fc.record({ ...counts, departsAt: fc.constantFrom(later, earlier) }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(items, (any) => {
      const units = unitsForSale(any, now);
      if (units === null) expect(any.capacity).toBeNull();
      else {
        expect(units).toBeGreaterThanOrEqual(0);
        if (any.capacity !== null) expect(units).toBeLessThanOrEqual(any.capacity);
      }
    }),
  );
});
