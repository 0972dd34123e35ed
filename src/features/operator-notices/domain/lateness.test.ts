import { expect, test } from 'vitest';
import { lateness } from './lateness.ts';

const now = new Date('2027-07-12T10:00:00Z');
const waiting = (more: object) => ({
  kind: 'refund_request',
  urgent: false,
  since: null,
  facts: { until: null },
  ...more,
});

test.each([
  ['what came three full days ago', { since: '2027-07-08T10:00:01Z' }, null],
  ['what came four days ago', { since: '2027-07-08T10:00:00Z' }, 'limit'],
  ['what is urgent and came yesterday', { urgent: true, since: '2027-07-11T10:00:00Z' }, null],
  ['what is urgent and came two days ago', { urgent: true, since: '2027-07-10T10:00:00Z' }, 'limit'],
  ['what has no moment', { urgent: true }, null],
  [
    'a dispute with time to answer',
    { kind: 'dispute', urgent: true, since: '2027-07-01T10:00:00Z', facts: { until: '2027-07-12T10:00:01Z' } },
    null,
  ],
  [
    'a dispute whose day has passed',
    { kind: 'dispute', urgent: true, since: '2027-07-12T09:00:00Z', facts: { until: '2027-07-12T09:59:59Z' } },
    'deadline',
  ],
  [
    'money whose return is announced',
    { since: '2027-07-12T09:00:00Z', facts: { until: '2027-07-12T09:59:59Z' } },
    null,
  ],
])('%s is late by %s', (_what, more, late) => {
  expect(lateness(waiting(more), now)).toBe(late);
});
