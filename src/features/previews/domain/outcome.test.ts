import { expect, test } from 'vitest';
import { isRevived, joinOutcomes, needsFreshProof, type OrderChange, type Outcome, owedAfter } from './outcome.ts';

const facts = { status: 'partial', total: 4_800, paid: 2_000, refunded: 0, units: 1, valid: 0 } as const;
const change = (over: Partial<OrderChange> = {}): OrderChange => ({
  code: 'SLK-2H9C4T',
  before: facts,
  after: { ...facts, status: 'cancelled', units: 0 },
  ...over,
});

test('money of an order that is ended is owed to its customer, without what was sent back', () => {
  expect(owedAfter([change()])).toBe(2_000);
  expect(owedAfter([change({ after: { ...facts, status: 'cancelled', refunded: 500 } })])).toBe(1_500);
  expect(owedAfter([change(), change()])).toBe(4_000);
});

test('nothing is owed for an order that stays valid, had ended before, or was not paid', () => {
  expect(owedAfter([change({ after: { ...facts, status: 'problem' } })])).toBe(0);
  expect(owedAfter([change({ before: { ...facts, status: 'abandoned' } })])).toBe(0);
  expect(owedAfter([change({ after: { ...facts, status: 'cancelled', paid: 0 } })])).toBe(0);
});

test('an order is revived if it had ended and becomes valid', () => {
  const ended = { ...facts, status: 'abandoned', units: 0 } as const;
  expect(isRevived(change({ before: ended, after: { ...facts, status: 'paid' } }))).toBe(true);
  expect(isRevived(change({ before: { ...ended, status: 'cancelled' }, after: { ...facts, status: 'paid' } }))).toBe(
    true,
  );
  expect(isRevived(change({ before: ended, after: { ...ended, paid: 2_000 } }))).toBe(false);
  expect(isRevived(change({ after: { ...facts, status: 'paid' } }))).toBe(false);
});

test('money that one command receives does not hide what another one sends', () => {
  const outcome = (...money: Outcome['money']): Outcome => ({
    ...{ orders: [], parts: [], money, mails: [], documents: [], cancelled_requests: [], movements: [] },
    ...{ attention: null, short_payments: 0, undoes: false },
  });
  const together = joinOutcomes([
    outcome({ account: 'bank', amount: 60_000 }),
    outcome({ account: 'bank', amount: -55_000 }),
    outcome({ account: 'bank', amount: 1_000 }, { account: 'suspense', amount: -1_000 }),
  ]);
  expect(together.money).toEqual([
    { account: 'bank', amount: 61_000 },
    { account: 'bank', amount: -55_000 },
    { account: 'suspense', amount: -1_000 },
  ]);
  expect(needsFreshProof(together, 2)).toBe(true);
});
