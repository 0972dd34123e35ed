import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#kernel/money.ts';
import { discountShares } from './discount-shares.ts';
import { calculateInvoice } from './invoice.ts';
import { orderTotals, voucherLeftover } from './order-totals.ts';
import { shippingFor } from './shipping.ts';
import { netOf, rateText } from './tax-rate.ts';

const money = fc.oneof(fc.nat(50_000), fc.nat(3), fc.integer({ min: 1_000_000_000, max: 10_000_000_000 }));
const line = fc.record({ price: money, fee: money, taxBasisPoints: fc.constantFrom(0, 550, 900, 2_100, 10_000, 333) });
const lines = fc.array(line, { maxLength: 12 });
const parcel = (price: number) => ({ name: 'Shipping to NL', type: 'parcel', price });

describe('tax', () => {
  test.each([
    [900, '9'],
    [2_100, '21'],
    [550, '5.5'],
    [0, '0'],
    [825, '8.25'],
    [10_000, '100'],
  ])('%i basis points are named %s', (basisPoints, text) => expect(rateText(basisPoints)).toBe(text));

  test.each([
    [19_850, 900, 18_211],
    [2_800, 2_100, 2_314],
    [1, 2_100, 1],
    [0, 2_100, 0],
    [5_000, 0, 5_000],
    [3, 10_000, 2], // 1.5 rounds up
  ])('%i at %i basis points is %i net', (gross, rate, net) => expect(netOf(gross, rate)).toBe(net));
});

describe('an invoice', () => {
  test('shows net and tax by rate, shipping gross, and the sum of all', () => {
    const invoice = calculateInvoice(
      [
        { price: 18_900, fee: 950, taxBasisPoints: 900 },
        { price: 4_200, fee: 250, taxBasisPoints: 900 },
        { price: 2_800, fee: 0, taxBasisPoints: 2_100 },
      ],
      parcel(650),
    );
    expect(invoice).toEqual({
      total: 27_750,
      itemsTotalWithoutTax: { 9: 22_294, 21: 2_314 },
      tax: { 9: 2_006, 21: 486 },
    });
  });

  test('of no lines is zero', () => {
    expect(calculateInvoice([], null)).toEqual({ total: 0, tax: {}, itemsTotalWithoutTax: {} });
  });

  test('nets, taxes and shipping add up to the total, and each rate’s net and tax to its lines', () => {
    fc.assert(
      fc.property(lines, fc.option(money, { nil: null }), (items, price) => {
        const invoice = calculateInvoice(items, price === null ? null : parcel(price));
        const { tax, itemsTotalWithoutTax: net } = invoice;
        expect(sum([...Object.values(net), ...Object.values(tax), price ?? 0])).toBe(invoice.total);
        expect(Object.keys(net)).toEqual(Object.keys(tax));
        for (const rate of Object.keys(net)) {
          const gross = sum(
            items.filter((one) => rateText(one.taxBasisPoints) === rate).map((one) => one.price + one.fee),
          );
          expect(net[rate]! + tax[rate]!).toBe(gross);
          // Rounding to the nearest unit makes net times rate wrong by at most half a unit.
          expect(Math.abs(net[rate]! * (1 + Number(rate) / 100) - gross)).toBeLessThanOrEqual(
            0.5 * (1 + Number(rate) / 100) + 1e-3,
          );
        }
      }),
    );
  });

  test('does not depend on the order of its lines', () => {
    fc.assert(
      fc.property(lines, (items) => {
        expect(calculateInvoice([...items].reverse(), null)).toEqual(calculateInvoice(items, null));
      }),
    );
  });
});

describe('shipping', () => {
  const rates = { NL: parcel(650), BE: parcel(0) };
  test('is the rate of the country', () => expect(shippingFor(rates, 'NL', true)).toEqual(parcel(650)));
  test('may be free', () => expect(shippingFor(rates, 'BE', true)?.price).toBe(0));
  test.each([
    ['without merchandise', 'NL', false],
    ['without a country', '', true],
    ['to a country we do not ship to', 'US', true],
    ['to a name that every object has', 'constructor', true],
  ])('there is no price %s', (_, country, hasMerchandise) =>
    expect(shippingFor(rates, country, hasMerchandise)).toBeNull(),
  );
});

describe('the totals of an order', () => {
  test('are items and shipping minus the voucher', () => {
    expect(orderTotals([{ price: 18_900, fee: 950 }], 650, 2_000)).toEqual({
      itemsTotal: 19_850,
      shippingAmount: 650,
      discountAmount: 2_000,
      totalPrice: 18_500,
    });
  });

  test('are lowered by a voucher to 0 at most, and the rest of the voucher is lost', () => {
    expect(orderTotals([{ price: 2_800, fee: 0 }], 650, 60_000)).toMatchObject({
      discountAmount: 3_450,
      totalPrice: 0,
    });
    expect(voucherLeftover(3_450, 60_000)).toBe(56_550);
    expect(voucherLeftover(60_000, 60_000)).toBe(0);
    expect(voucherLeftover(60_001, 60_000)).toBe(0);
  });

  test('are never below 0 and always add up', () => {
    fc.assert(
      fc.property(lines, money, money, (items, shipping, voucher) => {
        const totals = orderTotals(items, shipping, voucher);
        expect(totals.totalPrice).toBeGreaterThanOrEqual(0);
        expect(totals.itemsTotal + totals.shippingAmount - totals.discountAmount).toBe(totals.totalPrice);
        expect(totals.discountAmount).toBeLessThanOrEqual(voucher);
      }),
    );
  });
});

describe('the shares of a discount', () => {
  test('are proportional to price and fee, by largest remainder, and reduce a price before its fee', () => {
    const shares = discountShares(
      [
        { price: 100, fee: 900 },
        { price: 1_000, fee: 0 },
        { price: 1_000, fee: 0 },
      ],
      500,
      1_000,
    );
    expect(shares).toEqual({
      lines: [
        { share: 334, offPrice: 100, offFee: 234 },
        { share: 333, offPrice: 333, offFee: 0 },
        { share: 333, offPrice: 333, offFee: 0 },
      ],
      shipping: 0,
    });
  });

  test('reduce shipping only once the items are free', () => {
    const shares = discountShares([{ price: 2_800, fee: 0 }], 650, 3_000);
    expect(shares.lines[0]?.share).toBe(2_800);
    expect(shares.shipping).toBe(200);
  });

  test('throw if the discount is larger than the order’s total', () => {
    expect(() => discountShares([{ price: 100, fee: 0 }], 50, 151)).toThrow(RangeError);
  });

  test('add up to the discount, and no line, price, fee or shipping goes below 0', () => {
    fc.assert(
      fc.property(lines, money, money, (items, shipping, voucher) => {
        const { discountAmount } = orderTotals(items, shipping, voucher);
        const shares = discountShares(items, shipping, discountAmount);
        expect(sum([...shares.lines.map((one) => one.share), shares.shipping])).toBe(discountAmount);
        expect(shares.shipping).toBeLessThanOrEqual(shipping);
        for (const [index, one] of shares.lines.entries()) {
          const item = items[index]!;
          expect(one.offPrice + one.offFee).toBe(one.share);
          expect(one.offPrice).toBeLessThanOrEqual(item.price);
          expect(one.offFee).toBeLessThanOrEqual(item.fee);
          if (one.offFee > 0) expect(one.offPrice).toBe(item.price);
          if (shares.shipping > 0) expect(one.share).toBe(item.price + item.fee);
        }
      }),
    );
  });
});
