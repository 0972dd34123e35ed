import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '#kernel/money.ts';
import { makeRefundableItem, makeRefundableOrder } from '../testing.ts';
import { keptOf, keptOfPrice, paidAndKept, shareOut } from './kept-money.ts';
import { operatorRefund, type PaidItem } from './operator-refund.ts';

const pass: PaidItem = { ...makeRefundableItem(), price: 17_663, discountShare: 0, fee: 950, refundFee: 500 };

/** What the dialog shows before the refund, and what its lines keep afterwards. */
function shownAndMade(items: readonly PaidItem[], amount: number | null, fees: 'kept' | 'returned') {
  const totalPaid = sum(items.map((item) => paidAndKept(item).paid));
  const made = operatorRefund(
    { ...makeRefundableOrder(), items, totalPaid },
    { codes: [], fees, shipping: null, amount },
  );
  if (!made.ok) return null;
  const shown = shareOut(items.map(paidAndKept), { fees, limit: amount ?? totalPaid });
  const kept = keptOf(made.value.lines.map((line, index) => ({ ...line, item: items[index]! })));
  return { shown, kept, total: made.value.total };
}

test('a full refund keeps the booking fee and the refund fee, and nothing else', () => {
  expect(shownAndMade([pass], null, 'kept')).toEqual({
    shown: [{ amount: 17_163, kept: { fees: 1_450, notRefunded: 0 } }],
    kept: { fees: 1_450, notRefunded: 0 },
    total: 17_163,
  });
});

test('money that is kept because only a smaller amount is refunded is not a fee', () => {
  expect(shownAndMade([pass], 1_050, 'kept')).toMatchObject({ kept: { fees: 1_450, notRefunded: 16_113 } });
});

test('the part of the price that is kept counts as a fee only up to the item’s refund fee', () => {
  expect(keptOfPrice(pass, 300)).toEqual({ refundFee: 300, notRefunded: 0 });
  expect(keptOfPrice(pass, 500)).toEqual({ refundFee: 500, notRefunded: 0 });
  // A booking fee that is given back can be kept from the price instead.
  expect(keptOfPrice(pass, 1_450)).toEqual({ refundFee: 500, notRefunded: 950 });
});

test('if the refund fee is above the price that was paid, only the price is kept', () => {
  const cheap = { price: 500, discountShare: 300, fee: 0, refundFee: 500 };
  expect(keptOfPrice(cheap, 500)).toEqual({ refundFee: 200, notRefunded: 0 });
});

test('a refund that includes the fees keeps nothing', () => {
  expect(shownAndMade([pass], null, 'returned')).toMatchObject({ kept: { fees: 0, notRefunded: 0 }, total: 18_613 });
});

test('the dialog shows what the refund keeps, and with the refund it adds up to what was paid', () => {
  const anyItem = fc
    .record({ price: fc.nat(50_000), fee: fc.nat(2_000), refundFee: fc.nat(3_000), share: fc.nat(100) })
    .map(({ share, ...rest }) => ({ ...rest, discountShare: Math.floor((share * (rest.price + rest.fee)) / 100) }));
  fc.assert(
    fc.property(
      fc.array(anyItem, { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat(60_000)),
      fc.constantFrom('kept' as const, 'returned' as const),
      (all, amount, fees) => {
        const items = all.map((one, index) => ({ ...pass, ...one, code: String(index) }));
        const result = shownAndMade(items, amount, fees);
        fc.pre(result !== null);
        const { shown, kept, total } = result!;
        expect(sum(shown.map((one) => one.amount))).toBe(total);
        expect(sum(shown.map((one) => one.kept.fees))).toBe(kept.fees);
        expect(sum(shown.map((one) => one.kept.notRefunded))).toBe(kept.notRefunded);
        expect(total + kept.fees + kept.notRefunded).toBe(sum(items.map((item) => paidAndKept(item).paid)));
      },
    ),
  );
});
