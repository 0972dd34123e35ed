import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, workerBrowser } from '../support/browser.ts';
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

test('given a login typed before the scripts run, then nothing of it gets into an address, and it is still there to send', async () => {
  const visit = await openVisit(browser, DESKTOP, { isFresh: true });
  const { page } = visit;
  let letScriptsCome = () => {};
  const scripts = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
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

  letScriptsCome();
  await until(page, `!document.querySelector('main button[type=submit]').disabled`);
  assert.equal(await page.getByLabel('Email').inputValue(), 'mila@example.org');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await until(page, `location.pathname === '/'`);
  await visit.close();
});
