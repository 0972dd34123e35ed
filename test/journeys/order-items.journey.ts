import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerBrowser } from '../support/browser.ts';
import { callShop, expectGoodPage, loginToken, openBuyer } from '../support/buyer.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { givenShopFolder } from '../support/shop-folder.ts';

const LONG_NAME = 'Maximiliane-Katharina Freifrau von Hohenzollern-Sigmaringen';
const LONG_EMAIL = 'maximiliane-katharina.von-hohenzollern-sigmaringen@example.org';

let browser: Browser;
let shop: ShopProcess;
let removeFolder: () => Promise<void>;
let token: string;
let order: string;
let shortOrder: string;

/** Opens a shop in German, whose words are long, with two orders of a pass, a coach seat and a shirt. */
beforeAll(async () => {
  const { folder, remove } = await givenShopFolder({ timezone: 'Europe/Amsterdam', currency: 'EUR', digits: 2 });
  removeFolder = remove;
  const file = path.join(folder, 'shop.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^locale: .*$/m, 'locale: de-DE'));
  [shop, browser] = await Promise.all([startShop({ env: { SHOP_FOLDER: folder } }), workerBrowser()]);
  token = await loginToken(shop);
  order = await buyAll({ full_name: LONG_NAME, email: LONG_EMAIL });
  shortOrder = await buyAll({ full_name: 'Jonas Okonkwo', email: 'jonas@example.org' });
});
afterAll(async () => {
  await shop?.stop();
  await removeFolder?.();
});

async function buyAll(named: { full_name: string; email: string }): Promise<string> {
  const { item } = await callShop(shop, 'get-shop-item', { external_code: 'coach-amsterdam' });
  const add = (name: string, cart: string | null, body: object) =>
    callShop(shop, `add-${name}-to-cart`, { token, cart, ...body }).then((answer) => answer.cart.code as string);
  const holder = { ...named, age: '25-34' };
  let cart = await add('product', null, { external_code: 'sandlark-pass', ...holder });
  const time = { transport_time_id: item.travel_times.at(-1).id };
  cart = await add('product', cart, { external_code: 'coach-amsterdam', ...holder, age: null, ...time });
  cart = await add('merchandise', cart, { external_code: 'lark-tee-m' });
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const placed = await callShop(shop, 'checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'voucher',
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
    voucher_code: 'FULLHOUSE',
  });
  return placed.order.code;
}

const columns = (page: Page) => page.getByRole('table').getByRole('columnheader').allInnerTexts();
const rowDisplay = (page: Page): Promise<string> =>
  page.evaluate("getComputedStyle(document.querySelector('tbody tr')).display");

test('an order’s items are one table with headers at every width, and stubs below 720 px', async () => {
  const buyer = await openBuyer(browser, shop, { viewport: { width: 1280, height: 900 } }, { token });
  const { page } = buyer;
  await buyer.goto(`/portal/orders/${order}`);
  const table = page.getByRole('table', { name: 'Artikel der Bestellung' });
  await table.waitFor();
  for (const [width, display] of [
    [1280, 'table-row'],
    [1024, 'table-row'],
    [768, 'grid'],
    [720, 'grid'],
    [719, 'flex'],
    [390, 'flex'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await rowDisplay(page), `${width} px`).toBe(display);
    // Assistive technology finds the same at every width: each item once, under the same headers.
    expect(await page.getByRole('table').count()).toBe(1);
    expect((await columns(page)).map((name) => name.trim())).toEqual([
      'Artikel',
      'Ausgestellt auf',
      'Datum und Ort',
      'Preis',
      'Erstattung',
      'Status',
      'Aktionen',
    ]);
    expect(await table.getByRole('rowheader').count()).toBe(4);
    expect(await table.getByRole('cell', { name: new RegExp(`^${LONG_NAME}`) }).count()).toBe(2);
    await expectGoodPage(page);
  }
  await buyer.close();
});

const linesOfEmails = `[...document.querySelectorAll('td span')]
  .filter(({ textContent }) => textContent === 'jonas@example.org')
  .map((email) => {
    const words = document.createRange();
    words.selectNodeContents(email);
    return words.getClientRects().length;
  })`;

test('a short email address is not broken, and no table is wider than its page', async () => {
  const buyer = await openBuyer(browser, shop, { viewport: { width: 1280, height: 900 } }, { token });
  const { page } = buyer;
  for (const code of [shortOrder, order]) {
    await buyer.goto(`/portal/orders/${code}`);
    const table = page.getByRole('table', { name: 'Artikel der Bestellung' });
    await table.waitFor();
    for (const width of [1280, 1152, 1024, 960, 800, 720]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.evaluate(linesOfEmails);
      expect(lines, `${width} px`).toEqual(code === shortOrder ? [1, 1] : []);
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
    }
  }
  await buyer.close();
});

test('an open dialog of a row stays open and keeps the focus when a phone is turned', async () => {
  const buyer = await openBuyer(browser, shop, { viewport: { width: 844, height: 390 } }, { token });
  const { page } = buyer;
  await buyer.goto(`/portal/orders/${order}`);
  await page.getByRole('button', { name: /Zeit wählen/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().focus();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await dialog.isVisible()).toBe(true);
  expect(await page.evaluate("document.activeElement.closest('[role=dialog]') && document.activeElement.tagName")).toBe(
    'INPUT',
  );
  await buyer.close();
});

test('the portal lists more orders than one answer has, without a click', async () => {
  const codes = [order, shortOrder];
  for (let count = 0; count < 2; count += 1)
    codes.push(await buyAll({ full_name: 'Ada Lovelace', email: 'ada@example.org' }));
  const buyer = await openBuyer(browser, shop, {}, { token });
  await buyer.goto('/portal');
  const section = buyer.page.getByRole('region', { name: 'Alle Bestellungen' });
  for (const code of codes) await section.getByRole('listitem').filter({ hasText: code }).waitFor();
  await buyer.close();
});
