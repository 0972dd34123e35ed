import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectApi } from '#browser/api.ts';
import { keptForm } from '#browser/kept-form.ts';
import { type FakeAnswer, fakeNetwork, givenTabStorage, memoryText, type SeenCall } from '#browser/testing.ts';
import { ORDERED_CART_FIELD } from '#kernel/cart-ordered.ts';
import { ENGLISH } from '#kernel/language.ts';
import type { Cart } from '../contract.ts';
import { cartCopy } from './cart-copy.ts';
import { browserCartStore, type CartStore, createCartStore } from './cart-store.ts';

const announce = vi.fn();

/** The server's clock is ten minutes ahead of this machine's. */
const AHEAD_MS = 600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2027, 6, 1, 12) });
  announce.mockReset();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  connectApi({
    token: () => null,
    catalogueVersion: () => null,
    wanted: () => ({}),
    onStart: () => () => {},
    onLoginRefused: () => {},
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const serverNow = () => Date.now() + AHEAD_MS;

function makeCart(seconds: number, changes: Partial<Cart> = {}): Cart {
  return {
    code: 'CART1',
    now: new Date(serverNow()).toISOString(),
    expires_at: new Date(serverNow() + seconds * 1_000).toISOString(),
    products: [{ id: '1' }] as Cart['products'],
    merchandise: [],
    total_price: 100 as Cart['total_price'],
    ...changes,
  };
}

let stop: () => void = () => {};
afterEach(() => stop());

function begin(
  answer: (call: SeenCall, count: number) => FakeAnswer = () => ({ status: 410, body: { message: 'Expired.' } }),
  code: string | null = null,
  tab = givenTabStorage(),
) {
  const kept = memoryText(code);
  const notify = vi.fn();
  let notifyFromTab = () => {};
  const otherTabs = {
    notify,
    onChange(listener: () => void) {
      notifyFromTab = listener;
      return () => {};
    },
  };
  const store = createCartStore({
    kept,
    copy: cartCopy(keptForm('cart', tab)),
    otherTabs,
    announce: (sentence, urgency) => announce(sentence(ENGLISH), urgency),
  });
  const fake = fakeNetwork(answer);
  vi.stubGlobal('fetch', fake.fetch);
  stop = store.start();
  return { store, kept, seen: fake.seen, notify, notifyFromTab: () => notifyFromTab() };
}

test('the cart’s code is stored, and its clock follows the server, not this machine', () => {
  const { store, kept } = begin();
  store.take(makeCart(900));
  expect(kept.read()).toBe('CART1');
  expect(store.secondsLeft()).toBe(900);
});

test('listeners are notified once per second while the clock runs; the cart object does not change', () => {
  const { store } = begin();
  store.take(makeCart(900));
  const first = store.get();
  const listener = vi.fn();
  store.subscribe(listener);
  vi.advanceTimersByTime(10_000);
  expect(store.secondsLeft()).toBe(890);
  expect(listener).toHaveBeenCalledTimes(10);
  expect(store.get()).toBe(first);
});

test('5, 2 and 1 minute are announced politely and 30 seconds assertively, each once', () => {
  const { store } = begin();
  store.take(makeCart(900));
  vi.advanceTimersByTime(890_000);
  expect(announce.mock.calls).toEqual([
    ['5 minutes left to check out.', 'polite'],
    ['2 minutes left to check out.', 'polite'],
    ['1 minute left to check out.', 'polite'],
    ['30 seconds left to check out.', 'assertive'],
  ]);
});

test('reloading a cart does not announce a threshold twice', () => {
  const { store } = begin();
  const cart = makeCart(310);
  store.take(cart);
  vi.advanceTimersByTime(20_000);
  store.take({ ...cart, now: new Date(serverNow()).toISOString() });
  vi.advanceTimersByTime(20_000);
  expect(announce).toHaveBeenCalledTimes(1);
});

test('when a cart’s time is up, it is reloaded and dropped, and its items are kept for an offer', async () => {
  const { store, kept, seen } = begin();
  store.take(makeCart(5));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(seen.map((call) => call.name)).toEqual(['get-cart']);
  expect(store.get()).toMatchObject({ status: 'none', code: null, cart: null, expired: { code: 'CART1' } });
  expect(kept.read()).toBeNull();
  store.dismissExpired();
  expect(store.get().expired).toBeNull();
});

test('a cart that another tab has extended continues after its old end', async () => {
  const { store } = begin(() => ({ body: { cart: makeCart(900) } }));
  store.take(makeCart(5));
  await vi.advanceTimersByTimeAsync(5_600);
  expect(store.get().status).toBe('ready');
  expect(store.secondsLeft()).toBeGreaterThan(890);
});

test('the cart of a stored code is loaded, and an unknown code is forgotten', async () => {
  const known = begin(() => ({ body: { cart: makeCart(300) } }), 'CART1');
  expect(known.store.get().status).toBe('loading');
  await vi.advanceTimersByTimeAsync(10);
  expect(known.store.get().status).toBe('ready');
  stop();
  const unknown = begin(() => ({ status: 404, body: { message: 'No such cart.' } }), 'OLD');
  await vi.advanceTimersByTimeAsync(10);
  expect(unknown.store.get()).toMatchObject({ status: 'none', code: null, expired: null });
  expect(unknown.kept.read()).toBeNull();
});

test('while the shop is unreachable no cart is shown, but its code is kept and loaded again later', async () => {
  let isReachable = false;
  const { store, kept } = begin(() => (isReachable ? { body: { cart: makeCart(300) } } : 'cut'), 'CART1');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.get()).toMatchObject({ status: 'none', cart: null });
  expect(kept.read()).toBe('CART1');
  isReachable = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get().status).toBe('ready');
});

test('a change in this tab notifies the other tabs; one in another tab is loaded and not passed on', async () => {
  const { store, notify, notifyFromTab, seen } = begin(() => ({ body: { cart: makeCart(900, { products: [] }) } }));
  store.take(makeCart(900));
  expect(notify).toHaveBeenCalledTimes(1);
  notifyFromTab();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toHaveLength(1);
  expect(store.get().cart?.products).toEqual([]);
  expect(notify).toHaveBeenCalledTimes(1);
});

test('this tab switches to the cart of another tab', async () => {
  const { store, kept } = begin(() => ({ body: { cart: makeCart(900, { code: 'CART2' }) } }));
  store.take(makeCart(900));
  kept.changeElsewhere('CART2');
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get()).toMatchObject({ code: 'CART2', status: 'ready' });
  kept.changeElsewhere(null);
  expect(store.get()).toMatchObject({ code: null, cart: null });
});

test('this tab switches to the code that a login in another tab gave the cart', async () => {
  const { store, kept, notifyFromTab } = begin(({ body }) =>
    body.cart === 'CART1'
      ? { status: 404, body: { message: 'We could not find your cart.' } }
      : { body: { cart: makeCart(900, { code: 'CART2' }) } },
  );
  store.take(makeCart(900));
  // The other tab has written its code, but this tab is notified of a change in the cart first.
  kept.write('CART2');
  notifyFromTab();
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get()).toMatchObject({ status: 'ready', code: 'CART2', expired: null });
  expect(kept.read()).toBe('CART2');
});

test('if another tab changes the code while this cart is loading, the other cart is loaded next', async () => {
  const { store, kept, notifyFromTab } = begin(({ body }) => ({
    body: { cart: makeCart(900, { code: String(body.cart) }) },
  }));
  store.take(makeCart(900));
  notifyFromTab();
  kept.changeElsewhere('CART2');
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get()).toMatchObject({ status: 'ready', code: 'CART2' });
});

/** In another language: the store must not depend on the sentence. */
const orderedCart = {
  message: 'Aus Ihrem Warenkorb ist eine Bestellung geworden.',
  errors: { [ORDERED_CART_FIELD]: ['Aus Ihrem Warenkorb ist eine Bestellung geworden.'] },
};

test('a cart that was ordered elsewhere is shown as ordered and not as expired, even at its end', async () => {
  const { store, kept } = begin(() => ({ status: 410, body: orderedCart }));
  store.take(makeCart(5));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(store.get()).toMatchObject({ status: 'none', code: null, cart: null, expired: null, isOrdered: true });
  expect(kept.read()).toBeNull();
  store.take(makeCart(900));
  expect(store.get().isOrdered).toBe(false);
});

test.each([
  ['ordered it', orderedCart, true],
  ['let it expire', { message: 'Your cart has expired.' }, false],
])('if another tab drops the code because it %s, this tab knows why', async (_why, body, isOrdered) => {
  const { store, kept } = begin(() => ({ status: 410, body }));
  store.take(makeCart(900));
  kept.changeElsewhere(null);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.get()).toMatchObject({ status: 'none', code: null, cart: null, expired: null, isOrdered });
});

describe('a page that is reloaded', () => {
  const gone = () => ({ status: 410, body: { message: 'Expired.' } });
  const alive = () => ({ body: { cart: makeCart(900) } });
  const settled = () => vi.advanceTimersByTimeAsync(10);

  /** The storage of a tab whose page was left while it had a cart. */
  function createLeftTab(): () => Storage {
    const tab = givenTabStorage();
    begin(alive, null, tab).store.take(makeCart(900));
    stop();
    return tab;
  }

  test('offers the items of a cart that has expired in the meantime, even after another reload', async () => {
    const tab = createLeftTab();
    const { store, kept } = begin(gone, 'CART1', tab);
    await settled();
    expect(store.get()).toMatchObject({
      status: 'none',
      cart: null,
      expired: { code: 'CART1', products: [{ id: '1' }] },
    });
    expect(kept.read()).toBeNull();
    stop();
    expect(begin(gone, null, tab).store.get().expired).toMatchObject({ code: 'CART1' });
  });

  test('does not offer items that were declined or are in a new cart', async () => {
    for (const endOffer of [
      (store: CartStore) => store.dismissExpired(),
      (store: CartStore) => store.take(makeCart(900, { code: 'CART2' })),
    ]) {
      const tab = createLeftTab();
      const { store } = begin(gone, 'CART1', tab);
      await settled();
      endOffer(store);
      stop();
      expect(begin(gone, null, tab).store.get().expired).toBeNull();
    }
  });

  test('offers nothing if the cart continues, is another one, is empty or became an order', async () => {
    const ordered = () => ({
      status: 410,
      body: { message: 'Ordered.', errors: { [ORDERED_CART_FIELD]: ['Ordered.'] } },
    });
    for (const [answer, code] of [
      [alive, 'CART1'],
      [gone, 'CART2'],
      [ordered, 'CART1'],
      [gone, null],
    ] as const) {
      const { store } = begin(answer, code, createLeftTab());
      await settled();
      expect(store.get().expired).toBeNull();
      stop();
    }
    const tab = createLeftTab();
    begin(alive, null, tab).store.take(makeCart(900, { products: [] }));
    stop();
    const { store } = begin(gone, 'CART1', tab);
    await settled();
    expect(store.get().expired).toBeNull();
  });

  test('offers the items once an unreachable shop answers that the cart has expired', async () => {
    let isReachable = false;
    const { store } = begin(() => (isReachable ? gone() : 'cut'), 'CART1', createLeftTab());
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.get().expired).toBeNull();
    isReachable = true;
    await store.reload();
    expect(store.get().expired).toMatchObject({ code: 'CART1' });
  });
});

test.each([
  [
    'that forbids storage and channels, as Firefox does with cookies blocked',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  ],
  ['without channels', undefined],
])('the page still has a cart in a browser %s', (_, BroadcastChannel) => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel);
  vi.stubGlobal('localStorage', undefined);
  const store = browserCartStore(Promise.resolve(ENGLISH));
  const stop = store.start();
  store.take(makeCart(600));
  expect(store.get().status).toBe('ready');
  stop();
});
