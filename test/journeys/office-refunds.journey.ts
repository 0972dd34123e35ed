import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { countedActions, failOnce, openOffice } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

/* Refunds are decided and paid out, and a month is closed, with no more presses than each task may take. */

let browser: Browser;
let shop: ShopProcess;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop({ env: { SHOP_ENV: 'development' } }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: the journey reads what the contract promises and fails if it is missing.
async function call(name: string, body: object): Promise<any> {
  const response = await fetch(`${shop.url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return await response.json();
}

/** Requests a refund of everything that the demo's customer may give back. Returns the number of requests. */
async function requestRefunds(): Promise<number> {
  const { remember_token: token } = await call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' });
  const { data } = await call('get-data', { token });
  for (const { id, tickets, can_refund: canRefund } of data.orders as Order[]) {
    const codes = tickets.filter(({ status }) => status === 'active').map(({ code }) => code);
    if (!canRefund || codes.length === 0) continue;
    for (const code of codes)
      await call('request-refund', { token, order_id: id, tickets: code, merchandise: '', ...bankOnWire });
  }
  const after = (await call('get-data', { token })).data.refunds as { status: string }[];
  return after.filter(({ status }) => status === 'active').length;
}

test('all requests are approved and paid out by a file', async () => {
  const count = await requestRefunds();
  assert.ok(count >= 2, `${count} requests`);
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/money/refunds`);
  await page.getByRole('checkbox', { name: 'Select all shown' }).waitFor();
  await expectGoodPage(page);

  const press = countedActions(page);
  await press.check('Select all shown');
  await page.getByText(`${count} selected`).waitFor();
  await expectGoodPage(page);
  await page.keyboard.press('a');
  await page.getByText('What will happen').waitFor();
  await expectGoodPage(page);
  await press.click(new RegExp(`^Approve ${count}, refund €`));
  await page.getByText('No refunds are waiting for a decision').waitFor();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Refund files' }).click();
  await page.getByRole('button', { name: /^Make file, €/ }).waitFor();
  await expectGoodPage(page);
  const [download] = await Promise.all([page.waitForEvent('download'), press.click(/^Make file, €/)]);
  await press.expectAllowed('pay refunds out');

  const xml = await fs.readFile(await download.path(), 'utf8');
  assert.match(xml, /pain\.001\.001\.09/);
  await page.getByText('File made').waitFor();
  await expectGoodPage(page);
  const again = await downloadFile(page);
  assert.equal(again, xml, 'the same bytes');
  await close();
});

async function downloadFile(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ]);
  return await fs.readFile(await download.path(), 'utf8');
}

test('on a phone, the bank’s result is entered by hand, and bank details are shown on request', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'joris', PHONE);
  await page.goto(`${shop.url}/office/`);
  // The demo has an amount that has been wrong for weeks.
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByText(/^\d+ days, limit 1 day$/)
    .waitFor();
  await page.goto(`${shop.url}/office/money/refund-files`);
  await page
    .getByRole('link', { name: /REFUNDS/ })
    .first()
    .click();
  await page.getByText('File made').waitFor();
  await expectGoodPage(page);
  assert.equal(await page.getByText('NL91 ABNA').count(), 0);
  await failOnce(page, 'refund-accounts');
  await page.getByRole('button', { name: 'Show full bank details' }).click();
  await page.getByRole('region', { name: 'Refunds' }).getByText('The bank details did not load').waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('NL91 ABNA 0417 1643 00').first().waitFor();
  await expectGoodPage(page);

  const press = countedActions(page);
  await page.getByRole('button', { name: 'Paid…' }).first().click();
  await press.fill('Bank transaction number', 'FT-2026-1');
  await press.click(/^Record €.* as paid$/);
  await page.getByText('FT-2026-1').waitFor();
  await page.getByRole('button', { name: 'Paid…' }).first().waitFor();
  const returnedButtons = page.getByRole('button', { name: 'Came back…' });
  await returnedButtons.last().click();
  await page.getByLabel('The bank’s reason').fill('AC04 account closed');
  await press.click(/^Record that €.* came back$/);
  await page.getByText('The account is closed (AC04, account closed).').waitFor();
  await expectGoodPage(page);
  await close();
});

test('a month is closed, and its books are downloaded as a file', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/reports/books`);
  await page.getByRole('region', { name: 'Close a month' }).waitFor();
  await expectGoodPage(page);
  const books = countedActions(page);
  const [file] = await Promise.all([page.waitForEvent('download'), books.click(/^Close .* and download its books$/)]);
  assert.match(file.suggestedFilename(), /^books-\d{4}-\d{2}\.zip$/);
  await page.getByText(/is closed. Its file is in your downloads/).waitFor();
  await books.expectAllowed('get the books of a month');
  await failOnce(page, 'books-part');
  await page.getByRole('button', { name: /^Download / }).click();
  await page.getByRole('table').getByText('The file did not load').waitFor();
  await expectGoodPage(page);
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Try again' }).click()]);
  await page.getByText('The file did not load').waitFor({ state: 'detached' });
  await expectGoodPage(page);
  await close();
});
