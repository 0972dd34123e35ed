import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, PHONE, workerBrowser } from '../support/browser.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

/** Holds back the application's files until released. */
async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts = () => {};
  const scripts = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  return () => releaseScripts();
}

test('of clicks before the scripts run, the last one on a page takes effect, only once', async () => {
  const visit = await openVisit(browser, PHONE, { isFresh: true });
  const { page } = visit;
  let releaseScripts = await holdScripts(page);
  await page.goto(`${shop.url}/merchandise/lark-tee-m`, { waitUntil: 'commit' });
  const add = page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first();
  await add.click();
  await add.click();
  releaseScripts();
  await page.getByText('Item added to cart.').waitFor();
  await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();

  await page.unrouteAll();
  releaseScripts = await holdScripts(page);
  await page.goto(`${shop.url}/tickets/saturday`, { waitUntil: 'commit' });
  await add.click();
  releaseScripts();
  await page.getByRole('dialog').getByLabel('Full name').waitFor();

  await page.unrouteAll();
  releaseScripts = await holdScripts(page);
  await page.goto(`${shop.url}/tickets`, { waitUntil: 'commit' });
  await page.getByLabel('Type').selectOption({ index: 1 });
  releaseScripts();
  await until(page, `location.search.startsWith('?type=')`);
  await visit.close();
});

test('a login typed before the scripts run gets into no address, and can still be sent', async () => {
  const visit = await openVisit(browser, DESKTOP, { isFresh: true });
  const { page } = visit;
  const releaseScripts = await holdScripts(page);
  await page.goto(`${shop.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('mila@example.org');
  await page.getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Login' })
    .click({ force: true, timeout: 2_000 })
    .catch(() => {});
  assert.equal(page.url(), `${shop.url}/login`);

  releaseScripts();
  await until(page, `!document.querySelector('main button[type=submit]').disabled`);
  assert.equal(await page.getByLabel('Email').inputValue(), 'mila@example.org');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await until(page, `location.pathname === '/'`);
  await visit.close();
});
