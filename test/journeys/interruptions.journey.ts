import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { callShop, cartWithTicket, loginToken, openBuyer } from '../support/buyer.ts';
import type { TestDatabase } from '../support/database.ts';
import { givenLoadedDatabase, type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until, untilFocused } from '../support/visit.ts';

let browser: Browser;
let shop: ShopProcess;
let database: TestDatabase;

beforeAll(async () => {
  database = await givenLoadedDatabase();
  [shop, browser] = await Promise.all([startShop({ databaseUrl: database.url }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
  await database?.drop();
});

const LOGIN_ENDED = 'Your session has expired. Please log in again.';

async function setActive(isActive: boolean): Promise<void> {
  await database.db.run(
    `update shop_state set config = jsonb_set(config, '{public,shopActive}', $1), version = version + 1`,
    [JSON.stringify(isActive)],
  );
  while ((await callShop(shop, 'get-data', {})).data.config.shopActive !== isActive);
}

describe.each([
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: DESKTOP },
])('given the open cart on a $device', ({ options }) => {
  test.each(['/faqs', '/tickets', '/'])('closing the shop over %s sends the visitor home', async (path) => {
    const buyer = await openBuyer(browser, shop, options, { cart: await cartWithTicket(shop) });
    const { page } = buyer;
    await buyer.goto(path);
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    const panel = page.getByRole('dialog', { name: 'Your cart' });
    await panel.getByText('Mila Okonkwo').first().waitFor();
    await setActive(false);
    await panel.getByRole('button', { name: /^Remove/ }).click();
    await page.waitForURL(`${shop.url}/`);
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Cart/ }).count(), 0);
    await expectGoodPage(page);

    // The panel was closed, not only hidden: it does not return with the shop.
    await setActive(true);
    await page.goto(`${shop.url}/faqs`);
    await page.getByRole('button', { name: /^Cart/ }).waitFor();
    assert.equal(await panel.count(), 0);
    await buyer.close();
  });
});

test('with an open cart, closing the shop shows the home page in less than 20 seconds', async () => {
  const { page, close } = await openVisit(browser, DESKTOP, { isFresh: true });
  await page.clock.install();
  await page.goto(`${shop.url}/robots.txt`);
  await page.evaluate(`localStorage.setItem('foyer.cart', ${JSON.stringify(await cartWithTicket(shop))})`);
  await page.goto(`${shop.url}/faqs`);
  const panel = page.getByRole('dialog', { name: 'Your cart' });
  const openPanel = async () => {
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    await panel.getByText('Mila Okonkwo').first().waitFor();
  };

  // While the panel is closed, nothing is checked.
  await openPanel();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  const checks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/get-data') && checks.push(request.url()));
  await page.clock.runFor(20_000);
  assert.deepEqual(checks, []);

  // If a check fails, the page shows nothing about it.
  await openPanel();
  await page.route('**/api/get-data', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.clock.runFor(20_000);
  await failed;
  await page.unroute('**/api/get-data');
  assert.equal(await page.getByRole('button', { name: 'Close notice' }).count(), 0);

  await setActive(false);
  await page.clock.runFor(20_000);
  await page.waitForURL(`${shop.url}/`);
  await panel.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: /^Cart/ }).count(), 0);
  await setActive(true);
  await close();
});

describe('after a first load that failed', () => {
  const fail = (page: Page) => page.route('**/api/get-*', (route) => route.abort());

  test('the page appears without a reload, including the cart, when the server answers again', async () => {
    const stored = { token: await loginToken(shop), cart: await cartWithTicket(shop) };
    const buyer = await openBuyer(browser, shop, DESKTOP, stored);
    const { page } = buyer;
    await fail(page);
    await buyer.goto('/portal');
    await page.getByRole('heading', { name: 'The shop could not be loaded' }).waitFor();
    await page.getByText('Please check your connection. This page will keep trying.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectGoodPage(page);
    await page.unroute('**/api/get-*');
    await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor();
    await buyer.close();
  });

  test('a page that the server rendered is there at once, and later shows who is logged in', async () => {
    const buyer = await openBuyer(browser, shop, DESKTOP, { token: await loginToken(shop) });
    const { page } = buyer;
    await fail(page);
    await buyer.goto('/tickets');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.unroute('**/api/get-*');
    await page.getByRole('button', { name: /Your account/ }).waitFor({ timeout: 15_000 });
    await buyer.close();
  });
});

describe('an expired login', () => {
  test.each(['/', '/tickets/saturday', '/faqs'])('is announced on %s until the notice is closed', async (path) => {
    const token = await loginToken(shop);
    await callShop(shop, 'logout', { token });
    const buyer = await openBuyer(browser, shop, PHONE, { token });
    const { page } = buyer;
    await buyer.goto(path);
    const notice = page.getByRole('main').getByText(LOGIN_ENDED);
    await notice.waitFor();
    await expectGoodPage(page);
    await page.getByRole('main').getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    await untilFocused(page, /./);
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    assert.equal(await notice.count(), 0);
    await buyer.close();
  });

  test.each(['/portal', '/login'])('is announced on the login page when %s is opened', async (path) => {
    const token = await loginToken(shop);
    await callShop(shop, 'logout', { token });
    const buyer = await openBuyer(browser, shop, DESKTOP, { token });
    const { page } = buyer;
    await buyer.goto(path);
    await until(page, `location.pathname === '/login'`);
    await page
      .getByRole('main')
      .getByText(/^Your session has expired\. Please log in again/)
      .waitFor();
    assert.equal(await page.getByText(/^Your session has expired\. Please log in again/).count(), 1);
    await expectGoodPage(page);
    await buyer.close();
  });

  test('is announced by the next call of a visit, and the panel logs in again', async () => {
    const token = await loginToken(shop);
    const buyer = await openBuyer(browser, shop, DESKTOP, { token });
    const { page } = buyer;
    await buyer.goto('/merchandise/poster-a2');
    await page.getByRole('button', { name: /Your account/ }).waitFor();
    await callShop(shop, 'logout', { token });
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click();
    const notice = page.getByRole('main').getByText(LOGIN_ENDED);
    await notice.waitFor({ state: 'attached' });
    const cart = page.getByRole('dialog', { name: 'Your cart' });
    await cart.waitFor();
    await page.keyboard.press('Escape');
    await cart.waitFor({ state: 'hidden' });
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Log in' });
    await panel.getByLabel('Email').fill('mila@example.org');
    await panel.getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
    await panel.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: /Your account/ }).waitFor();
    assert.equal(await notice.count(), 0);
    await buyer.close();
  });
});
