import { expect, test } from 'vitest';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { isManageable, nameChangesText, type TicketOnWire, whyNameIsFixed } from './manageable.ts';

const own = 'mila@example.org';
const aTicket = (over: Partial<TicketOnWire> = {}): TicketOnWire => ({
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
  ...over,
});
const fixed = { allow_name_changes: false, allow_email_changes: false };
const manageable = (over: Partial<TicketOnWire>, payment_status: OrderStatus = 'paid') =>
  isManageable(aTicket(over), { payment_status }, own);

test.each([
  [{}, true],
  [{ ...fixed }, false],
  [{ ...fixed, allow_email_changes: true }, true],
  [{ ...fixed, age_options: ['25-34'] }, true],
  [{ ...fixed, type: 'transport', age_options: ['25-34'] }, false],
  // Nothing of the holder may change, but the ticket can be handed to the holder's own account.
  [{ ...fixed, email: 'noor@example.org' }, true],
  [{ status: 'refund' as const }, false],
  [{ status: 'cancelled' as const }, false],
  [{ pending: true }, false],
  [{ reassigned: true }, false],
])('a ticket with %j can be managed: %s', (over, expected) => {
  expect(manageable(over)).toBe(expected);
});

test('and only while its order stands', () => {
  expect(manageable({}, 'partial')).toBe(true);
  for (const status of ['pending', 'processing', 'problem', 'cancelled', 'abandoned'] as const) {
    expect(manageable({}, status)).toBe(false);
  }
});

test.each([
  [{}, null],
  [{ allow_name_changes: false, name_changes_left: 0 }, 'All changes of the name are used.'],
  [
    { allow_name_changes: false, name_changes_left: 2, allow_name_changes_until: '2027-07-20T00:00:00Z' },
    'The name could be changed until <2027-07-20T00:00:00Z>.',
  ],
  [{ allow_name_changes: false }, 'The name on this ticket cannot be changed.'],
])('why the name of %j stays: %s', (over, why) => {
  expect(whyNameIsFixed(aTicket(over), (instant) => `<${instant}>`)).toBe(why);
});

test.each([
  [null, null],
  [0, '0 changes left'],
  [1, '1 change left'],
  [2, '2 changes left'],
])('with %s changes left it says %j', (left, text) => {
  expect(nameChangesText(left)).toBe(text);
});
