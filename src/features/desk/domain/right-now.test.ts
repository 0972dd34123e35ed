import { expect, test } from 'vitest';
import { type OrderNow, obstaclesOf } from './right-now.ts';

const order = (over: Partial<OrderNow> = {}): OrderNow => ({
  status: 'paid',
  isPlan: false,
  isDisputed: false,
  hasAcceptedTerms: true,
  ticketCount: 2,
  openRefund: 'none',
  missing: 0,
  chargedBack: null,
  overdue: [],
  nextInstalment: null,
  heldUntil: null,
  payBy: null,
  declined: null,
  attemptsUsed: null,
  owed: 0,
  refundsUnderWay: 0,
  requestedRefunds: [],
  accountsNeeded: [],
  returnedRefunds: [],
  waiting: [],
  ...over,
});
const kindsOf = (over: Partial<OrderNow>) => obstaclesOf(order(over)).map(({ kind }) => kind);

test('a paid order with accepted terms has no obstacles', () => {
  expect(obstaclesOf(order())).toEqual([]);
});

test('an abandoned order has no other obstacle', () => {
  expect(kindsOf({ status: 'abandoned', hasAcceptedTerms: false, missing: 4_800 })).toEqual(['ended']);
});

test('a cancelled order shows the money owed to its customer, and money that waits for a decision', () => {
  expect(obstaclesOf(order({ status: 'cancelled', missing: 4_800, owed: 2_000, waiting: [7] }))).toEqual([
    { kind: 'ended', status: 'cancelled' },
    { kind: 'owed', amount: 2_000 },
    { kind: 'money_waits', receipt: 7 },
  ]);
});

test('an overdue order without a plan is cancelled when its items are no longer held', () => {
  const overdue = [{ amount: 4_800, due_at: '2027-02-09T00:00:00Z' }];
  const heldUntil = '2027-02-11T00:00:00Z';
  expect(obstaclesOf(order({ status: 'pending', missing: 4_800, overdue, heldUntil }))[0]).toMatchObject({
    kind: 'overdue',
    endsAt: heldUntil,
  });
});

test('an order in a payment problem shows the money that waits, or what is missing if none waits', () => {
  const problem = { status: 'problem', missing: 4_800, ticketCount: 0 } as const;
  expect(obstaclesOf(order({ ...problem, waiting: [7] }))).toEqual([
    { kind: 'money_waits', receipt: 7 },
    { kind: 'money_problem', missing: 4_800, chargedBack: null, isExplained: true },
  ]);
  expect(obstaclesOf(order(problem))).toEqual([
    { kind: 'money_problem', missing: 4_800, chargedBack: null, isExplained: false },
  ]);
});

test('overdue instalments are shown together, with the oldest date, and keep the tickets locked', () => {
  const overdue = [
    { amount: 4_800, due_at: '2027-02-09T00:00:00Z' },
    { amount: 4_800, due_at: '2027-03-09T00:00:00Z' },
  ];
  const nextInstalment = { place: 2, amount: 4_800, dueAt: '2027-02-09T00:00:00Z', endsAt: '2027-02-16T09:00:00Z' };
  expect(obstaclesOf(order({ status: 'partial', isPlan: true, missing: 14_400, overdue, nextInstalment }))).toEqual([
    { kind: 'overdue', amount: 9_600, since: '2027-02-09T00:00:00Z', count: 2, endsAt: '2027-02-16T09:00:00Z' },
    { kind: 'no_tickets', count: 2 },
  ]);
});

test('a plan with nothing overdue shows the unpaid amount and the next instalment', () => {
  const nextInstalment = { place: 2, amount: 4_800, dueAt: '2027-02-09T00:00:00Z', endsAt: null };
  expect(obstaclesOf(order({ status: 'partial', isPlan: true, missing: 9_600, nextInstalment }))).toEqual([
    { kind: 'plan_open', amount: 9_600, next: nextInstalment, until: null },
    { kind: 'no_tickets', count: 2 },
  ]);
});

test('a plan whose open instalments were cancelled by its refund is not shown as unpaid', () => {
  expect(obstaclesOf(order({ status: 'partial', isPlan: true, missing: 14_400, ticketCount: 0 }))).toEqual([]);
});

test('a declined card is shown while the order can still be paid', () => {
  const declined = { at: '2027-02-09T10:02:00Z', amount: 4_800, reason: 'insufficient funds', mayRetry: true };
  expect(obstaclesOf(order({ status: 'pending', missing: 4_800, ticketCount: 0, declined }))).toMatchObject([
    { kind: 'unpaid' },
    { kind: 'card_declined', ...declined },
  ]);
  expect(kindsOf({ declined })).toEqual([]);
  expect(kindsOf({ status: 'abandoned', missing: 4_800, declined })).toEqual(['ended']);
});

test('an order whose card attempts are all used shows that, whether or not the last one was declined', () => {
  const declined = { at: '2027-02-09T10:02:00Z', amount: 4_800, reason: 'insufficient funds', mayRetry: false };
  const attemptsUsed = { payment: 'SLK-9K4DTE', attempts: 5 };
  const unpaid = { status: 'pending', missing: 4_800, ticketCount: 0, attemptsUsed } as const;
  expect(obstaclesOf(order({ ...unpaid, declined }))).toMatchObject([
    { kind: 'unpaid' },
    { kind: 'card_declined', mayRetry: false },
    { kind: 'attempts_used', ...attemptsUsed },
  ]);
  expect(kindsOf(unpaid)).toEqual(['unpaid', 'attempts_used']);
});

test('an unpaid order shows the missing amount and how long its items are held', () => {
  const heldUntil = '2027-02-09T12:00:00Z';
  const payBy = '2027-02-07T12:00:00Z';
  expect(obstaclesOf(order({ status: 'pending', missing: 7_600, heldUntil, payBy, ticketCount: 0 }))).toEqual([
    { kind: 'unpaid', amount: 7_600, until: heldUntil, payBy },
  ]);
});

test('an unfinished refund comes first and hides overdue payments', () => {
  const overdue = [{ amount: 4_800, due_at: '2027-02-09T00:00:00Z' }];
  expect(kindsOf({ status: 'partial', isPlan: true, openRefund: 'requested', overdue })).toEqual([
    'refund',
    'no_tickets',
  ]);
});

test('a refund blocks payments only if something is left to pay', () => {
  const refund = (missing: number, status: 'paid' | 'partial') =>
    obstaclesOf(order({ status, missing, openRefund: 'under_way', refundsUnderWay: 1 }))[0];
  expect(refund(0, 'paid')).toEqual({ kind: 'refund', state: 'under_way', blocksPayments: false });
  expect(refund(4_800, 'partial')).toEqual({ kind: 'refund', state: 'under_way', blocksPayments: true });
});

test.each([
  ['a problem with its money', 'problem', ['money_problem', 'no_tickets']],
  ['a payment in progress', 'processing', ['payment_under_way', 'no_tickets']],
] as const)('an order with %s shows it', (_, status, kinds) => {
  expect(kindsOf({ status })).toEqual(kinds);
});

test('terms that are not accepted keep the tickets of a paid order locked', () => {
  expect(kindsOf({ hasAcceptedTerms: false })).toEqual(['terms_open', 'no_tickets']);
});

test('an order whose payment is disputed shows the dispute, not a payment problem', () => {
  expect(kindsOf({ status: 'problem', isDisputed: true })).toEqual(['disputed', 'no_tickets']);
  expect(kindsOf({ status: 'paid', isDisputed: true })).toEqual([]);
});

test('a refund that waits for a bank account is shown as that, not as being paid out', () => {
  const accountsNeeded = [{ refund: 'SLK-9K4DTE-R1', amount: 4_800 }];
  const waits = { kind: 'account_needed', refund: 'SLK-9K4DTE-R1', amount: 4_800 };
  expect(obstaclesOf(order({ openRefund: 'under_way', accountsNeeded }))).toEqual([waits]);
  expect(obstaclesOf(order({ openRefund: 'under_way', refundsUnderWay: 1, accountsNeeded }))).toEqual([
    { kind: 'refund', state: 'under_way', blocksPayments: false },
    waits,
  ]);
});

test('a refund that is requested while another is being paid out is shown too', () => {
  const requestedRefunds = [{ refund: 'SLK-9K4DTE-R3', amount: 3_276 }];
  expect(obstaclesOf(order({ openRefund: 'under_way', refundsUnderWay: 1, requestedRefunds }))).toEqual([
    { kind: 'refund', state: 'under_way', blocksPayments: false },
    { kind: 'refund_requested', ...requestedRefunds[0]! },
  ]);
  expect(kindsOf({ openRefund: 'requested', requestedRefunds })).toEqual(['refund']);
});

test('a refund that the bank returned is shown as that, not as waiting or being paid out', () => {
  const returned = { refund: 'SLK-9K4DTE-R1', amount: 4_610, movement: 'SLK-9K4DTE-R1-M1', reason: 'AC04' };
  expect(obstaclesOf(order({ openRefund: 'under_way', returnedRefunds: [returned] }))).toEqual([
    { kind: 'refund_returned', ...returned },
  ]);
});
