import { expect, test } from 'vitest';
import { paths } from './paths.ts';
import { reservedPaths } from './reserved-paths.ts';
import { itemKindOf, matchRoute, routes } from './routes.ts';

const match = (pathname: string) => matchRoute(pathname, 'friends');

test.each([
  ['/', 'home'],
  ['/tickets', 'tickets'],
  ['/tickets/sandlark-pass', 'ticket'],
  ['/merchandise/lark-tee-m', 'merchandiseItem'],
  ['/portal/orders/SLK-2H9C/confirmation', 'confirmation'],
  ['/payment-plan-payment/SLK-2H9C/abc/SLK-2H9C-2', 'payment'],
  ['/friends', 'ambassadors'],
])('%s is the page %s', (pathname, name) => {
  expect(match(pathname)?.name).toBe(name);
});

test.each(['/nothing', '/Tickets', '/tickets/', '//', '/tickets/a/b', '/tickets/%', '/portal/orders', '/ambassadors'])(
  '%s is not a page',
  (pathname) => {
    expect(match(pathname)).toBeNull();
  },
);

test('a page receives the encoded parts of its address decoded', () => {
  expect(match('/reset-password/mila%40example.org/a%2Fb')?.params).toEqual({
    email: 'mila@example.org',
    token: 'a/b',
  });
});

test('the routes read every path that `paths` writes', () => {
  const strange = 'ä/?# %';
  expect(match(paths.item('tickets', strange))).toEqual({ name: 'ticket', params: { item: strange } });
  expect(match(paths.order(strange))).toEqual({ name: 'order', params: { order: strange } });
  expect(match(paths.payment('A', strange, 'C'))?.params).toEqual({ order: 'A', checksum: strange, reference: 'C' });
});

test('the ambassadors page cannot have the address of a page of the shop', () => {
  for (const part of ['tickets', 'portal', 'reset-password', 'api', 'back-office']) {
    expect(reservedPaths.has(part), part).toBe(true);
  }
  expect(reservedPaths.has('')).toBe(false);
  expect(reservedPaths.has('ambassadors')).toBe(false);
});

test('only listings and product pages show items of a kind', () => {
  const kinds = Object.keys(routes).map((name) => itemKindOf(name as keyof typeof routes));
  expect(kinds.filter((kind) => kind !== null)).toEqual(['tickets', 'tickets', 'merchandise', 'merchandise']);
});
