import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { camtOf } from '#features/bank-statements/testing.ts';
import { DESKTOP, expectGoodPage, workerBrowser } from '../support/browser.ts';
import { placeTransferOrder, requestAllRefunds, signInAs } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { givenShopFolder } from '../support/shop-folder.ts';

/* Refund files above the sum that one person may pay out alone. */

let browser: Browser;
let shop: ShopProcess;
let removeFolder: () => Promise<void>;
let joris: Page;
let berta: Page;

beforeAll(async () => {
  const { folder, remove } = await givenShopFolder({ timezone: 'Europe/Amsterdam', currency: 'EUR', digits: 2 });
  removeFolder = remove;
  const file = path.join(folder, 'shop.yaml');
  await writeFile(file, `${await readFile(file, 'utf8')}\nrefunds:\n  second_person_above: 50\n`);
  const env = { SHOP_ENV: 'development', SHOP_FOLDER: folder };
  [shop, browser] = await Promise.all([startShop({ env }), workerBrowser()]);
  const pass = ['sandlark-pass'];
  const orders = [await placeTransferOrder(shop.url, pass), await placeTransferOrder(shop.url, pass)];
  joris = await openOffice('joris');
  for (const code of orders) await recordPayment(joris, code);
  await requestAllRefunds(shop);
  await approveRefunds(joris);
  berta = await openOffice('berta');
});
afterAll(async () => {
  await shop?.stop();
  await removeFolder?.();
});

async function openOffice(person: string): Promise<Page> {
  const context = await browser.newContext({ ...DESKTOP, acceptDownloads: true });
  await signInAs(context, shop.url, person);
  return await context.newPage();
}

async function recordPayment(page: Page, code: string): Promise<void> {
  await page.goto(`${shop.url}/office/orders/${code}`);
  await page.getByRole('region', { name: 'Money' }).getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Bank transaction number', { exact: true }).fill(`IN-${code}`);
  await button(page, /^Record €/).click();
  await page.getByRole('dialog', { name: 'Record a payment' }).waitFor({ state: 'detached' });
}

async function approveRefunds(page: Page): Promise<void> {
  await page.goto(`${shop.url}/office/money/refunds`);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Approve…' }).click();
  await page.getByRole('button', { name: /^Approve \d+, refund €/ }).click();
  await page.getByText('No refunds are waiting for a decision').waitFor();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Makes the next file, and opens it as its second person. */
async function makeFile(): Promise<string> {
  await joris.goto(`${shop.url}/office/money/refund-files`);
  await button(joris, /^Make file, €/).click();
  // The list may already show the file before its page opens.
  await joris.waitForURL('**/refund-files/*');
  await joris.getByText('Waits for a second person').waitFor();
  await berta.goto(joris.url());
  await berta.getByText('You are the second person').waitFor();
  return joris.url().split('/').at(-1)!;
}

test('a second person cancels a file, and its page tells both where its refunds are', async () => {
  await makeFile();
  await button(berta, 'Cancel file…').click();
  const question = berta.getByRole('alertdialog', { name: 'Cancel this file?' });
  await question.getByText('Nobody has been able to download this file, so your bank does not have it.').waitFor();
  await question.getByRole('button', { name: /^Cancel file, €/ }).click();
  await berta.getByText('Its refunds went into the next file.').waitFor();
  await expectGoodPage(berta);

  // The file's page is open to its maker, too, who learns of it when trying to do the same.
  await button(joris, 'Cancel file…').click();
  await button(joris, /^Cancel file, €/).click();
  await joris.getByText('This file is cancelled already.').waitFor();
  await joris.getByText('Its refunds went into the next file.').waitFor();
  await joris.getByRole('main').getByRole('link', { name: 'See the refund files' }).click();
  await button(joris, /^Make file, €/).waitFor();
});

test('an approved file keeps the focus, is downloaded by its maker, and a statement closes it', async () => {
  const file = await makeFile();
  assert.equal(await button(joris, /^Approve €/).count(), 0);
  await button(berta, /^Approve €/).click();
  await button(berta, 'Download file').waitFor();
  await berta.locator('h1:focus').waitFor();

  // Its maker, who leaves the page and comes back, sees the approval.
  await joris.getByRole('link', { name: 'Refund files' }).click();
  await joris.getByRole('link', { name: file }).click();
  const [download] = await Promise.all([joris.waitForEvent('download'), button(joris, 'Download file').click()]);
  const xml = await readFile(await download.path(), 'utf8');
  const sum = /<CtrlSum>([\d.]+)<\/CtrlSum>/.exec(xml)![1]!;
  const [first] = [...xml.matchAll(/<EndToEndId>([^<]+)/g)].map(([, id]) => id!);
  const amount = /<InstdAmt Ccy="EUR">([\d.]+)/.exec(xml)![1]!;

  await bookStatement(joris, { amount: `-${sum}`, paymentFile: file, text: 'SEPA batch', reference: 'B1' });
  await joris.locator('h1:focus').waitFor();
  const returned = { code: 'AC04', words: 'account closed' };
  await bookStatement(joris, { amount, endToEndId: first!, reference: 'B2', returned });
  await joris.goto(`${shop.url}/office/money/refund-files/${file}`);
  await joris.getByText(/\d of \d, 1 came back$/).waitFor();
  await expectGoodPage(joris);
});

test('a control that disappears after a press beside it takes no focus with it', async () => {
  await joris.goto(`${shop.url}/office/money/refund-files`);
  const link = joris.getByRole('main').getByRole('link').last();
  await link.focus();
  await joris.mouse.click(1_270, 890);
  const focused = () => joris.evaluate<string>('document.activeElement.tagName');
  assert.equal(await focused(), 'BODY');
  await link.evaluate((element) => element.remove());
  await joris.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  assert.equal(await focused(), 'BODY');
});

async function bookStatement(page: Page, entry: Parameters<typeof camtOf>[0][number]): Promise<void> {
  await page.goto(`${shop.url}/office/money/statements`);
  const buffer = Buffer.from(camtOf([entry]));
  await page
    .getByLabel('Choose files or drop them here')
    .setInputFiles({ name: `${entry.reference}.xml`, mimeType: 'text/xml', buffer });
  await button(page, /^Book 1 line/).click();
  await page.getByRole('region', { name: 'Booked' }).waitFor();
}
