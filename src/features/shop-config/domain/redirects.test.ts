import { describe, expect, test } from 'vitest';
import { type RedirectFacts, redirectOf } from './redirects.ts';

const facts = (changes: Partial<RedirectFacts> = {}): RedirectFacts => ({
  shopActive: true,
  merchandiseActive: true,
  ambassadorsUrl: 'ambassadors',
  hasItem: (kind, code) => (kind === 'tickets' ? code === 'pass' : code === 'tee'),
  isLoggedIn: false,
  ...changes,
});

const redirectFrom = (address: string, changes: Partial<RedirectFacts> = {}) => {
  const [pathname, query] = address.split('?');
  return redirectOf({ pathname: pathname!, search: query ? `?${query}` : '' }, facts(changes));
};

test.each(['/', '/tickets', '/tickets/pass', '/merchandise/tee', '/faqs', '/ambassadors', '/login'])(
  'a visitor of an open shop stays on %s',
  (address) => {
    expect(redirectFrom(address)).toBeNull();
  },
);

test.each(['/nothing', '/tickets/pass/more', '/refunds', '/%'])(
  'the unknown path %s leads to the home page, which says that the page is missing',
  (address) => {
    expect(redirectFrom(address)).toBe('/?missing=page');
  },
);

test('a known path with a slash at its end leads to the path without it and keeps the query', () => {
  expect(redirectFrom('/tickets/?type=ticket')).toBe('/tickets?type=ticket');
  expect(redirectFrom('//')).toBe('/?missing=page');
});

describe('in an inactive shop', () => {
  test.each(['/tickets', '/tickets/pass', '/merchandise', '/merchandise/tee'])('%s leads home', (address) => {
    expect(redirectFrom(address, { shopActive: false })).toBe('/');
  });

  test.each(['/', '/faqs', '/ambassadors', '/login'])('%s still works', (address) => {
    expect(redirectFrom(address, { shopActive: false })).toBeNull();
  });

  test('the checkout leads home, even for a customer with a cart', () => {
    expect(redirectFrom('/checkout', { shopActive: false, isLoggedIn: true })).toBe('/');
    expect(redirectFrom('/checkout', { shopActive: false, isLoggedIn: null })).toBe('/');
  });

  test('the portal still leads to the login', () => {
    expect(redirectFrom('/portal', { shopActive: false })).toBe('/login?from=%2Fportal');
  });
});

test('if merchandise is inactive, its pages lead home and tickets stay', () => {
  expect(redirectFrom('/merchandise', { merchandiseActive: false })).toBe('/');
  expect(redirectFrom('/merchandise/tee', { merchandiseActive: false })).toBe('/');
  expect(redirectFrom('/tickets', { merchandiseActive: false })).toBeNull();
});

test('an item that is not on sale leads to the listing of its kind, with a note', () => {
  expect(redirectFrom('/tickets/tee')).toBe('/tickets?missing=item');
  expect(redirectFrom('/merchandise/pass')).toBe('/merchandise?missing=item');
});

test('nobody is redirected while the items are not known', () => {
  expect(redirectFrom('/tickets/tee', { hasItem: () => null })).toBeNull();
});

test('without a login, a page for customers leads to the login with the address to return to', () => {
  expect(redirectFrom('/checkout')).toBe('/login?from=%2Fcheckout');
  expect(redirectFrom('/portal/orders/SLK-1?a=b')).toBe('/login?from=%2Fportal%2Forders%2FSLK-1%3Fa%3Db');
});

test('for a customer, pages for guests lead home and the customer’s own pages stay', () => {
  for (const address of ['/login', '/register', '/forgot-password', '/reset-password/a/b', '/resend-tickets']) {
    expect(redirectFrom(address, { isLoggedIn: true })).toBe('/');
  }
  expect(redirectFrom('/portal', { isLoggedIn: true })).toBeNull();
});

test('a link with a secret works for everybody', () => {
  for (const isLoggedIn of [true, false, null]) {
    expect(redirectFrom('/payment-plan-payment/A/b/A-1', { isLoggedIn })).toBeNull();
    expect(redirectFrom('/login-link', { isLoggedIn })).toBeNull();
  }
});

test('nobody is redirected while it is unknown whether the visitor is logged in', () => {
  expect(redirectFrom('/portal', { isLoggedIn: null })).toBeNull();
  expect(redirectFrom('/login', { isLoggedIn: null })).toBeNull();
});
