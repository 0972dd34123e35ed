import { afterEach, expect, test, vi } from 'vitest';
import { KEPT_PAGES } from '#kernel/kept-pages.ts';
import { call, connectApi } from './api.ts';
import { type Bundle, createSessionStore } from './session-store.ts';
import { type FakeAnswer, fakeNetwork, memoryText, type SeenCall } from './testing.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const mila = { full_name: 'Mila Okonkwo', email: 'mila@example.org' };

const bundle = (changes: Record<string, unknown> = {}) =>
  ({
    config: { name: 'Sandlark' },
    country: 'NL',
    customer: null,
    products: [{ id: '1' }],
    merchandise: [],
    catalogue_version: 'v1',
    existing_tickets: [],
    can_save_card: false,
    ...changes,
  }) as unknown as Bundle;

function begin(
  answer: (call: SeenCall, count: number) => FakeAnswer | Promise<FakeAnswer>,
  options: { token?: string; bundle?: Bundle } = {},
) {
  const kept = memoryText(options.token ?? null);
  const store = createSessionStore({ kept, bundle: options.bundle });
  connectApi(store.api);
  const fake = fakeNetwork(answer);
  vi.stubGlobal('fetch', fake.fetch);
  return { store, kept, seen: fake.seen };
}

test('without a bundle in the page, the session is loading until everything is there', async () => {
  const { store } = begin(() => ({ body: { data: bundle() } }));
  expect(store.get()).toMatchObject({ status: 'loading', bundle: null });
  await store.load();
  expect(store.get()).toMatchObject({ status: 'ready', bundle: { country: 'NL' } });
});

test('a failed first load can be tried again', async () => {
  const { store } = begin((_call, count) => (count === 1 ? { status: 500 } : { body: { data: bundle() } }));
  await store.load();
  expect(store.get()).toMatchObject({ status: 'failed', loadFailed: true });
  await store.load();
  expect(store.get()).toMatchObject({ status: 'ready', loadFailed: false });
});

test('a bundle in the page is shown immediately, and the full catalogue is requested', async () => {
  const { store, seen } = begin(() => ({ body: { data: bundle() } }), { bundle: bundle({ products: [] }) });
  expect(store.get()).toMatchObject({ status: 'ready', hydratedFromServer: true });
  await store.load();
  expect(seen[0]?.body.catalogue_version).toBeUndefined();
  expect(store.get().hydratedFromServer).toBe(false);
  expect(store.get().bundle?.products).toHaveLength(1);
});

test('an answer without the catalogue keeps the known one', async () => {
  const { store, seen } = begin((_call, count) =>
    count === 1
      ? { body: { data: bundle() } }
      : { body: { data: bundle({ products: undefined, merchandise: undefined }) } },
  );
  await store.load();
  await store.load();
  expect(seen[1]?.body.catalogue_version).toBe('v1');
  expect(store.get().bundle?.products).toHaveLength(1);
});

const item = (id: string, stock_level: number) => ({ id, stock_level });

test('an answer with only the changes keeps the rest of the catalogue and the configuration', async () => {
  const { store, seen } = begin((_call, count) =>
    count === 1
      ? { body: { data: bundle({ products: [item('1', 5), item('2', 5)], merchandise: [item('3', 5)] }) } }
      : {
          body: {
            data: bundle({
              config: undefined,
              products: undefined,
              merchandise: undefined,
              catalogue_version: 'v2',
              catalogue_changes: { since: 'v1', products: [item('2', 4)], merchandise: [] },
            }),
          },
        },
  );
  await store.load();
  await store.load();
  expect(seen[0]?.body).not.toHaveProperty('catalogue');
  expect(seen[1]?.body).toMatchObject({ catalogue_version: 'v1', catalogue: 'changes' });
  expect(store.get().bundle).toMatchObject({
    config: { name: 'Sandlark' },
    products: [item('1', 5), item('2', 4)],
    merchandise: [item('3', 5)],
    catalogue_version: 'v2',
  });
  expect(store.get().bundle).not.toHaveProperty('catalogue_changes');
});

test('of two answers that overtake each other, each changes the catalogue known at its request', async () => {
  const held: ((answer: FakeAnswer) => void)[] = [];
  const { store, seen } = begin((_call, count) =>
    count === 1
      ? { body: { data: bundle({ products: [item('1', 5), item('2', 5)] }) } }
      : new Promise<FakeAnswer>((resolve) => {
          held.push(resolve);
        }),
  );
  const changed = (version: string, ...products: object[]) => ({
    body: {
      cart: {},
      data: bundle({
        config: undefined,
        products: undefined,
        merchandise: undefined,
        catalogue_version: version,
        catalogue_changes: { since: 'v1', products, merchandise: [] },
      }),
    },
  });
  await store.load();
  const add = () => call('add-merchandise-to-cart', { cart: null, external_code: 'x' });
  const [first, second] = [add(), add()];
  await expect.poll(() => seen).toHaveLength(3);
  held[1]!(changed('v3', item('1', 4), item('2', 4)));
  await second;
  held[0]!(changed('v2', item('1', 4)));
  await first;
  expect(store.get().bundle).toMatchObject({ products: [item('1', 4), item('2', 5)], catalogue_version: 'v2' });
});

test('after changes to a catalogue other than ours, the next call requests all of it', async () => {
  const { store, seen } = begin((_call, count) =>
    count === 2
      ? {
          body: {
            data: bundle({
              products: undefined,
              merchandise: undefined,
              catalogue_version: 'v2',
              catalogue_changes: { since: 'v1', products: [item('9', 1)], merchandise: [] },
            }),
          },
        }
      : { body: { data: bundle({ products: [item('1', 5)] }) } },
  );
  for (let times = 0; times < 3; times += 1) await store.load();
  expect(seen.map(({ body }) => body.catalogue_version)).toEqual([undefined, 'v1', undefined]);
  expect(store.get().bundle).toMatchObject({ products: [item('1', 5)], catalogue_version: 'v1' });
});

test('without a login, the browser starts with the session that the server rendered', () => {
  const { store } = begin(() => ({ body: {} }), { bundle: bundle() });
  expect(store.get()).toBe(store.getServer());
  const { store: ofCustomer } = begin(() => ({ body: {} }), { bundle: bundle(), token: 'mine' });
  expect(ofCustomer.get().token).toBe('mine');
  expect(ofCustomer.getServer().token).toBeNull();
});

test('a login stores its token, and its data is the session', async () => {
  const { store, kept } = begin(() => ({ body: { remember_token: 'new', data: bundle({ customer: mila }) } }));
  const answer = await call('login', { email: 'mila@example.org', password: 'x' });
  store.login(answer.remember_token);
  expect(kept.read()).toBe('new');
  expect(store.get().bundle?.customer?.full_name).toBe('Mila Okonkwo');
});

test('a logout takes effect immediately and invalidates the token on the server', async () => {
  const { store, kept, seen } = begin(
    (seenCall) => ({ body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } }),
    {
      token: 'mine',
    },
  );
  await store.load();
  const done = store.logout();
  expect(store.get()).toMatchObject({ token: null, bundle: { customer: null, newest: { orders: [] } } });
  expect(kept.read()).toBeNull();
  await done;
  expect(seen.find((seenCall) => seenCall.name === 'logout')?.body.token).toBe('mine');
  expect(seen.at(-1)?.body.token).toBeNull();
});

test('data without a customer drops the token, and the login counts as expired until the next one', async () => {
  const { store, kept } = begin(() => ({ body: { data: bundle() } }), { token: 'stale' });
  expect(store.get().isLoginExpired).toBe(false);
  await store.load();
  expect(kept.read()).toBeNull();
  expect(store.get().isLoginExpired).toBe(true);
  await store.load();
  expect(store.get().isLoginExpired).toBe(true);
  store.login('new');
  expect(store.get().isLoginExpired).toBe(false);
});

test('after a logout the login does not count as expired', async () => {
  const { store } = begin((seenCall) => ({ body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } }), {
    token: 'mine',
  });
  await store.load();
  await store.logout();
  expect(store.get().isLoginExpired).toBe(false);
});

test('the Retry-After of a refused load is kept until a load works', async () => {
  const { store } = begin((_call, count) =>
    count === 1 ? { status: 503, headers: { 'retry-after': '40' } } : { body: { data: bundle() } },
  );
  await store.load();
  expect(store.get()).toMatchObject({ status: 'failed', loadFailed: true, retryAfter: 40 });
  await store.load();
  expect(store.get()).toMatchObject({ status: 'ready', loadFailed: false, retryAfter: null });
});

test('a recheck requests only changes, and changes nothing if it fails', async () => {
  const closed = { data: { ...bundle(), config: { name: 'Sandlark', shopActive: false } } };
  const { store, seen } = begin(
    (_call, count) => [{ body: { data: bundle() } }, { status: 500 }][count - 1] ?? { body: closed },
  );
  await store.load();
  const before = store.get();
  await store.recheck();
  expect(store.get()).toBe(before);
  await store.recheck();
  expect(seen[2]?.body).toMatchObject({ catalogue_version: 'v1', catalogue: 'changes' });
  expect(store.get().bundle?.config.shopActive).toBe(false);
});

test('401 while logged in logs the customer out and loads the data again', async () => {
  const { store, kept, seen } = begin(
    (seenCall) =>
      seenCall.name === 'get-data'
        ? { body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } }
        : { status: 401, body: { message: 'Please log in.' } },
    { token: 'mine' },
  );
  await store.load();
  await call('update-settings', {}).catch(() => null);
  await expect.poll(() => seen.at(-1)).toMatchObject({ name: 'get-data', body: { token: null } });
  expect(kept.read()).toBeNull();
  expect(store.get()).toMatchObject({ isLoginExpired: true, bundle: { customer: null } });
});

test('a slow read does not overwrite a newer change', async () => {
  let answerRead: (answer: FakeAnswer) => void = () => {};
  const { store } = begin((seenCall) =>
    seenCall.name === 'get-data'
      ? new Promise<FakeAnswer>((resolve) => {
          answerRead = resolve;
        })
      : { body: { cart: {}, data: bundle({ country: 'DE' }) } },
  );
  const reading = store.load();
  await call('add-merchandise-to-cart', { cart: null, external_code: 'x' });
  answerRead({ body: { data: bundle({ country: 'NL' }) } });
  await reading;
  expect(store.get().bundle?.country).toBe('DE');
});

test('data that was requested under another login is not shown', async () => {
  let answerRead: (answer: FakeAnswer) => void = () => {};
  const { store } = begin(
    (seenCall, count) =>
      count === 1
        ? new Promise<FakeAnswer>((resolve) => {
            answerRead = resolve;
          })
        : { body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } },
    { token: 'mine' },
  );
  const reading = store.load();
  await store.logout();
  answerRead({ body: { data: bundle({ customer: mila }) } });
  await reading;
  expect(store.get().bundle?.customer).toBeNull();
});

test('a logout in another tab immediately removes the customer from this one', async () => {
  const { store, kept } = begin(
    (seenCall) => ({ body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } }),
    { token: 'mine' },
  );
  store.watchOtherTabs();
  await store.load();
  kept.changeElsewhere(null);
  expect(store.get()).toMatchObject({ token: null, bundle: { customer: null } });
});

test('when a login ends in another tab, pages that this tab may have kept meanwhile are deleted', () => {
  const forgotten: string[] = [];
  vi.stubGlobal('caches', { delete: async (name: string) => forgotten.push(name) > 0 });
  const { store, kept } = begin(() => ({ body: { data: bundle() } }), { token: 'mine' });
  store.watchOtherTabs();
  kept.changeElsewhere('mine');
  expect(forgotten).toEqual([]);
  kept.changeElsewhere(null);
  expect(forgotten).toEqual([KEPT_PAGES]);
});

test('the snapshot for hydration is the anonymous one, whatever this browser has stored', () => {
  const { store } = begin(() => ({}), { token: 'mine', bundle: bundle() });
  expect(store.getServer()).toMatchObject({ token: null, hydratedFromServer: true });
});

const opened = (paid: number, ...refunds: string[]) => ({
  order: { code: 'SLK-1', total_paid: paid },
  refunds: refunds.map((id) => ({ id })),
});
const paidOf = (store: ReturnType<typeof begin>['store'], key: string) =>
  store.get().opened.get(key)?.found?.order.total_paid;

test('an opened order is found by its code and its refunds, and a missing one is null', async () => {
  const { store } = begin((seenCall) =>
    seenCall.body.order_id === 'SLK-1' ? { body: opened(5, 'R1') } : { status: 404, body: { message: 'No' } },
  );
  await store.open({ order_id: 'SLK-1' });
  expect([paidOf(store, 'order SLK-1'), paidOf(store, 'refund R1')]).toEqual([5, 5]);
  await store.open({ order_id: 'SLK-2' });
  expect(store.get().opened.get('order SLK-2')?.found).toBeNull();
});

test('on the page of an order each bundle updates that order, and a change drops the other orders', async () => {
  vi.stubGlobal('location', { pathname: '/portal/orders/SLK-1' });
  const { store, seen } = begin(
    (seenCall) => {
      if (seenCall.name === 'get-order') return { body: { order: { code: 'SLK-2' }, refunds: [] } };
      const open_order = opened(seenCall.name === 'get-data' ? 5 : 9);
      return { body: { code: null, data: bundle({ customer: mila, open_order }) } };
    },
    { token: 'mine' },
  );
  await store.load();
  expect(seen[0]?.body).toMatchObject({ orders: 'newest', open_order: 'SLK-1' });
  expect(paidOf(store, 'order SLK-1')).toBe(5);
  await store.open({ order_id: 'SLK-2' });
  await store.load();
  expect([...store.get().opened.keys()]).toEqual(['order SLK-1', 'order SLK-2']);
  await call('set-travel-time', { code: 'T', transport_time_id: '1' });
  expect([...store.get().opened.keys()]).toEqual(['order SLK-1']);
  expect(paidOf(store, 'order SLK-1')).toBe(9);
});

test('an order that arrives after a newer bundle is dropped', async () => {
  let answerOrder = (_answer: FakeAnswer) => {};
  const { store } = begin((seenCall) =>
    seenCall.name === 'get-order'
      ? new Promise<FakeAnswer>((resolve) => {
          answerOrder = resolve;
        })
      : { body: { data: bundle({ customer: mila }) } },
  );
  const opening = store.open({ order_id: 'SLK-1' });
  await store.load();
  answerOrder({ body: opened(5) });
  await opening;
  expect(store.get().opened.size).toBe(0);
});

test('older orders stay while the newest end at the same order, until a logout', async () => {
  let last = 'SLK-9';
  const { store } = begin(
    () => ({ body: { data: bundle({ customer: mila, newest: { orders: [{ code: last }], refunds: [] } }) } }),
    { token: 'mine' },
  );
  const older = { orders: [], has_older_orders: false, refunds: [], has_older_refunds: false };
  await store.load();
  store.keepOlder(older);
  await store.load();
  expect(store.get().older).toEqual(older);
  last = 'SLK-8';
  await store.load();
  expect(store.get().older).toBeNull();
  store.keepOlder(older);
  void store.logout();
  expect(store.get().older).toBeNull();
});
