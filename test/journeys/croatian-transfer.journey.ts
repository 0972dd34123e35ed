import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  cartWithTicket,
  fillBilling,
  loginToken,
  openBuyer,
  placeOrder,
  untilCheckout,
  untilConfirmed,
} from '../support/buyer.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

let browser: Browser;
let shop: ShopProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-croatian-'));
  await cp(path.resolve('demo'), folder, { recursive: true });
  const file = path.join(folder, 'shop.yaml');
  const yaml = await readFile(file, 'utf8');
  await writeFile(
    file,
    yaml.replace(/( {2}bank_transfer_account:\n {4}iban: ).*\n {4}bic: .*/, '$1HR1210010051863000160'),
  );
  [shop, browser] = await Promise.all([startShop({ env: { SHOP_FOLDER: folder } }), workerBrowser()]);
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Reads the picture on the page like a camera. */
async function scan(picture: Locator): Promise<string | undefined> {
  await picture.scrollIntoViewIfNeeded();
  return (await readBarcodes(new Uint8Array(await picture.screenshot())))[0]?.text;
}

test('a transfer to a Croatian account has a barcode and a QR code that scan from a screen', async () => {
  const cart = await cartWithTicket(shop);
  const buyer = await openBuyer(browser, shop, PHONE, { token: await loginToken(shop), cart });
  const { page } = buyer;
  await buyer.goto('/checkout');
  const form = await untilCheckout(page);
  await fillBilling(page);
  await form.getByRole('radio', { name: 'Bank transfer' }).check();
  await placeOrder(page);
  const code = await untilConfirmed(page);
  const barcode = page.getByRole('img', { name: 'Barcode with the details of this transfer' });
  await barcode.waitFor();
  await expectGoodPage(page);
  // A phone's camera reads the screen of another device.
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.equal(
    await scan(barcode),
    `HRVHUB30\nEUR\n000000000007600\n\n\n\nStichting Sandlark\nZandpad 1\n4399 ZZ Noorderzand\nHR1210010051863000160\nHR99\n\nOTHR\n${code}\n`,
  );
  const qr = await scan(page.getByRole('img', { name: 'QR code with the details of this transfer' }));
  assert.match(qr ?? '', new RegExp(`EUR76\\.00\\n\\nRF\\d\\d${code.replace('-', '')}$`));
  await buyer.close();
});
