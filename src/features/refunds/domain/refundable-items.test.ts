import { describe, expect, test } from 'vitest';
import { itemStatuses } from '#features/tickets/domain/item-status.ts';
import { makeRefundableItem, makeRefundableOrder } from '../testing.ts';
import { canRequestRefund } from './offer-refund.ts';
import { chooseItems, type RefundableItem, type RefundableOrder, whyNotRefundable } from './refundable-items.ts';

const now = new Date('2027-05-01T12:00:00Z');

const refusalOf = (of: RefundableOrder, codes: readonly string[] = ['A']) => {
  const chosen = chooseItems(of, codes, now);
  return chosen.ok ? null : chosen.error;
};

describe('an item cannot be selected', () => {
  test.each(itemStatuses.filter((status) => status.startsWith('refund')))('while it is in a refund (%s)', (status) => {
    expect(whyNotRefundable(makeRefundableItem({ status, isRefundable: false }), now)).toEqual({
      kind: status === 'refunded' ? 'refunded' : 'in_refund',
    });
  });

  test('when it was sold without refunds, was reassigned, is too early or too late, or was cancelled', () => {
    const not = (over: Partial<RefundableItem>) =>
      whyNotRefundable(makeRefundableItem({ isRefundable: false, ...over }), now)?.kind;
    expect(not({ isEverRefundable: false })).toBe('not_refundable');
    expect(not({ isReassigned: true, isRefundable: true })).toBe('reassigned');
    expect(not({ until: now.toISOString() })).toBe('too_late');
    expect(not({ from: '2027-05-01T12:00:00.001Z' })).toBe('not_yet');
    expect(not({ from: '2027-04-01T00:00:00Z', until: '2027-05-01T12:00:00Z' })).toBe('too_late');
    expect(not({ from: '2027-06-01T00:00:00Z', until: '2027-07-01T00:00:00Z' })).toBe('not_yet');
    expect(not({ status: 'cancelled' })).toBe('not_now');
    expect(whyNotRefundable(makeRefundableItem(), now)).toBeNull();
  });
});

describe('a request', () => {
  test('of nothing, of an unknown item, or of tickets together with merchandise is refused', () => {
    expect(refusalOf(makeRefundableOrder(), [])).toEqual({ kind: 'nothing_chosen' });
    expect(refusalOf(makeRefundableOrder(), ['A', 'B'])).toEqual({ kind: 'unknown_item', codes: ['B'] });
    const both = makeRefundableOrder({
      items: [makeRefundableItem(), makeRefundableItem({ code: 'M', kind: 'merchandise' })],
    });
    expect(refusalOf(both, ['A', 'M'])).toEqual({ kind: 'mixed' });
    expect(refusalOf(both, ['M'])).toBeNull();
  });

  test('is refused if one of its items cannot be refunded; the refusal names that item', () => {
    const two = makeRefundableOrder({
      items: [makeRefundableItem(), makeRefundableItem({ code: 'B', name: 'Saturday', isEverRefundable: false })],
    });
    expect(refusalOf(two, ['A', 'B'])).toEqual({
      kind: 'item_not_refundable',
      name: 'Saturday',
      why: 'not_refundable',
    });
  });

  test.each([
    ['pending', false],
    ['processing', false],
    ['partial', false],
    ['problem', false],
    ['cancelled', false],
    ['abandoned', false],
    ['paid', true],
  ] as const)('of an order that is %s is possible: %s', (paymentStatus, isPossible) => {
    expect(refusalOf(makeRefundableOrder({ paymentStatus })) === null).toBe(isPossible);
    expect(canRequestRefund(makeRefundableOrder({ paymentStatus }), now)).toBe(isPossible);
  });

  test('of a plan takes everything, fully paid or not, and needs all of it to be refundable', () => {
    const plan = makeRefundableOrder({
      hasPaymentPlan: true,
      paymentStatus: 'partial',
      totalPaid: 10_000,
      items: [makeRefundableItem(), makeRefundableItem({ code: 'B' })],
    });
    const chosen = chooseItems(plan, [], now);
    expect(chosen).toMatchObject({
      ok: true,
      value: { lines: [{ code: 'A' }, { code: 'B' }], total: 10_000 - 2 * 1_450 },
    });
    const stuck = {
      ...plan,
      items: [makeRefundableItem(), makeRefundableItem({ code: 'B', isEverRefundable: false })],
    };
    expect(refusalOf(stuck, [])?.kind).toBe('item_not_refundable');
    expect(canRequestRefund(stuck, now)).toBe(false);
  });

  test('is refused while a payment is in progress, or if nothing would be paid back', () => {
    expect(refusalOf(makeRefundableOrder({ isBeingPaid: true }))).toEqual({ kind: 'being_paid' });
    const worthless = makeRefundableOrder({ items: [makeRefundableItem({ refundTotal: 0 })] });
    expect(refusalOf(worthless)).toEqual({ kind: 'nothing_to_pay_back' });
    expect(canRequestRefund(worthless, now)).toBe(false);
  });
});
