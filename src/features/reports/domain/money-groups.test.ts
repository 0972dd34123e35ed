import { expect, test } from 'vitest';
import { groupMoney, type LedgerFigure } from './money-groups.ts';

const day = '2027-01-05';
const entry = (kind: string, account: string, amount: number): LedgerFigure => ({
  day,
  kind,
  account,
  taxBasisPoints: null,
  amount,
});

test('each account has what came in, went out, was charged back and paid out, and the total change', () => {
  const figures = [
    entry('payment', 'gateway:stripe', 10_000),
    entry('payment', 'customer', -10_000),
    entry('refund_paid', 'gateway:stripe', -2_000),
    entry('charge_back', 'gateway:stripe', -1_000),
    entry('payout', 'gateway:stripe', -5_000),
    entry('payout', 'gateway_fees', 100),
    entry('payout', 'bank', 4_900),
    entry('suspense', 'bank', 700),
    entry('suspense', 'gateway:stripe:USD', 900),
  ];
  expect(groupMoney(figures, { by: 'way', days: [day] })).toEqual([
    { key: 'bank', in: 700, out: 0, taken: 0, moved: 4_900, change: 5_600 },
    { key: 'stripe', in: 10_000, out: 2_000, taken: 1_000, moved: -5_000, change: 2_000 },
  ]);
});

test('every time group is included, even without money', () => {
  const rows = groupMoney([entry('payment', 'bank', 5)], { by: 'month', days: ['2026-12-31', day, '2027-01-06'] });
  expect(rows.map(({ key, change }) => [key, change])).toEqual([
    ['2026-12-01', 0],
    ['2027-01-01', 5],
  ]);
});

test('a kind of booking without a column throws an error', () => {
  expect(() => groupMoney([entry('new_kind', 'bank', 5)], { by: 'way', days: [day] })).toThrow('new_kind');
});
