import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  acceptTerms,
  callShop,
  cartWithTicket,
  checkoutButton,
  fillBilling,
  leaveCart,
  loginToken,
  openBuyer,
  untilCheckout,
  untilConfirmed,
} from '../support/buyer.ts';
import type { TestDatabase } from '../support/database.ts';
import { importTerms } from '../support/new-terms.ts';
import { givenLoadedDatabase, type ShopProcess, startShop } from '../support/server.ts';
import { untilFocused } from '../support/visit.ts';

// New terms are imported while a form that accepts them is open.

const CHANGED = 'The Terms and Conditions have changed. Please read them again before you accept them.';
const BOX = /^I accept the Terms and Conditions/;

let browser: Browser;
let database: TestDatabase;
let shop: ShopProcess;
let token: string;
let version = 1;

beforeAll(async () => {
  database = await givenLoadedDatabase();
  [shop, browser] = await Promise.all([startShop({ databaseUrl: database.url }), workerBrowser()]);
  token = await loginToken(shop);
});
afterAll(async () => {
  await shop?.stop();
  await database?.drop();
});

async function newTerms(): Promise<string> {
  version += 1;
  const sentence = `These are the terms number ${version}.`;
  await importTerms(database.db, String(version), `<p>${sentence}</p>`, new Date());
  return sentence;
}

async function acceptedVersion(order: string): Promise<string | undefined> {
  const row = await database.db.row<{ version: string }>(
    'select t.version from orders o join terms_versions t on t.id = o.terms_version_id where o.code = $1',
    [order],
  );
  return row?.version;
}

describe.each([
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: DESKTOP },
])('on a $device', ({ options }) => {
  test('the checkout asks again with the new terms, and keeps everything else that was entered', async () => {
    const buyer = await openBuyer(browser, shop, options, { token, cart: await cartWithTicket(shop) });
    const { page } = buyer;
    await buyer.goto('/checkout');
    await untilCheckout(page);
    await fillBilling(page);
    await page.getByLabel('Street and number').fill('Zandpad 99');
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    await acceptTerms(page);
    const sentence = await newTerms();
    await checkoutButton(page).click();
    await untilFocused(page, /The Terms and Conditions have changed/);
    await page.getByRole('status').filter({ hasText: CHANGED }).waitFor();
    const box = page.getByRole('checkbox', { name: BOX });
    assert.equal(await box.isChecked(), false);
    assert.equal(await page.getByLabel('Street and number').inputValue(), 'Zandpad 99');
    assert.ok(await page.getByRole('radio', { name: 'Bank transfer' }).isChecked());
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Terms and Conditions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Terms and Conditions' });
    await dialog.getByText(sentence).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await box.check();
    assert.equal(await page.getByRole('status').filter({ hasText: CHANGED }).count(), 0);
    await checkoutButton(page).click();
    assert.equal(await acceptedVersion(await untilConfirmed(page)), String(version));
    await buyer.close();
  });
});

test('new terms that come with another answer untick the box for the old ones', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/merchandise/poster-a2');
  await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
  await leaveCart(page);
  await untilCheckout(page);
  await acceptTerms(page);
  await newTerms();
  await page.goBack();
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await leaveCart(page);
  await untilCheckout(page);
  await page.getByRole('status').filter({ hasText: CHANGED }).waitFor();
  assert.equal(await page.getByRole('checkbox', { name: BOX }).isChecked(), false);
  await buyer.close();
});

test('the page of the link asks again with the new terms', async () => {
  const { order } = await callShop(shop, 'checkout-cart', {
    token,
    cart: await cartWithTicket(shop),
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'bank_transfer' },
  });
  const buyer = await openBuyer(browser, shop, PHONE);
  const { page } = buyer;
  await buyer.goto(`/accept-tcs/${order.code}/${order.checksum}`);
  const box = page.getByRole('checkbox', { name: BOX });
  await box.check();
  await newTerms();
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await accept.click();
  await untilFocused(page, /The Terms and Conditions have changed/);
  assert.equal(await box.isChecked(), false);
  assert.ok(await accept.isDisabled());
  assert.equal(await acceptedVersion(order.code), undefined);
  await expectGoodPage(page);
  await box.check();
  await accept.click();
  await untilFocused(page, /^Thank you!/);
  assert.equal(await acceptedVersion(order.code), String(version));
  await buyer.close();
});

test('the page of a payment unticks the box that was ticked for the old terms', async () => {
  const { order } = await callShop(shop, 'checkout-cart', {
    token,
    cart: await cartWithTicket(shop),
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  const buyer = await openBuyer(browser, shop, PHONE);
  const { page } = buyer;
  await buyer.goto(`/payment-plan-payment/${order.code}/${order.payment_checksum}/${order.payments[0].reference}`);
  const box = page.getByRole('checkbox', { name: BOX });
  await box.check();
  await newTerms();
  // A call reads the newest version of the shop, and pages are rendered from it.
  await callShop(shop, 'get-data', {});
  await page.reload();
  await page.getByRole('status').filter({ hasText: CHANGED }).waitFor();
  assert.equal(await box.isChecked(), false);
  await expectGoodPage(page);
  await buyer.close();
});
