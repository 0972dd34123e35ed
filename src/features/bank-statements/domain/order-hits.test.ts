import { expect, test } from 'vitest';
import { likeliestFirst } from './order-hits.ts';

const hits = [
  { code: 'PAID', status: 'paid', outstanding: 0 },
  { code: 'OTHER', status: 'pending', outstanding: 5_000 },
  { code: 'EXACT', status: 'partial', outstanding: 7_600 },
  { code: 'LATE', status: 'abandoned', outstanding: 7_600 },
  { code: 'CANCELLED', status: 'cancelled', outstanding: 0 },
] as const;
const codes = (amount: number | null) => likeliestFirst(hits, amount).map(({ code }) => code);

test('orders with exactly this amount outstanding come first, those with nothing outstanding last', () => {
  expect(codes(7_600)).toEqual(['EXACT', 'LATE', 'OTHER', 'PAID', 'CANCELLED']);
});

test('without an order of this amount, only those with nothing outstanding are moved', () => {
  expect(codes(null)).toEqual(['OTHER', 'EXACT', 'LATE', 'PAID', 'CANCELLED']);
});
