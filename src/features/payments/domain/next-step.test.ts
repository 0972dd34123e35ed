import { describe, expect, test } from 'vitest';
import {
  isUnpaidCardOrder,
  nextStepOf,
  openTransferOf,
  type StepOrder,
  type StepPayment,
  transferOfInstalment,
} from './next-step.ts';

const cardsOn = { shopPaymentCreditCard: true, shopPaymentCreditCardMaxAttempts: 5 };
const cardsOff = { ...cardsOn, shopPaymentCreditCard: false };

const deadline = '2026-12-14T10:00:00.000Z';
const part = (position: number, payment: Partial<StepPayment> = {}): StepPayment => ({
  reference: `SLK-7Q4M2X-${position}`,
  amount: 4_800,
  paid_amount: 0,
  payment_status: 'pending',
  due_at: deadline,
  overdue: false,
  ...payment,
});
const order = (change: Partial<StepOrder>): StepOrder => ({
  code: 'SLK-7Q4M2X',
  payment_status: 'pending',
  payment_method: 'credit_card',
  has_payment_plan: false,
  total_price: 4_800,
  total_paid: 0,
  payments: [part(1)],
  ...change,
});
const paid = { paid_amount: 4_800, payment_status: 'paid' } as const;
const plan = (change: Partial<StepOrder>): StepOrder =>
  order({ has_payment_plan: true, total_price: 9_600, payments: [part(1), part(2)], ...change });
const planUnderWay = (change: Partial<StepOrder>): StepOrder =>
  plan({ payment_status: 'partial', total_paid: 4_800, payments: [part(1, paid), part(2)], ...change });

test.each(['paid', 'cancelled', 'abandoned', 'problem'] as const)(
  'an order that is %s shows that status as its next step',
  (status) => {
    expect(nextStepOf(order({ payment_status: status }), cardsOn)).toEqual({ kind: status });
  },
);

test('a card order without money can be paid', () => {
  expect(nextStepOf(order({}), cardsOn)).toEqual({ kind: 'pay', payment: part(1) });
  expect(isUnpaidCardOrder(order({}))).toBe(true);
  expect(isUnpaidCardOrder(order({ payment_status: 'partial' }))).toBe(false);
  expect(isUnpaidCardOrder(order({ payment_method: 'bank_transfer' }))).toBe(false);
});

test('the next instalment of a plan is the first that waits for money', () => {
  expect(nextStepOf(planUnderWay({}), cardsOn)).toEqual({ kind: 'pay', payment: part(2) });
});

test('after the maximum number of attempts the order cannot be paid, and the reason is shown', () => {
  const tried = part(1, { attempt: 5 });
  const step = { kind: 'cannot_pay', payment: tried, why: 'too_many_attempts' };
  expect(nextStepOf(order({ payments: [tried] }), cardsOn)).toEqual(step);
  expect(nextStepOf(order({ payments: [part(1, { attempt: 4 })] }), cardsOn).kind).toBe('pay');
  expect(nextStepOf(planUnderWay({ payments: [part(1, paid), tried] }), cardsOn)).toEqual(step);
});

test('a card order cannot be paid if the shop no longer takes cards', () => {
  expect(nextStepOf(order({}), cardsOff)).toEqual({ kind: 'cannot_pay', payment: part(1), why: 'no_card_payments' });
});

test('only later instalments of a plan by card can be paid by transfer, where the shop takes it', () => {
  const transfer = { amount: 4_800, code: 'SLK-7Q4M2X-2', deadline, isLaterInstalment: true };
  expect(openTransferOf(planUnderWay({ takes_transfers: true }))).toEqual(transfer);
  expect(openTransferOf(planUnderWay({ takes_transfers: false }))).toBeNull();
  expect(openTransferOf(plan({ takes_transfers: true }))).toBeNull();
  expect(openTransferOf(order({ takes_transfers: true }))).toBeNull();
  expect(nextStepOf(planUnderWay({ takes_transfers: true }), cardsOn).kind).toBe('pay');
});

test('later instalments of a plan by card await a transfer if the shop no longer takes cards', () => {
  expect(nextStepOf(planUnderWay({ takes_transfers: true }), cardsOff)).toEqual({ kind: 'await_transfer' });
  expect(nextStepOf(planUnderWay({}), cardsOff).kind).toBe('cannot_pay');
});

test('a payment that is being processed comes before any that could be paid', () => {
  const processing = part(2, { payment_status: 'processing' });
  const three = planUnderWay({ payments: [part(1, paid), processing, part(3)] });
  expect(nextStepOf(three, cardsOn)).toEqual({ kind: 'processing' });
});

describe('an order by transfer', () => {
  const transfer = { payment_method: 'bank_transfer' } as const;

  test.each(['pending', 'partial', 'processing', 'problem'] as const)(
    'shows the missing amount while it is %s, with its own code as the reference',
    (status) => {
      const short = order({ ...transfer, payment_status: status, total_paid: 1_000 });
      expect(openTransferOf(short)).toEqual({ amount: 3_800, code: 'SLK-7Q4M2X', deadline, isLaterInstalment: false });
    },
  );

  test.each(['paid', 'cancelled', 'abandoned'] as const)('shows no transfer once it is %s', (status) => {
    expect(openTransferOf(order({ ...transfer, payment_status: status }))).toBeNull();
  });

  test('shows no transfer if nothing is missing', () => {
    const over = order({ ...transfer, payment_status: 'problem', total_paid: 9_000 });
    expect(openTransferOf(over)).toBeNull();
  });

  test('has the same code on the page of its payment', () => {
    expect(transferOfInstalment(order(transfer), part(1))).toEqual(openTransferOf(order(transfer)));
  });

  test('waits for its money', () => {
    expect(nextStepOf(order(transfer), cardsOn)).toEqual({ kind: 'await_transfer' });
  });

  test('on a plan waits for its first instalment under the reference of that instalment', () => {
    expect(nextStepOf(plan(transfer), cardsOn)).toEqual({ kind: 'await_transfer' });
    expect(openTransferOf(plan(transfer))).toEqual({
      amount: 4_800,
      code: 'SLK-7Q4M2X-1',
      deadline,
      isLaterInstalment: false,
    });
  });

  test('on a plan can pay later instalments by card or by transfer', () => {
    expect(nextStepOf(planUnderWay(transfer), cardsOn)).toEqual({ kind: 'pay', payment: part(2) });
    expect(nextStepOf(planUnderWay(transfer), cardsOff)).toEqual({ kind: 'await_transfer' });
    expect(openTransferOf(planUnderWay(transfer))).toEqual({
      amount: 4_800,
      code: 'SLK-7Q4M2X-2',
      deadline,
      isLaterInstalment: true,
    });
  });
});

test('a card order never shows a transfer', () => expect(openTransferOf(planUnderWay({}))).toBeNull());

test('no payment of a plan is requested while a refund is unfinished', () => {
  expect(nextStepOf(planUnderWay({ has_active_refunds: true }), cardsOn)).toEqual({ kind: 'nothing' });
  expect(nextStepOf(planUnderWay({ has_active_refunds: false }), cardsOn).kind).toBe('pay');
});
