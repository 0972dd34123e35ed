import { expect, test } from 'vitest';
import { type BulkOrder, whyLeftOut } from './why-left-out.ts';

const pending: BulkOrder = { status: 'pending', paid: 0, hasRefunds: false, hasCustomer: true };

test.each([
  [{}, null],
  [{ status: 'processing' }, 'being_paid'],
  [{ status: 'paid', paid: 100 }, 'has_money'],
  [{ status: 'paid' }, 'has_money'],
  [{ status: 'partial', paid: 50 }, 'has_money'],
  [{ paid: 1 }, 'has_money'],
  [{ status: 'problem' }, 'problem'],
  [{ status: 'cancelled' }, 'ended'],
  [{ status: 'abandoned' }, 'ended'],
  [{ hasRefunds: true }, 'has_refunds'],
  [{ hasCustomer: false }, 'no_customer'],
] as const)(
  'an unpaid order with the changes %j is left out of a bulk cancellation as %s (null: included)',
  (changes, why) => {
    expect(whyLeftOut('cancel', { ...pending, ...changes })).toBe(why);
  },
);

test('mails are sent again for orders in any state, unless the customer’s data was deleted', () => {
  for (const status of ['pending', 'processing', 'partial', 'paid', 'problem', 'cancelled', 'abandoned'] as const)
    expect(whyLeftOut('mail', { ...pending, status })).toBeNull();
  expect(whyLeftOut('mail', { ...pending, hasCustomer: false })).toBe('no_customer');
});
