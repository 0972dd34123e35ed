import { describe, expect, test } from 'vitest';
import { type RouteName, routes } from '#features/shop-config/domain/routes.ts';
import { consentOf, consentText } from './consent.ts';
import { withReported } from './once.ts';
import { pixelIdOf } from './pixel-id.ts';
import type { EventName, TrackedEvent } from './tracked-event.ts';
import { isTracked, mayAskOn } from './tracked-pages.ts';
import { unsentOf, withUnsent } from './unsent-events.ts';

describe('pages', () => {
  const all = Object.keys(routes) as RouteName[];

  test('pages whose address gives access to something are not reported', () => {
    const secret = all.filter((name) => routes[name].access === 'secret' || name === 'resetPassword');
    expect(secret.filter(isTracked)).toEqual([]);
  });

  test('of a customer’s pages, only the checkout and the confirmation are reported', () => {
    const customers = all.filter((name) => routes[name].access === 'customer');
    expect(customers.filter(isTracked)).toEqual(['checkout', 'confirmation']);
  });

  test('the question does not appear during the checkout', () => {
    expect([mayAskOn('checkout'), mayAskOn('confirmation'), mayAskOn('ticket')]).toEqual([false, false, true]);
  });
});

describe('the answer', () => {
  const now = new Date('2026-11-20T10:00:00Z');

  test('is stored with its date and the version of the question', () => {
    expect(consentOf(consentText('accepted', now))).toEqual({
      choice: 'accepted',
      at: '2026-11-20T10:00:00.000Z',
      question: 1,
    });
  });

  test.each([null, '', 'no JSON', '[]', '"accepted"', '{"choice":"maybe","at":"","question":1}'])(
    'there is no answer if the storage has %j',
    (text) => expect(consentOf(text)).toBeNull(),
  );

  test('an answer to another version of the question does not count', () => {
    expect(consentOf('{"choice":"accepted","at":"2026-01-01T00:00:00Z","question":0}')).toBeNull();
  });
});

describe('before the visitor accepts', () => {
  const event = (name: EventName, code: string): TrackedEvent => ({
    name,
    items: [{ external_code: code, price: 100, fee: 0 }],
  });
  const unsentAfter = (...events: [string, TrackedEvent][]) =>
    events.reduce((unsent, [pathname, one]) => withUnsent(unsent, pathname, one), [] as ReturnType<typeof withUnsent>);

  test('events of the open page are kept once each, in their latest state', () => {
    const unsent = unsentAfter(['/tickets/a', event('ViewContent', 'a')], ['/tickets/a', event('ViewContent', 'a')]);
    expect(unsentOf(unsent, '/tickets/a')).toEqual([{ pathname: '/tickets/a', event: event('ViewContent', 'a') }]);
  });

  test('events of an earlier page are not sent from another one', () => {
    const first = unsentAfter(['/tickets/a', event('ViewContent', 'a')]);
    expect(unsentOf(first, '/faqs')).toEqual([]);
    const both = withUnsent(first, '/checkout', event('InitiateCheckout', 'a'));
    expect(both.map(({ pathname }) => pathname)).toEqual(['/checkout']);
  });

  test.each(['AddToCart', 'CustomizeProduct', 'AddPaymentInfo', 'CompleteRegistration'] as const)(
    'an action on the page is not kept: %s',
    (name) => expect(unsentAfter(['/tickets/a', event(name, 'a')])).toEqual([]),
  );
});

describe('what is reported only once', () => {
  test('a purchase is reported once', () => {
    const first = withReported(null, 'Purchase A');
    expect(first).not.toBeNull();
    expect(withReported(first, 'Purchase A')).toBeNull();
    expect(withReported(first, 'Purchase B')).toBe('["Purchase A","Purchase B"]');
  });

  test('the oldest of many reports is forgotten first', () => {
    let text: string | null = null;
    for (let number = 0; number < 101; number += 1) text = withReported(text, `Purchase ${number}`);
    expect(withReported(text, 'Purchase 1')).toBeNull();
    expect(withReported(text, 'Purchase 0')).not.toBeNull();
  });

  test('nothing counts as reported if the storage has anything else', () => {
    expect(withReported('{"a":1}', 'Purchase A')).toBe('["Purchase A"]');
  });
});

test.each([
  ['1234567890', '1234567890'],
  ['', null],
  [null, null],
  ['1"><script>', null],
  ['12 34', null],
])('the pixel id %j is read as %j', (trackingPixelId, expected) => {
  expect(pixelIdOf({ trackingPixelId })).toBe(expected);
});
