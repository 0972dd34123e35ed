import { expect, test } from 'vitest';
import { hindrancesOf, type OrderNow } from './right-now.ts';

const order = (over: Partial<OrderNow> = {}): OrderNow => ({
  status: 'paid',
  isPlan: false,
  isDisputed: false,
  acceptedTerms: true,
  ticketCount: 2,
  openRefund: 'none',
  missing: 0,
  overdue: [],
  keptUntil: null,
  ...over,
});
const kindsOf = (over: Partial<OrderNow>) => hindrancesOf(order(over)).map(({ kind }) => kind);

test('nothing hinders the customer of a paid order with accepted terms', () => {
  expect(hindrancesOf(order())).toEqual([]);
});

test('an order that has ended says only that', () => {
  expect(kindsOf({ status: 'abandoned', acceptedTerms: false, missing: 4_800 })).toEqual(['ended']);
});

test('overdue instalments are shown together, with the oldest date, and keep the tickets locked', () => {
  const overdue = [
    { amount: 4_800, due_at: '2027-02-09T00:00:00Z' },
    { amount: 4_800, due_at: '2027-03-09T00:00:00Z' },
  ];
  expect(hindrancesOf(order({ status: 'partial', isPlan: true, missing: 14_400, overdue }))).toEqual([
    { kind: 'overdue', amount: 9_600, since: '2027-02-09T00:00:00Z', count: 2 },
    { kind: 'no_tickets', count: 2 },
  ]);
});

test('a plan without overdue parts only keeps the tickets shut', () => {
  expect(kindsOf({ status: 'partial', isPlan: true, missing: 9_600 })).toEqual(['no_tickets']);
});

test('an unpaid order says what is missing and until when it is kept', () => {
  const keptUntil = '2027-02-09T12:00:00Z';
  expect(hindrancesOf(order({ status: 'pending', missing: 7_600, keptUntil, ticketCount: 0 }))).toEqual([
    { kind: 'unpaid', amount: 7_600, until: keptUntil },
  ]);
});

test('an unfinished refund comes before the money that it stops', () => {
  const overdue = [{ amount: 4_800, due_at: '2027-02-09T00:00:00Z' }];
  expect(kindsOf({ status: 'partial', isPlan: true, openRefund: 'requested', overdue })).toEqual([
    'refund',
    'no_tickets',
  ]);
});

test.each([
  ['a problem with its money', 'problem', ['money_problem', 'no_tickets']],
  ['a payment under way', 'processing', ['payment_under_way', 'no_tickets']],
] as const)('an order with %s says so', (_, status, kinds) => {
  expect(kindsOf({ status })).toEqual(kinds);
});

test('open terms keep the tickets of a paid order shut', () => {
  expect(kindsOf({ acceptedTerms: false })).toEqual(['terms_open', 'no_tickets']);
});

test('an order whose payment is disputed says that, and not that its money does not fit', () => {
  expect(kindsOf({ status: 'problem', isDisputed: true })).toEqual(['disputed', 'no_tickets']);
  expect(kindsOf({ status: 'paid', isDisputed: true })).toEqual([]);
});
