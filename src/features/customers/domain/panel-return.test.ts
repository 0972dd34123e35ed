import { expect, test } from 'vitest';
import { returnPathOfPanel } from './panel-return.ts';

test.each([
  ['/login', null, '/portal'],
  ['/login', '/checkout', '/checkout'],
  ['/login', '//evil.example', '/'],
  ['/login-link', null, '/portal'],
  ['/register', null, '/'],
  ['/register', '/checkout', '/checkout'],
  ['/reset-password/mila@example.org/code', null, '/'],
  ['/', null, null],
  ['/tickets', '/checkout', null],
])('a login in the panel on %s with from %j leads to %j', (pathname, from, to) => {
  expect(returnPathOfPanel(pathname, from)).toBe(to);
});
