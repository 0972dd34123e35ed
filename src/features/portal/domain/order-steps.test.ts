import { expect, test } from 'vitest';
import { type OrderOfSteps, stepsOf } from './order-steps.ts';

const now = new Date('2026-12-10T12:00:00Z');
const festival = {
  starts_at: '2027-07-22T09:00:00Z',
  ends_at: '2027-07-25T21:00:00Z',
  timezone: 'Europe/Amsterdam',
  venue: 'Larkduin Beach Park',
};

type Ticket = OrderOfSteps['tickets'][number];
const pass = (changes: Partial<Ticket> = {}): Ticket => ({
  status: 'active',
  allow_download: true,
  reassigned: false,
  travel_time: null,
  timezone: 'Europe/Amsterdam',
  occasion: festival,
  ...changes,
});

const order = (changes: Partial<OrderOfSteps> = {}): OrderOfSteps => ({
  created_at: '2026-11-20T10:00:00Z',
  payment_status: 'paid',
  accepted_ts_and_cs: true,
  has_payment_plan: false,
  has_active_refunds: false,
  fully_refunded: false,
  payments: [{ amount: 4_800, payment_status: 'paid' }],
  tickets: [pass()],
  cartProducts: [],
  merchandisePurchases: [],
  cartMerchandise: [],
  ...changes,
});

const unpaid = (changes: Partial<OrderOfSteps> = {}): OrderOfSteps =>
  order({
    payment_status: 'pending',
    payments: [{ amount: 4_800, payment_status: 'pending' }],
    tickets: [],
    cartProducts: [{ travel_time: null, timezone: 'Europe/Amsterdam', occasion: festival }],
    ...changes,
  });

const stepTexts = (one: OrderOfSteps) => stepsOf(one, now).map(({ kind, state }) => `${kind} ${state}`);

test('a paid order has its tickets, and the event is ahead until it begins', () => {
  expect(stepTexts(order())).toEqual(['ordered done', 'paid done', 'tickets done', 'event ahead']);
  const during = new Date('2027-07-23T12:00:00Z');
  expect(stepsOf(order(), during).at(-1)).toMatchObject({ kind: 'event', state: 'current' });
});

test('an unpaid order waits for its payment, and names the steps that follow', () => {
  expect(stepTexts(unpaid())).toEqual(['ordered done', 'paid current', 'tickets ahead', 'event ahead']);
});

test('a paid order with open terms is not ready yet', () => {
  const open = order({ accepted_ts_and_cs: false, tickets: [pass({ allow_download: false })] });
  expect(stepTexts(open)).toEqual(['ordered done', 'paid done', 'tickets current', 'event ahead']);
});

test('a plan counts its paid instalments, and is not paid before the last', () => {
  const plan = order({
    has_payment_plan: true,
    payment_status: 'partial',
    payments: [
      { amount: 4_800, payment_status: 'paid' },
      { amount: 4_800, payment_status: 'pending' },
    ],
    tickets: [pass({ allow_download: false })],
  });
  expect(stepsOf(plan, now)[1]).toEqual({
    kind: 'paid',
    state: 'current',
    why: 'waiting',
    parts: { paid: 1, count: 2 },
  });
  expect(stepTexts(plan)).toEqual(['ordered done', 'paid current', 'tickets ahead', 'event ahead']);
});

test.each([
  ['processing' as const, 'current', 'processing'],
  ['problem' as const, 'stopped', 'problem'],
])('an order whose payment is %s says so in its payment step', (status, state, why) => {
  expect(stepsOf(unpaid({ payment_status: status }), now)[1]).toMatchObject({ kind: 'paid', state, why });
});

test('a problem with one instalment holds up the order only if no other one can be paid', () => {
  const plan = (...statuses: ('paid' | 'problem' | 'pending')[]) =>
    unpaid({
      payment_status: 'partial',
      has_payment_plan: true,
      payments: statuses.map((payment_status) => ({ amount: 4_800, payment_status })),
    });
  expect(stepsOf(plan('paid', 'problem', 'pending'), now)[1]).toMatchObject({ state: 'current', why: 'waiting' });
  expect(stepsOf(plan('paid', 'problem'), now)[1]).toMatchObject({ state: 'stopped', why: 'problem' });
});

test('a refund request stops the payments of a plan', () => {
  const requested = unpaid({ payment_status: 'partial', has_payment_plan: true, has_active_refunds: true });
  expect(stepsOf(requested, now)[1]).toMatchObject({ state: 'stopped', why: 'refund_requested' });
});

test.each(['cancelled', 'abandoned'] as const)('an order that is %s ends with that step', (status) => {
  expect(stepTexts(unpaid({ payment_status: status }))).toEqual(['ordered done', `${status} stopped`]);
});

test('a fully refunded order ends with its refund', () => {
  expect(stepTexts(order({ fully_refunded: true }))).toEqual(['ordered done', 'paid done', 'refunded stopped']);
});

test('a refunded or transferred ticket is not waited for', () => {
  const rest = order({ tickets: [pass({ status: 'refunded', allow_download: false }), pass()] });
  expect(stepTexts(rest)).toEqual(['ordered done', 'paid done', 'tickets done', 'event ahead']);
  const gone = order({ tickets: [pass({ reassigned: true, allow_download: false })] });
  expect(stepTexts(gone)).toEqual(['ordered done', 'paid done']);
});

test('an order with only merchandise is shipped once it is paid', () => {
  const goods = { tickets: [], merchandisePurchases: [{ status: 'active' }] };
  expect(stepTexts(order(goods))).toEqual(['ordered done', 'paid done', 'shipping current']);
});

test('the last step is the event’s day, or the departure if there are only journeys', () => {
  const coach = pass({ occasion: undefined, travel_time: '2027-07-22T07:30:00Z' });
  expect(stepsOf(order({ tickets: [coach] }), now).at(-1)).toMatchObject({
    kind: 'journey',
    first: new Date('2027-07-22T07:30:00Z'),
  });
  expect(stepsOf(order({ tickets: [coach, pass()] }), now).at(-1)).toMatchObject({
    kind: 'event',
    first: new Date(festival.starts_at),
  });
});

test('a night event is over when it ends, on the morning of the next day', () => {
  const night = { ...festival, starts_at: '2027-07-24T20:00:00Z', ends_at: '2027-07-25T03:00:00Z' };
  const stateAt = (moment: string) =>
    stepsOf(order({ tickets: [pass({ occasion: night })] }), new Date(moment)).at(-1)!.state;
  expect(stateAt('2027-07-24T23:00:00Z')).toBe('current');
  expect(stateAt('2027-07-25T03:00:01Z')).toBe('done');
});

test('after the event everything is done', () => {
  const after = stepsOf(order(), new Date('2027-08-01T00:00:00Z')).map(({ state }) => state);
  expect(after).toEqual(['done', 'done', 'done', 'done']);
});
