import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, expectGoodPage, workerBrowser } from '../support/browser.ts';
import { openOffice, requestAllRefunds } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import type { Visit } from '../support/visit.ts';

/* The lists behind the figures of the reports. */

let browser: Browser;
let shop: ShopProcess;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop({ env: { SHOP_ENV: 'development' } }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

async function openReport(report: string): Promise<Visit> {
  const visit = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await visit.page.goto(`${shop.url}/office/reports/${report}`);
  return visit;
}

test('the sold seats and passengers of a departure match the lists behind them', async () => {
  await requestAllRefunds(shop);
  const { page, close } = await openReport('departures');
  const rows = page.getByRole('row').filter({ hasText: 'Coach' });
  await rows.first().waitFor();
  const links = await rows.getByRole('link').all();
  const figures = await Promise.all(
    links.map(async (link) => ({
      count: (await link.innerText()).split(' ')[0]!,
      to: await link.getAttribute('href'),
    })),
  );
  assert.ok(figures.length > 1);
  assert.ok(
    figures.some(({ to }) => !/status=|view=/.test(to!)),
    'no sold seats lead to their tickets',
  );
  for (const { count, to } of figures) {
    await page.goto(new URL(to!, shop.url).href);
    await page.getByText(count === '1' ? '1 ticket' : `${count} tickets`, { exact: true }).waitFor();
  }
  await close();
});

test('the rows behind a figure are printed, and exported with the figure as their sum', async () => {
  const { page, close } = await openReport('liability');
  const row = page.getByRole('row', { name: /^Paid on payment plans/ });
  const figure = await row.getByRole('link').last().innerText();
  await row.getByRole('link').last().click();
  await page.getByText(new RegExp(`^${figure.replace('.', '\\.')} · \\d rows$`)).waitFor();
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await expectGoodPage(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'liability.csv');
  const [headings, ...lines] = (await fs.readFile(await file.path(), 'utf8')).trim().split('\r\n');
  assert.match(headings!, /"Order","What","When","Amount"$/);
  const cents = lines.map((line) => Number(/"([\d.]+)"$/.exec(line)![1]) * 100);
  assert.equal(`€${(cents.reduce((all, one) => all + one, 0) / 100).toFixed(2)}`, figure);
  assert.ok(!lines.some((line) => line.includes('Mila')));
  await close();
});
