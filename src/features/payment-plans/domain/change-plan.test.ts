import { describe, expect, test } from 'vitest';
import {
  movedAlong,
  neighboursOf,
  type PlanFacts,
  type PlanInstalment,
  waivedOf,
  whyNotChangeInstalment,
  whyNotChangePlan,
  whyNotSplitAt,
} from './change-plan.ts';

const zone = 'Europe/Amsterdam';
const startOf = (day: string) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);
const instalment = (position: number, day: string, some: Partial<PlanInstalment> = {}): PlanInstalment => ({
  id: position,
  position,
  amount: 4_800,
  paidAmount: 0,
  dueAt: startOf(day),
  status: 'pending',
  ...some,
});
const paid = { paidAmount: 4_800, status: 'paid' } as const;
const instalments = [
  instalment(1, '2027-01-10', paid),
  instalment(2, '2027-02-10'),
  instalment(3, '2027-03-10'),
  instalment(4, '2027-04-10'),
];
const plan: PlanFacts = { isPlan: true, status: 'partial', hasRefunds: false, instalments };

describe('a plan can be changed', () => {
  test('once its first instalment is paid, until the plan is paid, ends or has a refund', () => {
    expect(whyNotChangePlan(plan)).toBeNull();
    expect(whyNotChangePlan({ ...plan, isPlan: false })).toBe('no_plan');
    expect(whyNotChangePlan({ ...plan, status: 'pending' })).toBe('not_begun');
    expect(
      whyNotChangePlan({
        ...plan,
        instalments: [instalment(1, '2027-01-10', { paidAmount: 5 }), ...instalments.slice(1)],
      }),
    ).toBe('not_begun');
    for (const status of ['paid', 'cancelled', 'abandoned', 'problem'] as const) {
      expect(whyNotChangePlan({ ...plan, status })).toBe('not_under_way');
    }
    expect(whyNotChangePlan({ ...plan, hasRefunds: true })).toBe('has_refunds');
  });

  test('in its open instalments only, and not while money is on its way', () => {
    const why = (status: PlanInstalment['status']) => whyNotChangeInstalment(plan, { status });
    expect([why('pending'), why('partial')]).toEqual([null, null]);
    expect([why('paid'), why('cancelled')]).toEqual(['paid_already', 'paid_already']);
    expect([why('processing'), why('problem')]).toEqual(['on_its_way', 'instalment_problem']);
  });
});

describe('the day of an instalment', () => {
  test('moves later instalments by the same number of days, even across a clock change', () => {
    const [from, to] = [startOf('2027-02-10'), startOf('2027-02-24')];
    expect(movedAlong(startOf('2027-03-20'), from, to, zone)).toEqual(startOf('2027-04-03'));
  });

  test('is compared with open instalments only', () => {
    const { previous, later } = neighboursOf(instalments, instalments[2]!);
    expect([previous?.position, later.map(({ position }) => position)]).toEqual([2, [4]]);
    expect(neighboursOf(instalments, instalments[1]!).previous).toBeNull();
  });
});

test('an instalment is split so that both new ones cost something and the first stays open', () => {
  const short = { amount: 4_800, paidAmount: 1_000 };
  expect(whyNotSplitAt(short, 1_001)).toBeNull();
  expect(whyNotSplitAt(short, 4_799)).toBeNull();
  for (const amount of [0, -5, 1_000, 4_800, 9_000]) {
    expect(whyNotSplitAt(short, amount)).toEqual({ kind: 'amount_not_between', minimum: 1_001, maximum: 4_799 });
  }
});

test('a waiver is never more than the open amount', () => {
  const short = instalment(2, '2027-02-10', { paidAmount: 1_000, status: 'partial' });
  expect(waivedOf([short], null)).toEqual([{ instalment: short, amount: 3_800 }]);
  expect(waivedOf([short, instalments[2]!], null)?.map(({ amount }) => amount)).toEqual([3_800, 4_800]);
  expect(waivedOf([short], 3_800)).toEqual([{ instalment: short, amount: 3_800 }]);
  expect([waivedOf([short], 3_801), waivedOf([short], 0), waivedOf([], 5)]).toEqual([null, null, null]);
});
