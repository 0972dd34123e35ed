import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, minor, sum } from '#kernel/money.ts';
import { paidShipping, refundTotal, shippingRefunds } from './item-refund.ts';
import { itemStatuses } from './item-status.ts';

describe('the refund for an item', () => {
  test.each([
    [{ price: 18_900, discountShare: 0, refundFee: 0 }, 18_900],
    [{ price: 18_900, discountShare: 1_250, refundFee: 500 }, 17_150],
    [{ price: 18_900, discountShare: 18_400, refundFee: 500 }, 0],
    [{ price: 18_900, discountShare: 19_850, refundFee: 500 }, 0],
  ])('%o is %i', (line, total) => expect(refundTotal(line)).toBe(total));

  test('never exceeds what was paid for it', () => {
    const amount = fc.nat(10_000_000);
    fc.assert(
      fc.property(amount, amount, amount, (price, discountShare, refundFee) => {
        const total = refundTotal({ price, discountShare, refundFee });
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(Math.max(0, price - discountShare));
      }),
    );
  });
});

describe('shipping', () => {
  test('is the last amount that a discount reduces', () => {
    expect(paidShipping({ shippingAmount: 650, discountAmount: 2_000, itemsTotal: 2_800 })).toBe(650);
    expect(paidShipping({ shippingAmount: 650, discountAmount: 3_000, itemsTotal: 2_800 })).toBe(450);
    expect(paidShipping({ shippingAmount: 650, discountAmount: 3_450, itemsTotal: 2_800 })).toBe(0);
  });

  test('is refunded only with the last item', () => {
    const paid = minor(650);
    expect(shippingRefunds(['active', 'active'], paid)).toEqual([0, 0]);
    expect(shippingRefunds(['refunded', 'active'], paid)).toEqual([0, 650]);
    expect(shippingRefunds(['active', 'refund'], paid)).toEqual([650, 0]);
    expect(shippingRefunds(['active'], paid)).toEqual([650]);
    expect(shippingRefunds(['refunded', 'refunded'], paid)).toEqual([0, 0]);
    expect(shippingRefunds(['cancelled', 'cancelled'], paid)).toEqual([0, 0]);
  });

  test('is never promised twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...itemStatuses), { maxLength: 6 }), fc.nat(5_000), (statuses, paid) => {
        expect([0, paid]).toContain(sum(shippingRefunds(statuses, minor(paid))));
      }),
    );
  });

  test('and all items together refund no more than the order cost', () => {
    const lines = fc.array(fc.record({ price: fc.nat(50_000), fee: fc.nat(2_000) }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.nat(2_000), fc.double({ min: 0, max: 1, noNaN: true }), (items, shipping, part) => {
        const gross = sum(items.map((item) => item.price + item.fee));
        const discount = Math.floor((gross + shipping) * part);
        const onLines = Math.min(discount, gross);
        const shares = allocate(
          minor(onLines),
          items.map((item) => item.price + item.fee),
        );
        const back = sum(
          items.map((item, index) => refundTotal({ price: item.price, discountShare: shares[index]!, refundFee: 0 })),
        );
        const order = { shippingAmount: shipping, discountAmount: discount, itemsTotal: gross };
        expect(back + paidShipping(order)).toBeLessThanOrEqual(gross + shipping - discount);
      }),
    );
  });
});
