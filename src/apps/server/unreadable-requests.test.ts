import { expect, test } from 'vitest';
import { withoutOrigin } from './unreadable-requests.ts';

test.each([
  ['/tickets?type=ticket', '/tickets?type=ticket'],
  ['//evil.example/tickets', '//evil.example/tickets'],
  ['http://shop.example/tickets?a=http://b', '/tickets?a=http://b'],
  ['HTTPS://shop.example:8443/', '/'],
  ['http://shop.example', '/'],
  ['http://shop.example?a', '/?a'],
  ['*', '*'],
  ['tickets', 'tickets'],
])('the path of the target %s is %s', (target, path) => {
  expect(withoutOrigin(target)).toBe(path);
});
