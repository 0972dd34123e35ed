import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocateUnits, type StockDeparture, type StockItem } from './allocate-units.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const THURSDAY = new Date('2027-07-22T09:30:00Z');

const item = (changes: Partial<StockItem> = {}): StockItem => ({
  id: 1,
  isActive: true,
  capacity: 1,
  sold: 0,
  held: 0,
  ...changes,
});
const departure = (changes: Partial<StockDeparture> = {}): StockDeparture => ({
  id: 10,
  itemId: 1,
  isActive: true,
  departsAt: THURSDAY,
  capacity: 1,
  sold: 0,
  held: 0,
  ...changes,
});
const unit = (itemId = 1, departureId: number | null = null) => ({ itemId, departureId });
const kinds = (stock: { items: StockItem[]; departures?: StockDeparture[] }, requests: ReturnType<typeof unit>[]) =>
  allocateUnits({ departures: [], ...stock }, requests, NOW).map((one) => one?.kind ?? 'granted');

describe('allocating units', () => {
  test('the first requests receive the units that are left, and the others are refused as sold out', () => {
    expect(kinds({ items: [item({ capacity: 5, sold: 2, held: 1 })] }, [unit(), unit(), unit()])).toEqual([
      'granted',
      'granted',
      'sold_out',
    ]);
  });

  test('a capacity below the units taken sells nothing', () => {
    expect(kinds({ items: [item({ capacity: 2, sold: 4 })] }, [unit()])).toEqual(['sold_out']);
  });

  test('a request refused for its departure takes no unit of the item', () => {
    const stock = {
      items: [item()],
      departures: [departure({ capacity: 0 }), departure({ id: 11 })],
    };
    expect(kinds(stock, [unit(1, 10), unit(1, 11)])).toEqual(['departure_sold_out', 'granted']);
  });

  test.each([
    ['is not active', { isActive: false }],
    ['has left', { departsAt: NOW }],
  ])('a departure that %s is gone', (_, changes) => {
    expect(kinds({ items: [item()], departures: [departure(changes)] }, [unit(1, 10)])).toEqual(['departure_gone']);
  });

  test.each([
    ['belongs to another item', { itemId: 2 }],
    ['does not exist', { id: 99 }],
  ])('a departure that %s is unknown', (_, changes) => {
    expect(kinds({ items: [item()], departures: [departure(changes)] }, [unit(1, 10)])).toEqual(['departure_unknown']);
  });

  test('a withdrawn or unknown item is refused as withdrawn', () => {
    expect(kinds({ items: [item({ isActive: false })] }, [unit(), unit(7)])).toEqual([
      'item_withdrawn',
      'item_withdrawn',
    ]);
  });

  test('no item or departure grants more than is left, and none is refused while something is left', () => {
    const capacity = fc.option(fc.nat(6), { nil: null });
    const counts = fc.record({ capacity, sold: fc.nat(3), held: fc.nat(3) });
    fc.assert(
      fc.property(
        fc.array(counts, { minLength: 3, maxLength: 3 }),
        fc.array(counts, { minLength: 4, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(2), fc.option(fc.nat(3), { nil: null })), { maxLength: 40 }),
        (itemCounts, departureCounts, wanted) => {
          const items = itemCounts.map((one, id) => item({ id, ...one }));
          const departures = departureCounts.map((one, id) => departure({ id, itemId: id % 3, ...one }));
          const requests = wanted.map(([itemId, departureId]) => unit(itemId, departureId));
          const answers = allocateUnits({ items, departures }, requests, NOW);
          const granted = requests.filter((_, index) => answers[index] === null);
          const left = ({ capacity, sold, held }: { capacity: number | null; sold: number; held: number }) =>
            capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - sold - held);
          const takenOf = (key: 'itemId' | 'departureId', id: number) =>
            granted.filter((one) => one[key] === id).length;
          for (const one of items) expect(takenOf('itemId', one.id)).toBeLessThanOrEqual(left(one));
          for (const one of departures) expect(takenOf('departureId', one.id)).toBeLessThanOrEqual(left(one));
          for (const [index, answer] of answers.entries()) {
            const { itemId, departureId } = requests[index]!;
            if (answer?.kind === 'sold_out') expect(takenOf('itemId', itemId)).toBe(left(items[itemId]!));
            if (answer?.kind === 'departure_sold_out') {
              expect(takenOf('departureId', departureId!)).toBe(left(departures[departureId!]!));
            }
          }
        },
      ),
    );
  });
});
