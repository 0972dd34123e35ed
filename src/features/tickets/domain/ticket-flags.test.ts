import { describe, expect, test } from 'vitest';
import { type OrderStatus, orderTransitions } from '#features/orders/domain/order-status.ts';
import { makePolicy } from '../testing.ts';
import type { ItemOrder } from './item-policy.ts';
import { type ItemStatus, itemStatuses } from './item-status.ts';
import { EDIT_LOCK_MS, editedUntil, type TicketFacts, ticketFlags } from './ticket-flags.ts';

const edge = '2027-06-22T10:00:00.000Z';
const at = (offsetMs: number) => new Date(Date.parse(edge) + offsetMs);

const makeTicket = (changes: Partial<TicketFacts> = {}): TicketFacts => ({
  status: 'active',
  isPending: false,
  nameChanges: 0,
  editedAt: null,
  travelTime: null,
  ...changes,
});
const paid: ItemOrder = { paymentStatus: 'paid', isTermsAccepted: true };
const coach = makePolicy({ travelTimeType: 'selectable' });

const orderStatuses = Object.keys(orderTransitions) as OrderStatus[];

describe('refunds may be requested', () => {
  const policy = makePolicy({ allowRefundRequestsFrom: edge });
  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('from the first moment of the window (%i ms from it: %s)', (offset, isAllowed) => {
    expect(ticketFlags(makeTicket(), policy, paid, at(offset)).is_refundable).toBe(isAllowed);
  });

  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('until just before its last moment (%i ms from it: %s)', (offset, isAllowed) => {
    const until = makePolicy({ allowRefundRequestsUntil: edge });
    expect(ticketFlags(makeTicket(), until, paid, at(offset)).is_refundable).toBe(isAllowed);
  });

  test('at any time without a window', () => {
    expect(ticketFlags(makeTicket(), makePolicy(), paid, at(0)).is_refundable).toBe(true);
  });

  test('never for an item that is not refundable, which `is_ever_refundable` says', () => {
    const never = ticketFlags(makeTicket(), makePolicy({ isRefundable: false }), paid, at(0));
    expect([never.is_refundable, never.is_ever_refundable]).toEqual([false, false]);
    const ended = ticketFlags(makeTicket(), makePolicy({ allowRefundRequestsUntil: edge }), paid, at(0));
    expect([ended.is_refundable, ended.is_ever_refundable]).toEqual([false, true]);
  });
});

describe('the name may change', () => {
  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('until its deadline (%i ms from it: %s)', (offset, isAllowed) => {
    const policy = makePolicy({ allowNameChangesUntil: edge });
    expect(ticketFlags(makeTicket(), policy, paid, at(offset)).allow_name_changes).toBe(isAllowed);
  });

  test.each([
    [null, 99, null, true],
    [3, 0, 3, true],
    [3, 2, 1, true],
    [3, 3, 0, false],
    [3, 4, 0, false],
    [0, 0, 0, false],
  ])('with a limit of %s, after %i changes %s are left (may change: %s)', (limit, changes, left, isAllowed) => {
    const flags = ticketFlags(
      makeTicket({ nameChanges: changes }),
      makePolicy({ nameChangeLimit: limit }),
      paid,
      at(0),
    );
    expect([flags.name_changes_left, flags.allow_name_changes]).toEqual([left, isAllowed]);
  });

  test('never if the item allows no name changes', () => {
    expect(ticketFlags(makeTicket(), makePolicy({ allowNameChanges: false }), paid, at(0)).allow_name_changes).toBe(
      false,
    );
  });
});

test('the email may change if the item allows it', () => {
  expect(ticketFlags(makeTicket(), makePolicy(), paid, at(0)).allow_email_changes).toBe(true);
  expect(ticketFlags(makeTicket(), makePolicy({ allowEmailChanges: false }), paid, at(0)).allow_email_changes).toBe(
    false,
  );
});

describe('the travel time may change', () => {
  const travelTime = new Date('2027-07-22T07:30:00.000Z');
  const travelling = makeTicket({ travelTime });

  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('until the item’s deadline (%i ms from it: %s)', (offset, isAllowed) => {
    const policy = { ...coach, allowTravelTimeChangesUntil: edge };
    expect(ticketFlags(travelling, policy, paid, at(offset)).allow_travel_time_changes).toBe(isAllowed);
  });

  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('until departure if the item has no deadline (%i ms from it: %s)', (offset, isAllowed) => {
    const now = new Date(travelTime.getTime() + offset);
    expect(ticketFlags(travelling, coach, paid, now).allow_travel_time_changes).toBe(isAllowed);
  });

  test('never after departure, regardless of the item’s own deadline', () => {
    const policy = { ...coach, allowTravelTimeChangesUntil: '2027-08-01T00:00:00.000Z' };
    expect(ticketFlags(travelling, policy, paid, travelTime).allow_travel_time_changes).toBe(false);
  });

  test.each(['fixed', null] as const)('never with a travel time of type %s', (travelTimeType) => {
    const flags = ticketFlags(travelling, makePolicy({ travelTimeType }), paid, at(0));
    expect(flags.allow_travel_time_changes).toBe(false);
  });
});

describe('the lock after a change of the travel time', () => {
  test.each([
    [0, true],
    [EDIT_LOCK_MS - 1, true],
    [EDIT_LOCK_MS, false],
    [EDIT_LOCK_MS + 1, false],
  ])('applies %i ms after the change: %s', (since, isLocked) => {
    const flags = ticketFlags(makeTicket({ editedAt: at(0) }), coach, paid, at(since));
    expect(flags.recently_edited).toBe(isLocked);
  });

  test('lasts fifteen minutes, and never applies without a change', () => {
    expect(EDIT_LOCK_MS).toBe(900_000);
    expect(ticketFlags(makeTicket(), coach, paid, at(0)).recently_edited).toBe(false);
  });

  test('reports its end while it lasts', () => {
    expect(editedUntil(makeTicket({ editedAt: at(0) }), at(EDIT_LOCK_MS - 1))).toEqual(at(EDIT_LOCK_MS));
    expect(editedUntil(makeTicket({ editedAt: at(0) }), at(EDIT_LOCK_MS))).toBeNull();
  });

  test('leaves the permissions unchanged', () => {
    const flags = ticketFlags(makeTicket({ editedAt: at(0) }), coach, paid, at(1));
    expect([flags.allow_name_changes, flags.allow_travel_time_changes]).toEqual([true, true]);
  });
});

describe('the document', () => {
  const everything = itemStatuses.flatMap((status) =>
    orderStatuses.flatMap((paymentStatus) =>
      [true, false].flatMap((isPending) =>
        [true, false].map((isTermsAccepted) => ({ status, paymentStatus, isPending, isTermsAccepted })),
      ),
    ),
  );

  test('is available only for an active, fully paid ticket in a paid order with accepted terms', () => {
    const allowed = everything.filter(
      ({ status, paymentStatus, isPending, isTermsAccepted }) =>
        ticketFlags(makeTicket({ status, isPending }), makePolicy(), { paymentStatus, isTermsAccepted }, at(0))
          .allow_download,
    );
    expect(everything).toHaveLength(6 * 7 * 2 * 2);
    expect(allowed).toEqual([{ status: 'active', paymentStatus: 'paid', isPending: false, isTermsAccepted: true }]);
  });
});

test.each(itemStatuses.filter((status) => status !== 'active'))(
  'nothing may change on a ticket that is %s',
  (status) => {
    expect(granted(status, 'paid')).toEqual([]);
  },
);

test('a ticket whose plan is not fully paid may be refunded but not changed', () => {
  const flags = ticketFlags(makeTicket({ isPending: true }), coach, { ...paid, paymentStatus: 'partial' }, at(0));
  expect(flags).toMatchObject({
    is_refundable: true,
    allow_name_changes: false,
    allow_email_changes: false,
    allow_travel_time_changes: false,
    allow_download: false,
  });
});

test.each(orderStatuses)(
  'tickets can be refunded and changed only in an order that is paid or partly paid: %s',
  (paymentStatus) => {
    const isPaying = paymentStatus === 'paid' || paymentStatus === 'partial';
    const changes = ['is_refundable', 'allow_name_changes', 'allow_email_changes', 'allow_travel_time_changes'];
    expect(granted('active', paymentStatus)).toEqual(isPaying ? changes : []);
  },
);

function granted(status: ItemStatus, paymentStatus: OrderStatus): string[] {
  const flags = ticketFlags(makeTicket({ status }), coach, { paymentStatus, isTermsAccepted: false }, at(0));
  return Object.entries(flags)
    .filter(([name, value]) => value === true && name !== 'is_ever_refundable')
    .map(([name]) => name);
}
