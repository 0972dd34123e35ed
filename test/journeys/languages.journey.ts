import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { callShop, expectGoodPage, loginToken, MILA, openBuyer, payAtSandbox } from '../support/buyer.ts';
import { mailTo } from '../support/mailbox.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { givenShopFolder } from '../support/shop-folder.ts';

let browser: Browser;
let shop: ShopProcess;
let removeFolder: () => Promise<void>;

beforeAll(async () => {
  const { folder, remove } = await givenShopFolder({ timezone: 'Europe/Amsterdam', currency: 'EUR', digits: 2 });
  removeFolder = remove;
  const file = path.join(folder, 'shop.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^locale: .*$/m, 'locale: de-AT'));
  [shop, browser] = await Promise.all([startShop({ env: { SHOP_FOLDER: folder } }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await removeFolder?.();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a shop with an Austrian locale sells in German, from the first byte of the page to the mail', async () => {
  const html = await (await fetch(`${shop.url}/tickets/coach-amsterdam`)).text();
  expect(html).toContain('<html lang="de-AT"');
  expect(html).toContain('In den Warenkorb');

  // A page that hydrates into something other than the server's markup throws, and the visit fails at its end.
  const buyer = await openBuyer(browser, shop, PHONE, { token: await loginToken(shop) });
  const { page } = buyer;
  await buyer.goto('/tickets/coach-amsterdam');
  await button(page, /^In den Warenkorb/)
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Personalisiere dein Ticket' });
  await dialog.getByLabel('Vollständiger Name').fill('');
  await dialog.getByRole('button', { name: 'In den Warenkorb' }).click();
  await dialog.getByText('Bitte gib den vollständigen Namen der Person für dieses Ticket ein.').first().waitFor();
  await dialog.getByLabel('Vollständiger Name').fill(MILA.name);
  await dialog.getByLabel('E-Mail').fill(MILA.email);
  await dialog.getByRole('radio', { name: /^Fr\., \d+\. Juli, 10:00/ }).check();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'In den Warenkorb' }).click();
  await button(page, 'Warenkorb, 1 Artikel').click();
  await page.getByRole('dialog', { name: 'Dein Warenkorb' }).getByRole('link', { name: 'Zur Kasse' }).click();

  await page.getByRole('heading', { level: 1, name: 'Kasse' }).waitFor();
  await page.getByRole('button', { name: 'Rechnungsadresse ändern' }).click();
  await page.getByLabel('Land').selectOption('NL');
  for (const [field, value] of [
    ['Street and number', 'Zandpad 12'],
    ['Postal code', '4325 AB'],
    ['City', 'Noorderzand'],
  ] as const)
    await page.getByLabel(field).fill(value);
  await page.getByRole('checkbox', { name: /^Ich akzeptiere die Allgemeinen Geschäftsbedingungen/ }).check();
  await page.getByText(/Summe inkl\. Steuern/).waitFor();
  await expectGoodPage(page);
  await button(page, 'Zahlungspflichtig bestellen').click();
  await payAtSandbox(page, shop, 'Pay', '€ 44,50');
  await page.getByRole('heading', { level: 1, name: /^Danke, / }).waitFor();
  await page.getByText('Deine Bestellung ist bezahlt.').first().waitFor();
  await expectGoodPage(page);
  await buyer.close();

  expect((await mailTo(shop.url, MILA.email, 'payment-received')).subject).toMatch(
    /^Deine Bestellung SLK-\w+ ist bezahlt$/,
  );
});

test('the long words of German fit the header, and the buttons of cards on phones on one line', async () => {
  const buyer = await openBuyer(browser, shop, PHONE);
  const { page } = buyer;
  await buyer.goto('/tickets');
  const heights = await button(page, /^In den Warenkorb/).evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().height),
  );
  expect(heights.length).toBeGreaterThan(3);
  expect(Math.max(...heights)).toBe(40);

  await page.setViewportSize({ width: 1280, height: 900 });
  const website = page.getByRole('banner').getByRole('link', { name: 'Festival website' });
  const [link, words] = await Promise.all([website.boundingBox(), website.locator('span').boundingBox()]);
  expect(words!.y).toBeLessThan(link!.y + link!.height / 2);
  expect(words!.x + words!.width).toBeLessThanOrEqual(link!.x + link!.width);
  await page.setViewportSize(PHONE.viewport!);
  await buyer.close();
});

test('refusals of calls are in German too', async () => {
  await expect(callShop(shop, 'get-cart', { cart: 'none' })).rejects.toThrow(
    'Wir konnten deinen Warenkorb nicht finden.',
  );
});
