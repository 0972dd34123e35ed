import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxedAmounts } from '#features/orders/domain/sale-booking.ts';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { netOf } from '#features/pricing/domain/tax-rate.ts';
import { refundTotal } from '#features/tickets/domain/item-refund.ts';
import { sum } from '#kernel/money.ts';
import { grossByRate, type TakenBefore, takenBackByRate, taxAfter } from './refund-booking.ts';

const none = { amount: 0, discountShare: 0, takenBack: 0 };

test('a ticket at 9 percent is taken back net and with its tax', () => {
  const line = {
    kind: 'tickets',
    price: 18_900,
    fee: 950,
    discountShare: 0,
    taxBasisPoints: 900,
    takenBack: 18_400,
  } as const;
  const [rate, ...more] = takenBackByRate({ lines: [line], shipping: none, gross: 18_400 });
  expect(more).toEqual([]);
  expect(rate).toEqual({
    taxBasisPoints: 900,
    prices: netOf(18_400, 900),
    shipping: 0,
    tax: 18_400 - netOf(18_400, 900),
  });
});

test('shipping is taken back at the rates of the goods that were shipped', () => {
  const line = (price: number, taxBasisPoints: number, takenBack: number) =>
    ({ kind: 'merchandise', price, fee: 0, discountShare: 0, taxBasisPoints, takenBack }) as const;
  const rates = takenBackByRate({
    lines: [line(2_000, 2_100, 0), line(1_000, 900, 1_000)],
    shipping: { ...none, amount: 600, takenBack: 600 },
    gross: 1_600,
  });
  const gross = rates.map(({ prices, shipping, tax }) => prices + shipping + tax);
  expect(rates.map(({ taxBasisPoints }) => taxBasisPoints)).toEqual([900, 2_100]);
  expect(gross).toEqual([1_200, 400]);
});

const anyLine = fc.record({
  kind: fc.constantFrom('tickets' as const, 'merchandise' as const),
  price: fc.nat(500_000),
  fee: fc.nat(10_000),
  refundFee: fc.nat(20_000),
  taxBasisPoints: fc.constantFrom(0, 550, 900, 2_100),
  isChosen: fc.boolean(),
});

test('prices, shipping and tax add up to what is paid back, and none is below 0', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      fc.nat(5_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (given, shipping, part) => {
        const amount = given.some(({ kind }) => kind === 'merchandise') ? shipping : 0;
        const discount = Math.floor((sum(given.map(({ price, fee }) => price + fee)) + amount) * part);
        const shares = discountShares(given, amount, discount);
        const lines = given.map((line, index) => {
          const discountShare = shares.lines[index]!.share;
          return { ...line, discountShare, takenBack: line.isChosen ? refundTotal({ ...line, discountShare }) : 0 };
        });
        const goods = given.filter(({ kind }) => kind === 'merchandise');
        const takenBack = goods.length > 0 && goods.every(({ isChosen }) => isChosen) ? amount - shares.shipping : 0;
        const gross = sum(lines.map((line) => line.takenBack)) + takenBack;
        const rates = takenBackByRate({
          lines,
          shipping: { amount, discountShare: shares.shipping, takenBack },
          gross,
        });
        expect(sum(rates.map((rate) => rate.prices + rate.shipping + rate.tax))).toBe(gross);
        for (const rate of rates) expect(Math.min(rate.prices, rate.shipping, rate.tax)).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 300 },
  );
});

test('successive refunds never take back more tax or net than was sold, and without fees all of it', () => {
  const refundsOneByOne = ({ hasFees }: { hasFees: boolean }) =>
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      fc.nat(5_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (some, shipping, part) => {
        const given = some.map((line) => (hasFees ? line : { ...line, fee: 0, refundFee: 0 }));
        const goods = given.flatMap(({ kind }, index) => (kind === 'merchandise' ? [index] : []));
        const amount = goods.length > 0 ? shipping : 0;
        const discount = Math.floor((sum(given.map(({ price, fee }) => price + fee)) + amount) * part);
        const shares = discountShares(given, amount, discount);
        const order = given.map((line, index) => ({ ...line, discountShare: shares.lines[index]!.share }));
        const paid = { amount, discountShare: shares.shipping };
        const before = new Map<number, TakenBefore>();
        for (const [index] of order.entries()) {
          const takenBack = index === goods.at(-1) ? amount - shares.shipping : 0;
          const lines = order.map((line, at) => ({ ...line, takenBack: at === index ? refundTotal(line) : 0 }));
          const gross = sum(lines.map((line) => line.takenBack)) + takenBack;
          const parts = { lines, shipping: { ...paid, takenBack }, gross };
          const rates = takenBackByRate(parts, taxAfter(before));
          expect(sum(rates.map((rate) => rate.prices + rate.shipping + rate.tax))).toBe(gross);
          for (const rate of rates) expect(Math.min(rate.prices, rate.shipping, rate.tax)).toBeGreaterThanOrEqual(0);
          for (const [at, { taxBasisPoints, gross: ofRate }] of grossByRate(parts).entries()) {
            const earlier = before.get(taxBasisPoints) ?? { gross: 0, tax: 0 };
            before.set(taxBasisPoints, { gross: earlier.gross + ofRate, tax: earlier.tax + rates[at]!.tax });
          }
        }
        for (const { taxBasisPoints, tax, ...net } of taxedAmounts(order, paid)) {
          const taken = before.get(taxBasisPoints)!;
          const sold = { tax, net: net.prices + net.fees + net.shipping };
          expect(taken.tax).toBeLessThanOrEqual(sold.tax);
          expect(taken.gross - taken.tax).toBeLessThanOrEqual(sold.net);
          if (!hasFees) expect([taken.tax, taken.gross - taken.tax]).toEqual([sold.tax, sold.net]);
        }
      },
    );
  fc.assert(refundsOneByOne({ hasFees: true }), { numRuns: 300 });
  fc.assert(refundsOneByOne({ hasFees: false }), { numRuns: 300 });
});
