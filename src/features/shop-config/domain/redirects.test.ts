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

const ask = (address: string, changes: Partial<RedirectFacts> = {}) => {
  const [pathname, query] = address.split('?');
  return redirectOf({ pathname: pathname!, search: query ? `?${query}` : '' }, facts(changes));
};

test.each(['/', '/tickets', '/tickets/pass', '/merchandise/tee', '/faqs', '/ambassadors', '/login'])(
  'given an open shop, then a visitor stays on %s',
  (address) => {
    expect(ask(address)).toBeNull();
  },
);

test.each(['/nothing', '/tickets/pass/more', '/refunds', '/%'])(
  'given the unknown path %s, then it leads to the home page, which says that the page is missing',
  (address) => {
    expect(ask(address)).toBe('/?missing=page');
  },
);

test('given a known path with a slash at its end, then it leads to the path without it and keeps the query', () => {
  expect(ask('/tickets/?type=ticket')).toBe('/tickets?type=ticket');
  expect(ask('//')).toBe('/?missing=page');
});

describe('given an inactive shop', () => {
  test.each(['/tickets', '/tickets/pass', '/merchandise', '/merchandise/tee'])('then %s leads home', (address) => {
    expect(ask(address, { shopActive: false })).toBe('/');
  });

  test.each(['/', '/faqs', '/ambassadors', '/login'])('then %s still works', (address) => {
    expect(ask(address, { shopActive: false })).toBeNull();
  });

  test('then a customer with a cart sees no form for an order: the checkout leads home', () => {
    expect(ask('/checkout', { shopActive: false, isLoggedIn: true })).toBe('/');
    expect(ask('/checkout', { shopActive: false, isLoggedIn: null })).toBe('/');
  });

  test('then the portal still asks for a login', () => {
    expect(ask('/portal', { shopActive: false })).toBe('/login?from=%2Fportal');
  });
});

test('given inactive merchandise, then its pages lead home and tickets stay', () => {
  expect(ask('/merchandise', { merchandiseActive: false })).toBe('/');
  expect(ask('/merchandise/tee', { merchandiseActive: false })).toBe('/');
  expect(ask('/tickets', { merchandiseActive: false })).toBeNull();
});

test('given an item that is not on sale, then it leads to the listing of its kind, which says that the item is missing', () => {
  expect(ask('/tickets/tee')).toBe('/tickets?missing=item');
  expect(ask('/merchandise/pass')).toBe('/merchandise?missing=item');
});

test('given items that are not known yet, then nobody is redirected', () => {
  expect(ask('/tickets/tee', { hasItem: () => null })).toBeNull();
});

test('given nobody logged in, then a page for customers leads to the login and names where to return', () => {
  expect(ask('/checkout')).toBe('/login?from=%2Fcheckout');
  expect(ask('/portal/orders/SLK-1?a=b')).toBe('/login?from=%2Fportal%2Forders%2FSLK-1%3Fa%3Db');
});

test('given a customer, then pages for guests lead home and the customer’s own pages stay', () => {
  for (const address of ['/login', '/register', '/forgot-password', '/reset-password/a/b', '/resend-tickets']) {
    expect(ask(address, { isLoggedIn: true })).toBe('/');
  }
  expect(ask('/portal', { isLoggedIn: true })).toBeNull();
});

test('given a link with a secret, then it works for everybody', () => {
  for (const isLoggedIn of [true, false, null]) {
    expect(ask('/payment-plan-payment/A/b/A-1', { isLoggedIn })).toBeNull();
    expect(ask('/login-link', { isLoggedIn })).toBeNull();
  }
});

test('given a server that does not know the visitor, then neither guests nor customers are sent away', () => {
  expect(ask('/portal', { isLoggedIn: null })).toBeNull();
  expect(ask('/login', { isLoggedIn: null })).toBeNull();
});
