import { expect, test } from 'vitest';
import type { StepPayment } from '#features/payments/domain/next-step.ts';
import { isAnythingOverdue, needsOf, needsOfAll, type OrderWithNeeds, type TicketWithNeeds } from './order-needs.ts';

const now = new Date('2026-12-10T12:00:00Z');
const shop = { shopPaymentCreditCard: true, shopPaymentCreditCardMaxAttempts: 5 };

const part = (number: number, changes: Partial<StepPayment> = {}): StepPayment => ({
  reference: `SLK-2H9C-${number}`,
  amount: 4_800,
  paid_amount: 0,
  payment_status: 'pending',
  due_at: '2026-12-14T10:00:00Z',
  overdue: false,
  attempt: 0,
  ...changes,
});

const coach = (changes: Partial<TicketWithNeeds> = {}): TicketWithNeeds => ({
  code: '7KQ2',
  product: 'Coach from Amsterdam',
  full_name: 'Mila Okonkwo',
  allow_travel_time_changes: true,
  allow_travel_time_changes_until: '2027-07-01T10:00:00Z',
  travel_time: null,
  travel_times: [{ id: 't1', travel_time: '2027-07-22T10:00:00Z', remaining: 3 }],
  ...changes,
});

const order = (changes: Partial<OrderWithNeeds> = {}): OrderWithNeeds => ({
  code: 'SLK-2H9C',
  payment_status: 'pending',
  payment_method: 'credit_card',
  has_payment_plan: false,
  total_price: 4_800,
  total_paid: 0,
  payments: [part(1)],
  accepted_ts_and_cs: true,
  fully_refunded: false,
  kept_until: null,
  reassigned_to_me: false,
  tickets: [],
  ...changes,
});

const paid = (changes: Partial<OrderWithNeeds> = {}): OrderWithNeeds =>
  order({
    payment_status: 'paid',
    total_paid: 4_800,
    payments: [part(1, { payment_status: 'paid', paid_amount: 4_800 })],
    ...changes,
  });

const plan = (open: Partial<StepPayment>, changes: Partial<OrderWithNeeds> = {}): OrderWithNeeds =>
  order({
    has_payment_plan: true,
    payment_status: 'partial',
    total_price: 9_600,
    total_paid: 4_800,
    payments: [part(1, { payment_status: 'paid', paid_amount: 4_800 }), part(2, open)],
    ...changes,
  });

const kindsOf = (one: OrderWithNeeds) => needsOf(one, shop, now).map(({ kind }) => kind);

test('a paid order with accepted terms needs nothing', () => {
  expect(needsOf(paid(), shop, now)).toEqual([]);
});

test('an unpaid card order must be paid in full before its items are released', () => {
  const keptUntil = '2026-12-10T12:30:00Z';
  expect(needsOf(order({ kept_until: keptUntil }), shop, now)).toEqual([
    { kind: 'pay', reference: part(1).reference, amount: 4_800, by: keptUntil, is_by_day: false, is_overdue: false },
  ]);
});

test('an order paid by transfer needs a transfer of the missing amount', () => {
  expect(needsOf(order({ payment_method: 'bank_transfer', total_paid: 1_000 }), shop, now)).toEqual([
    { kind: 'transfer', amount: 3_800, by: '2026-12-14T10:00:00Z', is_by_day: true, is_overdue: false },
  ]);
});

test('a transfer is overdue after its due day, though the shop still waits for it', () => {
  const late = part(1, { due_at: '2026-12-09T10:00:00Z', overdue: true });
  expect(needsOf(order({ payment_method: 'bank_transfer', payments: [late] }), shop, now)).toEqual([
    { kind: 'transfer', amount: 4_800, by: '2026-12-09T10:00:00Z', is_by_day: true, is_overdue: true },
  ]);
});

test.each([
  ['in eight days needs nothing yet', '2026-12-18T13:00:00Z', []],
  ['in seven days needs to be paid', '2026-12-17T12:00:00Z', ['pay']],
])('an instalment that is due %s', (_, dueAt, kinds) => {
  expect(kindsOf(plan({ due_at: dueAt }))).toEqual(kinds);
});

test('a plan that has not begun must be paid before its items are released', () => {
  const keptUntil = '2026-12-10T12:30:00Z';
  const [need] = needsOf(plan({ due_at: '2026-12-10T10:00:00Z' }, { kept_until: keptUntil }), shop, now);
  expect(need).toMatchObject({ kind: 'pay', by: keptUntil, is_by_day: false });
});

test('a plan that waits for its first transfer needs it, even if it is due in more than a week', () => {
  const first = part(1, { due_at: '2026-12-24T12:00:00Z' });
  const waiting = { payment_method: 'bank_transfer', payment_status: 'pending', total_paid: 0 } as const;
  expect(kindsOf(plan({}, { ...waiting, payments: [first, part(2)] }))).toEqual(['transfer']);
});

test('an overdue instalment without attempts left needs the operator, and stays overdue', () => {
  const [need] = needsOf(plan({ due_at: '2026-12-01T10:00:00Z', overdue: true, attempt: 5 }), shop, now);
  expect(need).toMatchObject({ kind: 'ask', amount: 4_800, by: '2026-12-01T10:00:00Z', is_overdue: true });
});

test.each([
  ['cancelled', { payment_status: 'cancelled' as const }],
  ['abandoned', { payment_status: 'abandoned' as const }],
  ['fully refunded', { payment_status: 'paid' as const, fully_refunded: true }],
])('an order that is %s needs no terms and no money', (_, changes) => {
  expect(kindsOf(order({ accepted_ts_and_cs: false, ...changes }))).toEqual([]);
});

test('while a refund is unfinished, a plan needs no payment', () => {
  expect(kindsOf(plan({ overdue: true }, { has_active_refunds: true }))).toEqual([]);
});

test('a payment that is in progress or has a problem needs nothing', () => {
  expect(kindsOf(plan({ payment_status: 'processing' }))).toEqual([]);
  expect(kindsOf(order({ payment_status: 'problem' }))).toEqual([]);
});

test('a journey needs a time if none is chosen, it can be changed, and a seat is free', () => {
  const full = [{ id: 't1', travel_time: '2027-07-22T10:00:00Z', remaining: 0 }];
  expect(kindsOf(paid({ tickets: [coach()] }))).toEqual(['choose_time']);
  expect(kindsOf(paid({ tickets: [coach({ travel_time: '2027-07-22T10:00:00Z' })] }))).toEqual([]);
  expect(kindsOf(paid({ tickets: [coach({ allow_travel_time_changes: false })] }))).toEqual([]);
  expect(kindsOf(paid({ tickets: [coach({ travel_times: full })] }))).toEqual([]);
});

test("tickets of somebody else's order need only what their holder can do", () => {
  const theirs = order({ reassigned_to_me: true, accepted_ts_and_cs: false, payments: [], tickets: [coach()] });
  expect(kindsOf(theirs)).toEqual(['choose_time']);
});

test('overdue money comes first, then terms, then other money, then times', () => {
  const late = { due_at: '2026-12-01T10:00:00Z', overdue: true };
  const open = { accepted_ts_and_cs: false, tickets: [coach()] };
  expect(kindsOf(plan(late, open))).toEqual(['pay', 'accept_terms', 'choose_time']);
  expect(kindsOf(plan({}, open))).toEqual(['accept_terms', 'pay', 'choose_time']);
});

test('among orders the nearest deadline comes first, and money without one last', () => {
  const codes = needsOfAll(
    [
      order({ code: 'NONE' }),
      plan({ due_at: '2026-12-14T10:00:00Z' }, { code: 'LATER' }),
      order({ code: 'SOON', kept_until: '2026-12-10T12:30:00Z' }),
      plan({ due_at: '2026-12-01T10:00:00Z', overdue: true }, { code: 'LATE' }),
    ].map((one) => ({ ...one, needs: needsOf(one, shop, now) })),
  ).map((one) => one.order.code);
  expect(codes).toEqual(['LATE', 'SOON', 'LATER', 'NONE']);
});

test('an order is overdue while its plan takes money that is overdue', () => {
  const late = { due_at: '2026-12-01T10:00:00Z', overdue: true };
  expect(isAnythingOverdue(plan(late))).toBe(true);
  expect(isAnythingOverdue(plan({}))).toBe(false);
  expect(isAnythingOverdue(plan(late, { has_active_refunds: true }))).toBe(false);
  expect(isAnythingOverdue(plan(late, { payment_status: 'cancelled' }))).toBe(false);
  expect(isAnythingOverdue(order({ payments: [part(1, late)] }))).toBe(false);
});
