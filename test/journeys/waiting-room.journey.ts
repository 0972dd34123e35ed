import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openRoomNow, startRoom } from '#features/waiting-room/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { DESKTOP, PHONE, workerBrowser } from '../support/browser.ts';
import {
  addToCart,
  fillBilling,
  leaveCart,
  loginToken,
  MILA,
  openBuyer,
  payAtSandbox,
  placeOrder,
  untilCheckout,
  untilConfirmed,
} from '../support/buyer.ts';
import type { TestDatabase } from '../support/database.ts';
import { givenLoadedDatabase, type ShopProcess, startShop } from '../support/server.ts';
import { openVisit } from '../support/visit.ts';

const ITEM = '/tickets/saturday';
const ROOM = '/waiting-room/sandlark';
const actor = commandLine('Berta');

let browser: Browser;
let database: TestDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  database = await givenLoadedDatabase();
  [shop, browser] = await Promise.all([startShop({ databaseUrl: database.url }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
  await database?.drop();
});

const placeOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name.startsWith('foyer_place_'));
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Reloads until the page shows what is expected, because the shop may need some time. */
async function reloadUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isThere())) {
    assert.ok(performance.now() < deadline, `Never appeared at ${page.url()}`);
    await page.waitForTimeout(200);
    await page.reload();
  }
}
const untilHeading = (page: Page, name: string) => reloadUntil(page, () => heading(page, name).isVisible());

/** Goes from the announcement on the item's page to the waiting page. */
async function waitForOpening(page: Page): Promise<string> {
  await page.goto(shop.url + ITEM);
  const button = page.getByRole('link', { name: 'Wait for the opening' });
  await reloadUntil(page, () => button.isVisible());
  await button.click();
  await heading(page, 'The sale has not started yet').waitFor();
  return (await placeOf(page))!.value;
}

test('a visitor waits, gets a random position, is let in once and buys, also without scripts', async () => {
  const limits = { maxPerMinute: 600, maxInside: 100, minutesInside: 10 };
  const opens = new Date(Date.now() + 60 * 60_000);
  const event = (await database.db.row<{ id: number }>("select id from events where code = 'sandlark'"))!;
  const room = await startRoom(database.db, { eventId: event.id, opens, actor, ...limits }, new Date());
  assert.ok(room.ok);

  const mila = await openBuyer(browser, shop, DESKTOP, { token: await loginToken(shop) });
  const { page } = mila;
  const place = await waitForOpening(page);
  await page.reload();
  await heading(page, 'The sale has not started yet').waitFor();
  const tab = await page.context().newPage();
  await tab.goto(shop.url + ROOM);
  await heading(tab, 'The sale has not started yet').waitFor();
  await tab.close();
  assert.equal((await placeOf(page))!.value, place);
  await page.goto(shop.url + ITEM);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  // No dialog opens, because nothing can be bought yet.
  await heading(page, 'The sale has not started yet').waitFor();
  assert.equal((await placeOf(page))!.value, place);
  const plain = await openVisit(browser, { ...PHONE, javaScriptEnabled: false }, { isFresh: true });
  assert.notEqual(await waitForOpening(plain.page), place);

  await openRoomNow(database.db, { id: room.value.id, actor }, new Date());
  await untilHeading(page, 'It is your turn');
  await page.getByRole('button', { name: 'Enter the shop' }).click();
  await page.waitForURL(`**${ITEM}`);

  const copy = await openVisit(browser, PHONE, { isFresh: true });
  await copy.page.context().addCookies([(await placeOf(page))!]);
  await copy.page.goto(shop.url + ROOM);
  await heading(copy.page, 'You are in').waitFor();

  await addToCart(mila, ITEM, { name: MILA.name, email: MILA.email, age: '25 to 34' });
  const again = await copy.page.request.post(`${shop.url}/api/add-product-to-cart`, {
    data: { external_code: 'saturday', full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' },
  });
  assert.deepEqual([again.status(), (await again.json()).waiting_room], [409, ROOM]);
  await copy.close();

  await leaveCart(page);
  await untilCheckout(page);
  await fillBilling(page);
  await placeOrder(page);
  await payAtSandbox(page, shop, 'Pay', '€76.00');
  await untilConfirmed(page);
  await page.goto(shop.url + ROOM);
  await heading(page, 'Your time in the shop has ended').waitFor();
  await mila.close();

  await untilHeading(plain.page, 'It is your turn');
  await plain.page.getByRole('button', { name: 'Enter the shop' }).click();
  await plain.page.waitForURL(`**${ITEM}`);
  await plain.page.goto(shop.url + ROOM);
  await heading(plain.page, 'You are in').waitFor();
  await plain.close();
});
