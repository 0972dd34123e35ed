import { expect, test } from 'vitest';
import { returnTimeOf } from './return-time.ts';

const receivedAt = new Date('2027-05-03T12:00:00Z');

test.each(['late', 'double', 'over'] as const)('card money that is %s goes back after an hour', (attention) => {
  expect(returnTimeOf({ attention, attemptId: 1 }, receivedAt)).toEqual(new Date('2027-05-03T13:00:00Z'));
});

test.each([null, 'short', 'unmatched', 'currency', 'amount', 'contradicted'] as const)(
  'card money that is %s stays until the operator decides',
  (attention) => {
    expect(returnTimeOf({ attention, attemptId: 1 }, receivedAt)).toBeNull();
  },
);

test('a transfer stays until the operator decides', () => {
  expect(returnTimeOf({ attention: 'double', attemptId: null }, receivedAt)).toBeNull();
});
