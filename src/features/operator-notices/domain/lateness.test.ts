import { expect, test } from 'vitest';
import { lateness } from './lateness.ts';

const now = new Date('2027-07-12T10:00:00Z');
const waiting = (more: object) => ({
  kind: 'refund_requested',
  urgent: false,
  since: null,
  facts: { until: null },
  ...more,
});

test.each([
  ['a matter from less than four days ago', { since: '2027-07-08T10:00:01Z' }, null],
  ['a matter from four days ago', { since: '2027-07-08T10:00:00Z' }, 'limit'],
  ['an urgent matter from yesterday', { urgent: true, since: '2027-07-11T10:00:00Z' }, null],
  ['an urgent matter from two days ago', { urgent: true, since: '2027-07-10T10:00:00Z' }, 'limit'],
  ['a matter without a time', { urgent: true }, null],
  [
    'a dispute with time to answer',
    { kind: 'dispute', urgent: true, since: '2027-07-01T10:00:00Z', facts: { until: '2027-07-12T10:00:01Z' } },
    null,
  ],
  [
    'a dispute whose deadline has passed',
    { kind: 'dispute', urgent: true, since: '2027-07-12T09:00:00Z', facts: { until: '2027-07-12T09:59:59Z' } },
    'deadline',
  ],
  [
    'money that will be returned automatically',
    { since: '2027-07-12T09:00:00Z', facts: { until: '2027-07-12T09:59:59Z' } },
    null,
  ],
])('the lateness of %s is %s', (_what, more, late) => {
  expect(lateness(waiting(more), now)).toBe(late);
});
