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

test('given no bundle in the page, then the session is loading until everything is there', async () => {
  const { store } = begin(() => ({ body: { data: bundle() } }));
  expect(store.get()).toMatchObject({ status: 'loading', bundle: null });
  await store.load();
  expect(store.get()).toMatchObject({ status: 'ready', bundle: { country: 'NL' } });
});

test('given a first load that fails, then the session has failed and can be tried again', async () => {
  const { store } = begin((_call, count) => (count === 1 ? { status: 500 } : { body: { data: bundle() } }));
  await store.load();
  expect(store.get()).toMatchObject({ status: 'failed', loadFailed: true });
  await store.load();
  expect(store.get()).toMatchObject({ status: 'ready', loadFailed: false });
});

test('given a bundle in the page, then it is shown immediately, and the full catalogue is requested', async () => {
  const { store, seen } = begin(() => ({ body: { data: bundle() } }), { bundle: bundle({ products: [] }) });
  expect(store.get()).toMatchObject({ status: 'ready', hydratedFromServer: true });
  await store.load();
  expect(seen[0]?.body.catalogue_version).toBeUndefined();
  expect(store.get().hydratedFromServer).toBe(false);
  expect(store.get().bundle?.products).toHaveLength(1);
});

test('given an answer without the catalogue, because it is known, then the known one stays', async () => {
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

test('given an answer with only the changes, then the rest of the catalogue and the configuration stay', async () => {
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

test('given two answers that overtake each other, then each changes the catalogue that existed at its request', async () => {
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

test('given changes to a catalogue other than ours, then the next call requests all of it', async () => {
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

test('given nobody logged in, then the browser starts with the same session object that the server rendered with', () => {
  const { store } = begin(() => ({ body: {} }), { bundle: bundle() });
  expect(store.get()).toBe(store.getServer());
  const { store: ofCustomer } = begin(() => ({ body: {} }), { bundle: bundle(), token: 'mine' });
  expect(ofCustomer.get().token).toBe('mine');
  expect(ofCustomer.getServer().token).toBeNull();
});

test('given a login, then its token is kept and its data is the session', async () => {
  const { store, kept } = begin(() => ({ body: { remember_token: 'new', data: bundle({ customer: mila }) } }));
  const answer = await call('login', { email: 'mila@example.org', password: 'x' });
  store.login(answer.remember_token);
  expect(kept.read()).toBe('new');
  expect(store.get().bundle?.customer?.full_name).toBe('Mila Okonkwo');
});

test('given a logout, then nobody is logged in from that moment, and the token is ended on the server', async () => {
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

test('given data with a token but no customer, then the token is dropped and the login counts as lost until the next one', async () => {
  const { store, kept } = begin(() => ({ body: { data: bundle() } }), { token: 'stale' });
  expect(store.get().isLoginLost).toBe(false);
  await store.load();
  expect(kept.read()).toBeNull();
  expect(store.get().isLoginLost).toBe(true);
  await store.load();
  expect(store.get().isLoginLost).toBe(true);
  store.login('new');
  expect(store.get().isLoginLost).toBe(false);
});

test('given a logout by the customer, then the login does not count as lost', async () => {
  const { store } = begin((seenCall) => ({ body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } }), {
    token: 'mine',
  });
  await store.load();
  await store.logout();
  expect(store.get().isLoginLost).toBe(false);
});

test('given a load that the server refuses for a while, then its Retry-After is kept until a load works', async () => {
  const { store } = begin((_call, count) =>
    count === 1 ? { status: 503, headers: { 'retry-after': '40' } } : { body: { data: bundle() } },
  );
  await store.load();
  expect(store.get()).toMatchObject({ status: 'failed', loadFailed: true, retryAfter: 40 });
  await store.load();
  expect(store.get()).toMatchObject({ status: 'ready', loadFailed: false, retryAfter: null });
});

test('given a recheck, then only changes are requested, and a recheck that fails changes nothing', async () => {
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

test('given 401 while logged in, then the customer is logged out and the data is loaded again', async () => {
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
  expect(store.get()).toMatchObject({ isLoginLost: true, bundle: { customer: null } });
});

test('given a slow read that is overtaken by a change, then the change stays', async () => {
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

test('given data that was requested under another login, then it is not shown', async () => {
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

test('given a logout in another tab, then this one follows without showing the customer a moment longer', async () => {
  const { store, kept } = begin(
    (seenCall) => ({ body: { data: bundle({ customer: seenCall.body.token ? mila : null }) } }),
    { token: 'mine' },
  );
  store.watchOtherTabs();
  await store.load();
  kept.changeElsewhere(null);
  expect(store.get()).toMatchObject({ token: null, bundle: { customer: null } });
});

test('given a login that ends in another tab, then pages that this tab may have kept meanwhile are forgotten', () => {
  const forgotten: string[] = [];
  vi.stubGlobal('caches', { delete: async (name: string) => forgotten.push(name) > 0 });
  const { store, kept } = begin(() => ({ body: { data: bundle() } }), { token: 'mine' });
  store.watchOtherTabs();
  kept.changeElsewhere('mine');
  expect(forgotten).toEqual([]);
  kept.changeElsewhere(null);
  expect(forgotten).toEqual([KEPT_PAGES]);
});

test('given the server, then the snapshot for hydration is the anonymous one whatever this browser has stored', () => {
  const { store } = begin(() => ({}), { token: 'mine', bundle: bundle() });
  expect(store.getServer()).toMatchObject({ token: null, hydratedFromServer: true });
});

const opened = (paid: number, ...refunds: string[]) => ({
  order: { code: 'SLK-1', total_paid: paid },
  refunds: refunds.map((id) => ({ id })),
});
const paidOf = (store: ReturnType<typeof begin>['store'], key: string) =>
  store.get().opened.get(key)?.found?.order.total_paid;

test('given an order that a page opens, then it is found by its code and its refunds, and a missing one is null', async () => {
  const { store } = begin((seenCall) =>
    seenCall.body.order_id === 'SLK-1' ? { body: opened(5, 'R1') } : { status: 404, body: { message: 'No' } },
  );
  await store.open({ order_id: 'SLK-1' });
  expect([paidOf(store, 'order SLK-1'), paidOf(store, 'refund R1')]).toEqual([5, 5]);
  await store.open({ order_id: 'SLK-2' });
  expect(store.get().opened.get('order SLK-2')?.found).toBeNull();
});

test('given the page of an order, then each bundle contains its current state, and other orders are dropped after a change', async () => {
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

test('given an order that arrives after a newer bundle, then it is dropped', async () => {
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

test('given older orders on the list, then they stay while the newest end at the same order, and a logout drops them', async () => {
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
