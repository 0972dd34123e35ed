import { expect, test } from 'vitest';
import { customerLimit } from './customer-limit.ts';

const free = { may_name: true, may_email: true, may_time: true, edited_until: null };
const until = '2026-11-28T09:28:00Z';

test('a change that the customer may make alone has no limit', () => {
  expect(customerLimit(free, ['name', 'email', 'age', 'time'])).toBeNull();
});

test('a form without changes has no limit, even during the lock', () => {
  expect(customerLimit({ ...free, edited_until: until }, [])).toBeNull();
});

test('after a recent edit the customer can make the change again when the lock ends', () => {
  expect(customerLimit({ ...free, edited_until: until }, ['time'])).toEqual({ kind: 'locked', until });
});

test('a change that is forbidden anyway is forbidden during the lock, too', () => {
  const rights = { ...free, may_name: false, edited_until: until };
  expect(customerLimit(rights, ['name', 'email'])).toEqual({ kind: 'forbidden' });
  expect(customerLimit(rights, ['email'])).toEqual({ kind: 'locked', until });
});

test('the age may be changed with the name or with the email', () => {
  expect(customerLimit({ ...free, may_name: false }, ['age'])).toBeNull();
  expect(customerLimit({ ...free, may_name: false, may_email: false }, ['age'])).toEqual({ kind: 'forbidden' });
});
