import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRESENCE_LEASE_MS } from '#features/staff/domain/presence.ts';
import { givenPerson, type OfficePerson, signIn } from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/* Staff see who else is looking at an order or at a matter of the inbox. */

let app: ShopApp;
let anna: OfficePerson;
let lena: OfficePerson;

beforeAll(async () => {
  app = await givenShopApp();
  anna = await givenPerson(app, 'Anna Bos', ['support']);
  lena = await givenPerson(app, 'Lena Ruiz', ['manager']);
});
afterAll(() => app.close());

const othersFor = async (person: OfficePerson, place: string) =>
  (await person.browser.done('presence', { place })).others;
const wait = (milliseconds: number) => app.clock.travelTo(new Date(app.clock.now().getTime() + milliseconds));

test('two people on one order see each other, and nobody sees somebody on another one', async () => {
  expect(await othersFor(anna, 'SLK-1')).toEqual([]);
  expect(await othersFor(lena, 'SLK-1')).toEqual(['Anna Bos']);
  expect(await othersFor(anna, 'SLK-1')).toEqual(['Lena Ruiz']);
  expect(await othersFor(lena, 'SLK-2')).toEqual([]);
});

test('somebody with two tabs does not see themselves', async () => {
  await othersFor(anna, 'SLK-3');
  expect(await othersFor(anna, 'SLK-3')).toEqual([]);
});

test('somebody whose page stops reporting disappears after the lease, and is deleted later', async () => {
  await othersFor(anna, 'SLK-4');
  await wait(PRESENCE_LEASE_MS - 1);
  expect(await othersFor(lena, 'SLK-4')).toEqual(['Anna Bos']);
  await wait(1);
  expect(await othersFor(lena, 'SLK-4')).toEqual([]);
  await app.travel(10 * 60_000);
  expect(await app.db.rows('select place from staff_presence')).toEqual([]);
});

test('somebody whose page was closed is gone at once, from this place alone', async () => {
  await othersFor(anna, 'SLK-6');
  await othersFor(anna, 'SLK-7');
  await anna.browser.done('presence', { place: 'SLK-6', leaves: true });
  expect(await othersFor(lena, 'SLK-6')).toEqual([]);
  expect(await othersFor(lena, 'SLK-7')).toEqual(['Anna Bos']);
});

test('being shown as present does not keep a session alive', async () => {
  const browser = await signIn(app, anna);
  for (let minute = 0; minute < 30; minute += 1) {
    expect((await browser.call('presence', { place: 'SLK-5' }, { 'x-office-polls': '1' })).status).toBe(200);
    await wait(60_000);
  }
  expect((await browser.call('presence', { place: 'SLK-5' }, { 'x-office-polls': '1' })).status).toBe(401);
});
