import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { openOffice } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

let browser: Browser;
let shop: ShopProcess;

beforeAll(async () => {
  const env = { SHOP_ENV: 'development', DEMO_ORDERS: '1' };
  [shop, browser] = await Promise.all([startShop({ env }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

test('on a phone, the amounts of instalments are below one another, also those with a note', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'joris', PHONE);
  await page.goto(`${shop.url}/office/money/plans?view=open`);
  const order = await page.locator('tbody a').first().getAttribute('href');
  await page.route('**/office/api/order-open', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { payments: { waived_amount: number }[] };
    answer.payments[1]!.waived_amount = 1_500;
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${shop.url}${order}`);
  await page.getByText('€15.00 waived').waitFor();
  const amounts = page.getByRole('table', { name: 'Payments' }).locator('td .tabular');
  const edges = await amounts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  assert.ok(edges.length > 2);
  assert.deepEqual(new Set(edges), new Set([edges[0]]));
  await expectGoodPage(page);
  await close();
});
