import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { factsOf, observe, type PageFacts } from '../../tools/page-speed/page-facts.ts';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, untilHydrated } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await Promise.all([shop?.stop(), browser?.close()]);
});

/**
 * Milliseconds of delay, which imitate a slow line reproducibly: the page is painted first, then its fonts arrive, then
 * its scripts.
 */
const LATE = { font: 250, script: 450 };

async function loadSlowly(page: Page, path: string): Promise<PageFacts> {
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  await page.locator('main h1').waitFor();
  await untilHydrated(page);
  return await factsOf(page);
}

async function openSlowly() {
  const visit = await openVisit(browser, PHONE, { isFresh: true });
  await observe(visit.page);
  for (const [kind, files] of [
    ['font', '**/*.woff2'],
    ['script', '**/assets/*.js'],
  ] as const) {
    await visit.page.route(files, async (route) => {
      await pause(LATE[kind]);
      await route.continue();
    });
  }
  return visit;
}

const moved = ({ shift, shifted }: PageFacts) => ({ shift, shifted });
const STILL = { shift: 0, shifted: [] };

test('given a page whose fonts and scripts come late, then it is painted before they arrive, and nothing moves', async () => {
  const visit = await openSlowly();
  for (const path of ['/', '/tickets/coach-amsterdam', '/faqs']) {
    const facts = await loadSlowly(visit.page, path);
    assert.deepEqual({ path, ...moved(facts) }, { path, ...STILL });
    assert.ok(facts.firstPaint > 0, `${path} was painted`);
    assert.deepEqual(facts.unsizedPictures, [], `${path} has only pictures with a size`);
    assert.deepEqual(
      facts.renderBlocking.filter((file) => !file.endsWith('.css')),
      [],
      `${path} waits for nothing but its styles`,
    );
    assert.ok(facts.scriptsRequested >= facts.loaded, `${path} leaves the line to its pictures before its scripts`);
    assert.ok(facts.requests <= 40, `${path} asks for ${facts.requests} files`);
  }
  await visit.close();
});

test('given a visitor with a login and a cart, then nothing moves when their own data arrives', async () => {
  const visit = await openSlowly();
  const { page } = visit;
  await page.goto(`${shop.url}/login`);
  await page.getByRole('main').getByLabel('Email').fill('mila@example.org');
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: /Mila/ }).waitFor();
  await page.goto(`${shop.url}/merchandise/lark-tee-m`);
  await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click();
  await page.getByText('Item added to cart.').waitFor();
  for (const path of ['/tickets/coach-amsterdam', '/checkout']) {
    assert.deepEqual({ path, ...moved(await loadSlowly(page, path)) }, { path, ...STILL });
  }
  await visit.close();
});
