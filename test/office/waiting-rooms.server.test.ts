import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/* Staff run waiting rooms from the office. The test shop's zone is Europe/Amsterdam. */

let app: ShopApp;
let manager: OfficePerson;

const limits = { max_per_minute: 600, max_inside: 2_000, minutes_inside: 10 };
const start = (changes: object = {}) =>
  manager.browser.call('waiting-room-start', { event: '', opens: 'now', opens_at: '', ...limits, ...changes });
const rooms = async () => (await manager.browser.done('waiting-rooms', {})).rooms;
const moveRoom = (id: number, to: string) => manager.browser.call('waiting-room-move', { id, to });

beforeAll(async () => {
  app = await givenShopApp();
  manager = await givenPerson(app, 'Joris Vos', ['manager']);
});
afterEach(async () => {
  for (const { id } of await rooms()) await moveRoom(id, 'closed');
});
afterAll(() => app.close());

test('limits are not saved over somebody else’s change that the form did not show', async () => {
  await start({ event: 'sandlark', opens: 'now', opens_at: '' });
  const [{ id }] = await rooms();
  const change = (was: object, most: number) =>
    manager.browser.call('waiting-room-change', { id, opens_at: '', ...limits, max_per_minute: most, was });
  expect((await change(limits, 70)).status).toBe(200);
  expect((await change(limits, 80)).status).toBe(409);
  expect((await rooms())[0].max_per_minute).toBe(70);
  expect((await change({ ...limits, max_per_minute: 70 }, 80)).status).toBe(200);
});

test('a room is scheduled, moved, opened, paused, resumed and ended, and each step is audited', async () => {
  const { body } = await start({ event: 'sandlark', opens: 'at', opens_at: '2026-12-01T10:00' });
  const [room] = await rooms();
  expect(room).toMatchObject({ id: body.id, status: 'scheduled', opens_at: '2026-12-01T09:00:00.000Z', waiting: 0 });
  await manager.browser.done('waiting-room-change', { id: room.id, opens_at: '2026-12-01T11:30', ...limits });
  expect((await rooms())[0].opens_at).toBe('2026-12-01T10:30:00.000Z');

  for (const to of ['open', 'paused', 'open']) {
    expect((await moveRoom(room.id, to)).status).toBe(200);
    expect((await rooms())[0].status).toBe(to);
  }
  await manager.browser.done('waiting-room-change', { id: room.id, opens_at: '', ...limits, max_per_minute: 60 });
  expect((await rooms())[0]).toMatchObject({ max_per_minute: 60, pace: 60 });
  expect((await moveRoom(room.id, 'closed')).status).toBe(200);
  expect(await rooms()).toEqual([]);

  const audit = await app.db.rows<{ action: string }>(
    `select action from audit_log where subject = $1 and staff_id = $2 and via = 'office' order by id`,
    [`sandlark ${room.id}`, manager.id],
  );
  expect(audit.map(({ action }) => action.replace('waiting-room.', ''))).toEqual([
    ...['started', 'changed', 'opened', 'paused', 'opened', 'changed', 'closed'],
  ]);
});

test('wrong input is refused at its field, and nothing is set up', async () => {
  const errorsOf = async (changes: object) => Object.keys((await start(changes)).body.errors ?? {});
  expect(await errorsOf({ max_per_minute: 0 })).toEqual(['max_per_minute']);
  expect(await errorsOf({ max_inside: 1_000_001 })).toEqual(['max_inside']);
  expect(await errorsOf({ minutes_inside: 61 })).toEqual(['minutes_inside']);
  for (const opens_at of ['', 'soon', '2026-02-30T10:00', '2020-01-01T10:00']) {
    expect(await errorsOf({ opens: 'at', opens_at })).toEqual(['opens_at']);
  }
  expect((await start({ event: 'no-such-event' })).status).toBe(404);
  expect(await rooms()).toEqual([]);
});

test('a second room for the same items is refused, and so is a step that its state does not allow', async () => {
  const { body } = await start();
  expect((await start()).status).toBe(409);
  await moveRoom(body.id, 'closed');
  expect((await moveRoom(body.id, 'open')).status).toBe(409);
});

test('the figures count people who wait, were called, have entered and are buying', async () => {
  const { body } = await start({ max_per_minute: 60 });
  await app.server.rooms.refresh();
  const places: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    places.push((await app.call('take-place', { external_code: 'saturday' })).body.place);
  }
  expect((await rooms())[0]).toMatchObject({ id: body.id, waiting: 3, inside: 0, entered: 0, called_lately: 0 });
  await app.travel(1_000);
  await app.server.rooms.refresh();
  await app.server.rooms.refresh();
  expect((await app.call('enter-shop', { place: places[0] })).body.waiting_room.state).toBe('inside');
  const [room] = await rooms();
  expect(room).toMatchObject({ waiting: 2, inside: 1, entered: 1, called_lately: 1, entered_lately: 1 });
  expect(Date.parse(room.ends_at)).toBeGreaterThan(app.clock.now().getTime());
});
