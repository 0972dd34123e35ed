import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { changeRoom, closeRoom, openRoomNow, pauseRoom, startRoom } from '#features/waiting-room/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { openDb } from '#platform/db/db.ts';
import { createAdmission, everybodyAdmitted } from '#platform/http/admission.ts';
import { givenTwoShops, setClocks, type TwoShops } from './races/two-shops.ts';
import { type Answer, givenShopApp, type ShopApp } from './support/shop-app.ts';

const START = new Date('2026-11-20T10:00:00Z');
const actor = commandLine('Berta');
const limits = { maxPerMinute: 600, maxInside: 1_000, minutesInside: 10 };

let two: TwoShops;
let now = START;
let eventId: number;
const db = () => two.shops[0].db;

beforeAll(async () => {
  two = await givenTwoShops();
  eventId = (await db().row<{ id: number }>("select id from events where code = 'sandlark'"))!.id;
});
afterEach(async () => {
  for (const room of two.shops[0].server.rooms.all()) await closeRoom(db(), { id: room.id, actor }, now);
  await refresh();
});
afterAll(async () => {
  expect(await two.findings()).toEqual([]);
  await two.close();
});

const refresh = () => Promise.all(two.shops.map(({ server }) => server.rooms.refresh()));

/** Moves both clocks, and refreshes the rooms of both servers twice. */
async function pass(milliseconds: number): Promise<void> {
  now = new Date(now.getTime() + milliseconds);
  await setClocks(two, now);
  await refresh();
  await refresh();
}
async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) await pass(1_000);
}

async function givenRoom(wanted: Partial<Parameters<typeof startRoom>[1]> = {}): Promise<number> {
  const started = await startRoom(db(), { eventId, opens: 'now', actor, ...limits, ...wanted }, now);
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  await refresh();
  return started.value.id;
}

let turn = 0;
const call = (name: string, body: object): Promise<Answer> => two.call(turn++, name, body);

async function takePlace(externalCode = 'saturday'): Promise<string> {
  const { status, body } = await call('take-place', { external_code: externalCode });
  if (status !== 200 || !body.place) throw new Error(JSON.stringify(body));
  return body.place;
}
const takePlaces = (count: number) => Promise.all(Array.from({ length: count }, () => takePlace()));
const stateOf = async (place: string) => (await call('get-place', { place })).body.waiting_room;
async function enter(place: string) {
  const { status, body } = await call('enter-shop', { place });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.waiting_room;
}

let holders = 0;
function add(more: object = {}): Promise<Answer> {
  holders += 1;
  const letters = holders.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return call('add-product-to-cart', {
    external_code: 'saturday',
    full_name: `Holder ${letters}`,
    email: 'holder@example.org',
    age: '25-34',
    ...more,
  });
}
const entriesOf = async (roomId: number) =>
  (await db().row<{ count: number }>('select count(*) from waiting_room_entries where room_id = $1', [roomId]))!.count;

/** Returns a place that has entered. */
async function givenEntry(): Promise<string> {
  const place = await takePlace();
  await passSeconds(1);
  expect(await enter(place)).toMatchObject({ state: 'inside' });
  return place;
}

describe('a waiting room in front of an event', () => {
  test('nobody can begin a cart with its items without an entry; other items are not restricted', async () => {
    await givenRoom();
    for (let each = 0; each < 2; each += 1) {
      const { status, body } = await add();
      expect([status, body.waiting_room]).toEqual([409, '/waiting-room/sandlark']);
      expect((await call('add-merchandise-to-cart', { external_code: 'poster-a2' })).status).toBe(200);
    }
    expect((await call('take-place', { external_code: 'poster-a2' })).body).toEqual({
      place: null,
      waiting_room: null,
    });
  });

  test('a visitor who is called enters, begins one cart, and continues with it', async () => {
    await givenRoom();
    const place = await takePlace();
    expect((await add({ place })).status).toBe(409);
    expect(await stateOf(place)).toMatchObject({ state: 'waiting', ahead: 0, address: '/waiting-room/sandlark' });
    await passSeconds(1);
    expect(await stateOf(place)).toMatchObject({ state: 'called' });
    // Being called is not enough: the time inside begins when the visitor enters.
    expect((await add({ place })).status).toBe(409);
    const { until } = await enter(place);
    expect(until).toBe(new Date(now.getTime() + 10 * 60_000).toISOString());
    const { status, body } = await add({ place });
    expect(status).toBe(200);
    // A cart in progress is never blocked, even without the place and after its time.
    await pass(11 * 60_000);
    expect((await add({ cart: body.cart.code })).status).toBe(200);
    expect(await stateOf(place)).toMatchObject({ state: 'inside' });
  });

  test('a cart that already has its items continues; a cart with other items must wait', async () => {
    const started = (await add()).body.cart.code;
    const other = (await call('add-merchandise-to-cart', { external_code: 'poster-a2' })).body.cart.code;
    await pass(1_000);
    await givenRoom();
    expect((await add({ cart: started })).status).toBe(200);
    const { status, body } = await add({ cart: other });
    expect([status, body.waiting_room]).toEqual([409, '/waiting-room/sandlark']);
    const place = await givenEntry();
    expect((await add({ cart: other, place })).status).toBe(200);
  });

  test('replaces the shop’s room for that event', async () => {
    await givenRoom({ eventId: null });
    expect((await call('add-merchandise-to-cart', { external_code: 'poster-a2' })).body.waiting_room).toBe(
      '/waiting-room',
    );
    await givenRoom();
    expect((await add()).body.waiting_room).toBe('/waiting-room/sandlark');
    const place = await givenEntry();
    expect((await add({ place })).status).toBe(200);
    const inShop = await call('add-merchandise-to-cart', { external_code: 'poster-a2', place });
    expect(inShop.status).toBe(409);
  });
});

describe('a place', () => {
  test('has its own number, and none is missing, when many visitors come to two processes at once', async () => {
    const roomId = await givenRoom();
    const places = await takePlaces(60);
    expect(new Set(places).size).toBe(60);
    expect(await db().row('select places from waiting_rooms where id = $1', [roomId])).toEqual({ places: 60 });
  });

  test('that is forged, or from a closed room, is refused', async () => {
    const id = await givenRoom();
    const place = await givenEntry();
    const forged = place.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect((await call('get-place', { place: forged })).status).toBe(404);
    expect((await add({ place: forged })).status).toBe(409);
    await closeRoom(db(), { id, actor }, now);
    await givenRoom();
    expect((await call('get-place', { place })).body.waiting_room).toBeNull();
    expect((await add({ place })).status).toBe(409);
  });

  test('that is used everywhere at the same time enters once and begins one cart', async () => {
    const roomId = await givenRoom();
    const place = await takePlace();
    await passSeconds(1);
    const entered = await Promise.all(Array.from({ length: 12 }, () => enter(place)));
    expect(new Set(entered.map(({ state, until }) => `${state} ${until}`)).size).toBe(1);
    expect(await entriesOf(roomId)).toBe(1);
    const items = ['saturday', 'dune-camping'];
    const adds = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add({ place, external_code: items[Math.floor(index / 2) % 2] })),
    );
    const done = adds.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    for (const { status, body } of adds) {
      if (status !== 200) expect([status, body.message]).toEqual([409, expect.stringContaining('already been used')]);
    }
    // After the cart has expired, the place alone is tried once more: a copy does not work.
    const { code } = done[0]!.body.cart;
    expect((await add({ cart: code })).status).toBe(200);
    await pass(20 * 60_000);
    await two.shops[0].settle();
    expect((await add({ place })).status).toBe(409);
    expect(await stateOf(place)).toMatchObject({ state: 'ended' });
  });

  test('that enters several times at once is answered every time', async () => {
    const roomId = await givenRoom();
    const places = await takePlaces(40);
    await passSeconds(5);
    for (const place of places) {
      const entered = await Promise.all(Array.from({ length: 16 }, () => enter(place)));
      expect(entered.every(({ state }) => state === 'inside')).toBe(true);
    }
    expect(await entriesOf(roomId)).toBe(40);
  });

  test('keeps its entry when an item is sold out', async () => {
    await givenRoom();
    const place = await givenEntry();
    await db().run(
      "update shop_items set capacity = sold + held, capacity_wanted = sold + held where external_code = 'lark-lodge'",
    );
    expect((await add({ place, external_code: 'lark-lodge', age: null })).body.message).toContain('sold out');
    expect((await add({ place })).status).toBe(200);
  });

  test('that is called and does not enter within ten minutes has passed', async () => {
    await givenRoom();
    const place = await takePlace();
    await passSeconds(1);
    await pass(10 * 60_000);
    expect(await stateOf(place)).toMatchObject({ state: 'passed' });
    expect(await enter(place)).toMatchObject({ state: 'passed' });
  });

  test('without an item within its time inside has an entry that has ended', async () => {
    await givenRoom();
    const place = await givenEntry();
    await pass(10 * 60_000);
    expect(await stateOf(place)).toMatchObject({ state: 'ended' });
    const { status, body } = await add({ place });
    expect([status, body.message]).toEqual([409, expect.stringContaining('has ended')]);
  });
});

describe('the opening', () => {
  test('draws all earlier places once, the same in every process; later places queue behind', async () => {
    const roomId = await givenRoom({ opens: new Date(now.getTime() + 60_000) });
    const early = await takePlaces(40);
    expect(await stateOf(early[0]!)).toMatchObject({ state: 'hall', opens_at: expect.any(String), ahead: null });
    expect((await add({ place: early[0] })).status).toBe(409);
    // The room is slow, so that nobody is called while the test looks.
    await changeRoom(db(), { id: roomId, actor, maxPerMinute: 1 }, now);
    await pass(60_000);
    const late = [await takePlace(), await takePlace()];
    const aheadOf = async (place: string, of: 0 | 1) =>
      (await two.call(of, 'get-place', { place })).body.waiting_room.ahead as number;
    const ahead = await Promise.all(early.map((place) => aheadOf(place, 0)));
    expect(await Promise.all(early.map((place) => aheadOf(place, 1)))).toEqual(ahead);
    expect([...ahead].sort((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    // Only one draw in 40 factorial is their order of arrival.
    expect(ahead).not.toEqual([...ahead].sort((one, other) => one - other));
    expect([await aheadOf(late[0]!, 0), await aheadOf(late[1]!, 1)]).toEqual([40, 41]);
    const opened = await db().rows(
      "select details from audit_log where action = 'waiting-room.opened' and subject = $1",
      [`sandlark ${roomId}`],
    );
    expect(opened).toEqual([{ details: { drawn: 40 } }]);
  });

  test('can be moved or made immediate, but not undone', async () => {
    const roomId = await givenRoom({ opens: new Date(now.getTime() + 60_000) });
    expect(await changeRoom(db(), { id: roomId, actor, opensAt: now }, now)).toMatchObject({
      error: { kind: 'opens_in_the_past' },
    });
    expect((await changeRoom(db(), { id: roomId, actor, opensAt: new Date(now.getTime() + 90_000) }, now)).ok).toBe(
      true,
    );
    await pass(60_000);
    expect(two.shops[1].server.rooms.withId(roomId)!.status).toBe('scheduled');
    expect((await openRoomNow(db(), { id: roomId, actor }, now)).ok).toBe(true);
    expect(await changeRoom(db(), { id: roomId, actor, opensAt: new Date(now.getTime() + 90_000) }, now)).toMatchObject(
      {
        error: { kind: 'wrong_status' },
      },
    );
  });

  test('a second room in front of the same event is refused', async () => {
    await givenRoom();
    expect(await startRoom(db(), { eventId, opens: 'now', actor, ...limits }, now)).toEqual({
      ok: false,
      error: { kind: 'exists' },
    });
    expect(await startRoom(db(), { eventId: null, opens: 'now', actor, ...limits, maxPerMinute: 0 }, now)).toEqual({
      ok: false,
      error: { kind: 'out_of_range', limit: 'maxPerMinute' },
    });
  });
});

describe('calls', () => {
  const calledIn = (roomId: number) => two.shops[0].server.rooms.withId(roomId)!.called;

  test('from two processes together keep to the pace each second', async () => {
    const roomId = await givenRoom({ maxPerMinute: 120 });
    await takePlaces(30);
    await passSeconds(5);
    expect(calledIn(roomId)).toBe(10);
  });

  test('in a full shop follow an order or an expired cart, one each', async () => {
    const roomId = await givenRoom({ maxInside: 2, maxPerMinute: 6_000 });
    const places = await takePlaces(5);
    await passSeconds(2);
    expect(calledIn(roomId)).toBe(2);
    const called = [];
    for (const place of places) if ((await stateOf(place)).state === 'called') called.push(place);
    for (const place of called) expect(await enter(place)).toMatchObject({ state: 'inside' });
    const [buyer, other] = called;
    const { body } = await add({ place: buyer, token: two.token });
    expect((await add({ place: other })).status).toBe(200);
    await passSeconds(3);
    expect(calledIn(roomId)).toBe(2);
    const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
    const order = await call('checkout-cart', {
      token: two.token,
      cart: body.cart.code,
      customer: { country: 'NL', address },
      order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
    });
    expect(order.status).toBe(200);
    await passSeconds(2);
    expect(calledIn(roomId)).toBe(3);
    await pass(16 * 60_000);
    await two.shops[0].settle();
    await passSeconds(2);
    // The third did not come, so its place is free again too.
    expect(calledIn(roomId)).toBe(5);
  });

  test('stop while the room is paused, also for newcomers, and resume without a burst', async () => {
    const roomId = await givenRoom({ maxPerMinute: 60 });
    const places = await takePlaces(9);
    await passSeconds(2);
    await pauseRoom(db(), { id: roomId, actor }, now);
    await pass(60_000);
    expect(calledIn(roomId)).toBe(2);
    const states = await Promise.all(places.map(stateOf));
    expect(states.filter(({ state, paused }) => state === 'waiting' && paused)).toHaveLength(7);
    await openRoomNow(db(), { id: roomId, actor }, now);
    await passSeconds(3);
    expect(calledIn(roomId)).toBe(5);
  });

  test('speed up as soon as the operator raises the ceiling', async () => {
    const roomId = await givenRoom({ maxPerMinute: 60 });
    await takePlaces(30);
    await passSeconds(2);
    await changeRoom(db(), { id: roomId, actor, maxPerMinute: 600 }, now);
    await passSeconds(2);
    expect(calledIn(roomId)).toBe(22);
  });

  test('never make the number of people ahead of a waiting place grow', async () => {
    await givenRoom({ maxPerMinute: 300 });
    const places = await takePlaces(30);
    const last = places.at(-1)!;
    let before = Number.POSITIVE_INFINITY;
    for (let second = 0; second < 5; second += 1) {
      const { ahead } = await stateOf(last);
      expect(ahead ?? 0).toBeLessThanOrEqual(before);
      before = ahead ?? 0;
      await takePlace();
      await passSeconds(1);
    }
  });
});

describe('a room on standby', () => {
  let strained: ShopApp;
  let isStrained = false;
  beforeAll(async () => {
    const database = { ...two.shops[0].database, db: openDb({ connection: two.shops[0].database.connection }) };
    strained = await givenShopApp(
      { limits: two.shops[0].config.limits },
      {
        now,
        database: { ...database, drop: () => database.db.end() },
        admission: { ...everybodyAdmitted, isStrained: () => isStrained },
      },
    );
  });
  afterAll(() => strained.close());

  /** Lets time pass in steps, in which one process is strained or calm. */
  async function passUnder(load: 'strain' | 'calm', steps: number, stepMs = 1_000): Promise<void> {
    isStrained = load === 'strain';
    for (let step = 0; step < steps; step += 1) {
      now = new Date(now.getTime() + stepMs);
      await strained.clock.travelTo(now);
      await strained.server.rooms.refresh();
    }
    await setClocks(two, now);
    await refresh();
  }
  const liveRooms = () => two.shops[0].server.rooms.all().map(({ status, isAutomatic }) => [status, isAutomatic]);

  test('opens once a process was overloaded for seconds, closes after that, and watches again', async () => {
    await givenRoom({ eventId: null, opens: 'under-load' });
    const cart = (await add()).body.cart.code;
    await passUnder('strain', 4);
    await passUnder('calm', 4);
    await passUnder('strain', 4);
    expect(liveRooms()).toEqual([['standby', true]]);
    await passUnder('strain', 3);
    expect(liveRooms()).toEqual([['open', true]]);
    expect((await add()).body.waiting_room).toBe('/waiting-room');
    expect((await add({ cart })).status).toBe(200);
    const place = await takePlace();
    // The shop stays overloaded, so the pace falls.
    await passUnder('strain', 10);
    const { pace, maxPerMinute } = strained.server.rooms.all()[0]!;
    expect(pace).toBeLessThan(maxPerMinute / 5);
    expect(await enter(place)).toMatchObject({ state: 'inside' });
    await passUnder('calm', 1, 170_000);
    expect(liveRooms()).toEqual([['open', true]]);
    await passUnder('calm', 1, 15_000);
    expect(liveRooms()).toEqual([['standby', true]]);
    expect((await add()).status).toBe(200);
  });

  test('opens by the shop’s own measurement of its load, not while requests are served in time', async () => {
    await givenRoom({ eventId: null, opens: 'under-load' });
    let poolWaitMs = 0;
    const signs = { poolWaitMs: () => poolWaitMs, monotonicMs: () => now.getTime(), random: () => 0.5 };
    const admission = createAdmission({ maxNew: 64, busyAfterMs: 250 }, signs);
    /** Lets seconds pass in which many carts are started, and measures the load every 50 ms, as a real process does. */
    const passBusy = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        for (let tick = 0; tick < 20; tick += 1) {
          now = new Date(now.getTime() + 50);
          admission.tick();
          const entries = Array.from({ length: 20 }, () => admission.enter('begin'));
          for (const entry of entries) if (entry.admitted) entry.leave();
        }
        isStrained = admission.isStrained();
        await strained.clock.travelTo(now);
        await strained.server.rooms.refresh();
      }
      await setClocks(two, now);
      await refresh();
    };
    await passBusy(8);
    expect(liveRooms()).toEqual([['standby', true]]);
    poolWaitMs = 2_000;
    await passBusy(8);
    expect(liveRooms()).toEqual([['open', true]]);
    expect((await add()).body.waiting_room).toBe('/waiting-room');
    isStrained = false;
  });

  test('stays on standby while an operator’s room is open', async () => {
    await givenRoom({ eventId: null, opens: 'under-load' });
    await givenRoom({ eventId: null });
    await passUnder('strain', 10);
    expect(liveRooms().sort()).toEqual([
      ['open', false],
      ['standby', true],
    ]);
    await passUnder('calm', 3);
  });
});

test('a waiting room in front of the shop does not block orders, logins and carts in progress', async () => {
  const cart = (await add({ token: two.token })).body.cart.code;
  await pass(1_000);
  await givenRoom({ eventId: null });
  expect((await call('get-cart', { cart, token: two.token })).status).toBe(200);
  expect((await call('extend-cart', { cart, token: two.token })).status).toBe(200);
  expect((await call('get-data', {})).status).toBe(200);
  expect((await call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' })).status).toBe(200);
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const { status } = await call('checkout-cart', {
    token: two.token,
    cart,
    customer: { country: 'NL', address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  expect(status).toBe(200);
});
