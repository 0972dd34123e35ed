import { expect, test } from 'vitest';
import { itemStatus } from './shown-status.ts';

test('given a pending ticket, then it waits for payment, unless it is in a refund', () => {
  expect(itemStatus({ status: 'active', pending: true }, { active: 'Active' })).toEqual({
    tone: 'warn',
    label: 'Pending payment',
  });
  expect(itemStatus({ status: 'refund', pending: true }, { refund: 'Requested' })).toEqual({
    tone: 'info',
    label: 'Requested',
  });
});
