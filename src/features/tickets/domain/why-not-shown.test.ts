import { describe, expect, test } from 'vitest';
import { type NotShown, whyNotShown } from './why-not-shown.ts';

const paid = { payment_status: 'paid', accepted_ts_and_cs: true } as const;
const ticket = { status: 'active', pending: false, reassigned: false, allow_download: false } as const;

describe('why a ticket cannot be shown at the gate', () => {
  test('a ticket that may be downloaded can be shown', () => {
    expect(whyNotShown({ ...ticket, allow_download: true }, paid)).toBeNull();
  });

  test.each<[Parameters<typeof whyNotShown>[0], Parameters<typeof whyNotShown>[1], NotShown]>([
    [{ ...ticket, reassigned: true }, paid, 'reassigned'],
    [{ ...ticket, status: 'cancelled' }, paid, 'cancelled'],
    [{ ...ticket, status: 'refund' }, paid, 'in_refund'],
    [{ ...ticket, status: 'refund-problem' }, paid, 'in_refund'],
    [{ ...ticket, status: 'refunded' }, paid, 'refunded'],
    [{ ...ticket, pending: true }, { ...paid, payment_status: 'partial' }, 'not_paid'],
    [ticket, { ...paid, payment_status: 'problem' }, 'not_paid'],
    [ticket, { ...paid, accepted_ts_and_cs: false }, 'terms_open'],
    [ticket, paid, 'order_open'],
  ])('%j in the order %j is not shown because of %s', (hidden, order, why) => {
    expect(whyNotShown(hidden, order)).toBe(why);
  });
});
