import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userData } from '#features/user-data/contract.ts';
import { announcedRooms, closeRoom, openRoomNow, startRoom } from '#features/waiting-room/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';
import { startCatalogueCache } from './catalogue-cache.ts';
import { createVisitorBundles } from './visitor-bundles.ts';

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(() => app.close());

const bundleOf = async (body: object) => (await app.call('get-data', body)).body.data;

test('a visitor and a customer get all members of the bundle, but the items only if they do not have them yet', async () => {
  for (const token of [null, await app.login()]) {
    const whole = await bundleOf({ token });
    expect(userData.parse(whole)).toEqual(whole);
    const { products, merchandise, ...rest } = whole;
    expect(products.length + merchandise.length).toBe(14);
    expect(await bundleOf({ token, catalogue_version: whole.catalogue_version })).toEqual(rest);
    expect(await bundleOf({ token, catalogue_version: 'another' })).toEqual(whole);
  }
});

describe('a caller who requests changes', () => {
  const changesOf = (token: string | null, version: string) =>
    bundleOf({ token, catalogue_version: version, catalogue: 'changes' });
  const holder = { full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' };
  const codesOf = (items: { external_code: string }[]) => items.map((item) => item.external_code);

  test('gets neither items nor configuration when nothing has changed', async () => {
    for (const token of [null, await app.login()]) {
      const { config: _c, products: _p, merchandise: _m, ...rest } = await bundleOf({ token });
      expect(await changesOf(token, rest.catalogue_version)).toEqual(rest);
    }
  });

  test('gets only the item that was added to a cart, with its remaining stock', async () => {
    const { data: before } = (await app.call('get-data', {})).body;
    const { body } = await app.call('add-product-to-cart', {
      external_code: 'saturday',
      ...holder,
      catalogue_version: before.catalogue_version,
      catalogue: 'changes',
    });
    expect(userData.parse(body.data)).toEqual(body.data);
    const { catalogue_changes: changes, ...rest } = body.data;
    expect(Object.keys(rest)).not.toEqual(expect.arrayContaining(['config']));
    expect(Object.keys(rest)).not.toEqual(expect.arrayContaining(['products']));
    expect(changes).toMatchObject({ since: before.catalogue_version, merchandise: [] });
    expect(Object.keys(changes)).toEqual(['since', 'products', 'merchandise']);
    expect(codesOf(changes.products)).toEqual(['saturday']);
    expect(changes.products).toEqual(
      (await bundleOf({})).products.filter((item: { id: string }) => item.id === changes.products[0].id),
    );
  });

  test('gets the ids of all items in order when items were removed, restored or reordered', async () => {
    const token = await app.login();
    const before = await bundleOf({ token });
    const [first, second] = before.products;
    await app.db.run('update shop_items set is_active = false where id = $1', [first.id]);
    await app.catalogue.fresh();
    const without = await bundleOf({ token });
    const gone = await changesOf(token, before.catalogue_version);
    expect(gone.catalogue_changes).toEqual({
      since: before.catalogue_version,
      products: [],
      merchandise: [],
      product_ids: without.products.map((item: { id: string }) => item.id),
      merchandise_ids: without.merchandise.map((item: { id: string }) => item.id),
    });
    expect(gone.catalogue_changes.product_ids).not.toContain(first.id);
    await app.db.run('update shop_items set is_active = true, position = position + 1 where id = $1', [first.id]);
    await app.db.run('update shop_items set position = position - 1 where id = $1', [second.id]);
    await app.catalogue.fresh();
    const back = await changesOf(token, without.catalogue_version);
    expect(codesOf(back.catalogue_changes.products)).toEqual([first.external_code]);
    expect(back.catalogue_changes.product_ids.slice(0, 2)).toEqual([second.id, first.id]);
  });

  test('gets the configuration when it has changed', async () => {
    const token = await app.login();
    const before = await bundleOf({ token });
    await app.db.run(
      `update shop_state set version = version + 1, config = jsonb_set(config, '{public,name}', '"Larkless"')`,
    );
    await app.catalogue.shop();
    await app.catalogue.fresh();
    const after = await changesOf(token, before.catalogue_version);
    expect(after.config.name).toBe('Larkless');
    expect(after.catalogue_changes).toMatchObject({ products: [], merchandise: [] });
  });

  test('with a version of another process gets nothing until something changes, and then everything', async () => {
    const token = await app.login();
    const other = await startCatalogueCache(app.db, app.clock, () => {});
    other.stop();
    const { version } = await other.recent();
    expect(await changesOf(token, version)).not.toHaveProperty('products');
    await app.db.run("update shop_items set sold = sold + 1 where external_code = 'saturday'");
    await app.catalogue.fresh();
    const answer = await changesOf(token, version);
    expect(answer).not.toHaveProperty('catalogue_changes');
    expect(answer).toEqual(await bundleOf({ token }));
  });
});

test('a visitor of a shop with a large catalogue also gets only the changes', async () => {
  await app.db.run(
    `insert into shop_items (external_code, kind, name, type, event_id, position, price, fee, tax_basis_points, refund_fee,
       limit_per_order, timezone, payment_plan, details, capacity, capacity_wanted)
     select 'more-' || n, kind, name || n, type, event_id, 1000 + n, price, fee, tax_basis_points, refund_fee,
       limit_per_order, timezone, payment_plan, details, 50, 50
     from shop_items, generate_series(1, 100) as n
     where external_code = 'sunday'`,
  );
  await app.catalogue.fresh();
  const before = await bundleOf({});
  await app.db.run("update shop_items set sold = sold + 1 where external_code = 'more-7'");
  await app.catalogue.fresh();
  const { catalogue_changes: changes } = await bundleOf({
    catalogue_version: before.catalogue_version,
    catalogue: 'changes',
  });
  expect(changes.products).toEqual([expect.objectContaining({ external_code: 'more-7' })]);
});

test("a visitor's bundle guesses the country from the browser's languages, and only if the shop knows it", async () => {
  const countryFor = async (language: string) => {
    const answer = await fetch(`${app.url}/api/get-data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: '{}',
    });
    return ((await answer.json()) as { data: { country: string | null } }).data.country;
  };
  expect(await countryFor('nl-BE,nl;q=0.8')).toBe('BE');
  expect(await countryFor('de-DE')).toBe('DE');
  expect(await countryFor('xx-QQ')).toBe(null);
});

test("a visitor's bundle is compressed if the browser accepts it, and is not cached anywhere", async () => {
  const body = '{}';
  const { body: answer, headers } = await rawCall(body, 'br, gzip');
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.get('vary')).toContain('accept-encoding');
  expect(headers.get('cache-control')).toBe('no-store');
  const plain = await rawCall(body, 'identity');
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(brotliDecompressSync(answer).toString()).toBe(plain.body.toString());
});

/** Returns the answer's body still compressed. */
async function rawCall(body: string, encoding: string): Promise<{ body: Buffer; headers: Headers }> {
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/api/get-data',
    headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    body,
  });
  return { body: answer.rawPayload, headers: new Headers(answer.headers as Record<string, string>) };
}

describe('a waiting room', () => {
  const opensAt = () => new Date(app.clock.now().getTime() + 3_600_000);
  const announced = async (body: object) => (await bundleOf(body)).waiting_rooms;
  const close = async (id: number) => {
    await closeRoom(app.db, { id, actor: commandLine('Berta') }, app.clock.now());
    await app.server.rooms.refresh();
  };
  async function givenRoom(): Promise<number> {
    const limits = { maxPerMinute: 60, maxInside: 10, minutesInside: 10 };
    const wanted = { eventId: null, opens: opensAt(), actor: commandLine('Berta'), ...limits };
    const started = await startRoom(app.db, wanted, app.clock.now());
    if (!started.ok) throw new Error(started.error.kind);
    await app.server.rooms.refresh();
    return started.value.id;
  }

  test('is announced in every bundle, also to callers who know the catalogue, until it is closed', async () => {
    const token = await app.login();
    const { catalogue_version: version, ...before } = await bundleOf({});
    expect(before.waiting_rooms).toBeUndefined();
    const id = await givenRoom();
    const room = {
      ...{ event_id: null, event_name: null, address: '/waiting-room', opens_at: opensAt().toISOString() },
      ...{ paused: false, about_minutes: null },
    };
    const callers = [{}, { token }, { catalogue_version: version }];
    for (const body of callers) expect(await announced(body)).toEqual([room]);
    await openRoomNow(app.db, { id, actor: commandLine('Berta') }, app.clock.now());
    await app.server.rooms.refresh();
    for (const body of callers) expect(await announced(body)).toEqual([{ ...room, opens_at: null, about_minutes: 1 }]);
    await close(id);
    for (const body of callers) expect(await announced(body)).toBeUndefined();
  });

  test('changes the version of pages when it opens and closes, so that no cached page is wrong about it', async () => {
    const visitors = createVisitorBundles(app.catalogue, announcedRooms(app.server.rooms));
    const before = await visitors.forPages();
    const id = await givenRoom();
    const during = await visitors.forPages();
    expect(during.version).not.toBe(before.version);
    expect(during.bundle.waiting_rooms).toHaveLength(1);
    await close(id);
    expect((await visitors.forPages()).version).toBe(before.version);
  });
});
