import { expect, test } from 'vitest';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { isManageable, type TicketOnWire, whyNameIsFixed } from './manageable.ts';

const own = 'mila@example.org';
const makeTicket = (changes: Partial<TicketOnWire> = {}): TicketOnWire => ({
  status: 'active',
  pending: false,
  reassigned: false,
  type: 'ticket',
  age_options: [],
  email: own,
  allow_name_changes: true,
  allow_email_changes: true,
  name_changes_left: null,
  allow_name_changes_until: null,
  ...changes,
});
const fixed = { allow_name_changes: false, allow_email_changes: false };
const manageable = (changes: Partial<TicketOnWire>, payment_status: OrderStatus = 'paid') =>
  isManageable(makeTicket(changes), { payment_status }, own);

test.each([
  [{}, true],
  [{ ...fixed }, false],
  [{ ...fixed, allow_email_changes: true }, true],
  [{ ...fixed, age_options: ['25-34'] }, true],
  [{ ...fixed, type: 'transport', age_options: ['25-34'] }, false],
  // No detail may change, but the ticket can be reassigned to the holder's own account.
  [{ ...fixed, email: 'noor@example.org' }, true],
  [{ status: 'refund' as const }, false],
  [{ status: 'cancelled' as const }, false],
  [{ pending: true }, false],
  [{ reassigned: true }, false],
])('a ticket with %j can be managed: %s', (changes, expected) => {
  expect(manageable(changes)).toBe(expected);
});

test('a ticket can be managed only while its order is paid or partly paid', () => {
  expect(manageable({}, 'partial')).toBe(true);
  for (const status of ['pending', 'processing', 'problem', 'cancelled', 'abandoned'] as const) {
    expect(manageable({}, status)).toBe(false);
  }
});

test.each([
  [{}, null],
  [{ allow_name_changes: false, name_changes_left: 0 }, { kind: 'changes_used' }],
  [
    { allow_name_changes: false, name_changes_left: 2, allow_name_changes_until: '2027-07-20T00:00:00Z' },
    { kind: 'too_late', until: '2027-07-20T00:00:00Z' },
  ],
  [{ allow_name_changes: false }, { kind: 'fixed' }],
])('why the name of a ticket with %j cannot be changed: %j', (changes, why) => {
  expect(whyNameIsFixed(makeTicket(changes))).toEqual(why);
});
