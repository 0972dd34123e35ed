import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { factsOf, observe, type PageFacts } from '../../tools/page-speed/page-facts.ts';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until, untilHydrated } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await Promise.all([shop?.stop(), browser?.close()]);
});

async function loadPage(page: Page, path: string): Promise<PageFacts> {
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  await page.locator('main h1').waitFor();
  await untilHydrated(page);
  return await factsOf(page);
}

/** Milliseconds of delay, which imitate a slow line reproducibly. */
const LATE = { font: 250, script: 450 };

/** This page is blank until its scripts render it, so its fonts do not wait for the first paint. */
const PAINTED_BY_SCRIPTS = '/checkout';

/**
 * Opens a visit on a slow line: however fast the machine is, every page but `PAINTED_BY_SCRIPTS` is painted in its
 * fallback fonts before its own fonts arrive.
 */
async function openOnSlowConnection() {
  const visit = await openVisit(browser, PHONE, { isFresh: true });
  const { page } = visit;
  await observe(page);
  await page.route('**/*.woff2', async (route) => {
    await pause(LATE.font);
    if (!page.url().endsWith(PAINTED_BY_SCRIPTS)) {
      await until(page, `performance.getEntriesByName('first-contentful-paint').length > 0`);
    }
    await route.continue();
  });
  await page.route('**/assets/*.js', async (route) => {
    await pause(LATE.script);
    await route.continue();
  });
  return visit;
}

const moved = ({ shift, shifted }: PageFacts) => ({ shift, shifted });
const STILL = { shift: 0, shifted: [] };

test('the first paint does not wait for late fonts and scripts, and nothing moves', async () => {
  const visit = await openOnSlowConnection();
  for (const path of ['/', '/tickets/coach-amsterdam', '/faqs']) {
    const facts = await loadPage(visit.page, path);
    assert.deepEqual({ path, ...moved(facts) }, { path, ...STILL });
    assert.ok(facts.firstPaint > 0, `${path} was painted`);
    assert.deepEqual(facts.unsizedPictures, [], `${path} has only pictures with a size`);
    assert.deepEqual(
      facts.renderBlocking.filter((file) => !file.endsWith('.css')),
      [],
      `${path} waits for nothing but its styles`,
    );
    assert.ok(facts.scriptsRequested >= facts.loaded, `${path} requests no script until its pictures have loaded`);
    assert.ok(facts.requests <= 40, `${path} asks for ${facts.requests} files`);
  }
  await visit.close();
});

test('nothing moves when the data of a visitor with a login and a cart arrives', async () => {
  const visit = await openOnSlowConnection();
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
    assert.deepEqual({ path, ...moved(await loadPage(page, path)) }, { path, ...STILL });
  }
  await visit.close();
});
