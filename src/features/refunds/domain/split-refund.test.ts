import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Holding, splitRefund } from './split-refund.ts';

const holding = (over: Partial<Holding>): Holding => ({
  receiptId: 1,
  gateway: 'sandbox',
  available: 1_000,
  refund: 'parts',
  hadRefund: false,
  ...over,
});

describe('a refund is split', () => {
  test('over the receipts in their order, and the rest goes by bank', () => {
    const split = splitRefund(2_500, [holding({ receiptId: 2 }), holding({ receiptId: 1, available: 700 })]);
    expect(split).toMatchObject({ toCard: [{ amount: 1_000 }, { amount: 700 }], byBank: 800 });
  });

  test('without using receipts whose gateway cannot refund them', () => {
    const holdings = [holding({ refund: 'no' }), holding({ refund: 'once', hadRefund: true })];
    expect(splitRefund(500, holdings)).toEqual({ toCard: [], byBank: 500 });
  });

  test('into parts that add up, and never takes more than a receipt holds', () => {
    const holdings = fc.array(
      fc.record({
        receiptId: fc.integer({ min: 1, max: 1_000 }),
        gateway: fc.constantFrom('sandbox', 'monri'),
        available: fc.integer({ min: -500, max: 100_000 }),
        refund: fc.constantFrom('parts', 'once', 'no'),
        hadRefund: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), holdings, (total, all) => {
        const { toCard, byBank } = splitRefund(total, all as Holding[]);
        expect(toCard.reduce((sum, { amount }) => sum + amount, byBank)).toBe(total);
        expect(byBank).toBeGreaterThanOrEqual(0);
        let from = 0;
        for (const part of toCard) {
          const at = all.findIndex(
            (one, index) => index >= from && one.receiptId === part.receiptId && one.available > 0,
          );
          expect(part.amount).toBeGreaterThan(0);
          expect(part.amount).toBeLessThanOrEqual(Math.max(...all.slice(at).map(({ available }) => available)));
          from = at + 1;
        }
      }),
    );
  });
});
