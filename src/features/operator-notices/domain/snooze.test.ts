import assert from 'node:assert/strict';
import { test } from 'vitest';
import { whyNotSnooze } from './snooze.ts';

const now = new Date('2027-07-10T10:00:00Z');
const at = (text: string) => new Date(text);

test('a matter can be snoozed until a later time', () => {
  assert.equal(whyNotSnooze(at('2027-07-10T10:00:01Z'), null, now), null);
  assert.equal(whyNotSnooze(at('2027-10-08T10:00:00Z'), null, now), null);
});

test('a matter cannot be snoozed until now or an earlier time', () => {
  assert.equal(whyNotSnooze(now, null, now), 'not_later');
});

test('a matter cannot be snoozed for more than 90 days', () => {
  assert.equal(whyNotSnooze(at('2027-10-08T10:00:01Z'), null, now), 'too_late');
});

test('a matter cannot be snoozed until its deadline or later', () => {
  const deadline = at('2027-07-12T10:00:00Z');
  assert.equal(whyNotSnooze(at('2027-07-12T09:59:59Z'), deadline, now), null);
  assert.equal(whyNotSnooze(deadline, deadline, now), 'after_deadline');
});
