import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  addToCart,
  cartWithTicket,
  factOf,
  fillBilling,
  leaveCart,
  loginToken,
  openBuyer,
  payAtSandbox,
  placeOrder,
  untilCheckout,
  untilConfirmed,
} from '../support/buyer.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { untilFocused } from '../support/visit.ts';

let browser: Browser;
let shops: Record<'redirect' | 'submit', ShopProcess>;

beforeAll(async () => {
  const [redirect, submit, launched] = await Promise.all([
    startShop({ env: { SANDBOX_FLOW: 'redirect' } }),
    startShop({ env: { SANDBOX_FLOW: 'submit' } }),
    workerBrowser(),
  ]);
  shops = { redirect, submit };
  browser = launched;
});
afterAll(async () => {
  await Promise.all(Object.values(shops ?? {}).map((shop) => shop.stop()));
});

describe('a stranger fills a cart, registers, logs in by the mailed link, pays and has a ticket', () => {
  test.each([
    { device: 'desktop', flow: 'redirect' as const, options: DESKTOP },
    { device: 'phone', flow: 'submit' as const, options: PHONE },
  ])('$device, $flow', async ({ device, flow, options }) => {
    const shop = shops[flow];
    const email = `noor.${device}@example.org`;
    const buyer = await openBuyer(browser, shop, options);
    const { page } = buyer;
    await addToCart(buyer, '/tickets/sandlark-pass', { name: 'Noor Bakker', email, age: '18 to 24' });
    await leaveCart(page);
    await page.waitForURL('**/login?from=%2Fcheckout');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page.getByLabel('Full name').fill('Noor Bakker');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Register' }).click();
    await untilFocused(page, /^Check your email$/);
    await expectGoodPage(page);

    const welcome = await mailTo(shop.url, email, 'password');
    assert.match(welcome.text, /password/i);
    await page.goto(linkIn(welcome, '/login-link'));
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/checkout');
    const form = await untilCheckout(page);
    const details = form.getByRole('region', { name: 'Your details' });
    await details.getByText(`Noor Bakker${email}`, { exact: true }).waitFor();
    if (device === 'phone') await page.getByText('Your order, 1 item').click();
    await page.getByText('Festival Pass, four days').filter({ visible: true }).waitFor();
    await expectGoodPage(page);

    await fillBilling(page);
    await expectGoodPage(page);
    await placeOrder(page);
    await page.getByRole('heading', { name: 'Sandbox gateway' }).waitFor();
    await expectGoodPage(page);
    await payAtSandbox(page, shop, 'Pay', '€198.50');

    const code = await untilConfirmed(page);
    await page.getByText(email).first().waitFor();
    assert.equal(await factOf(page, 'Payment status'), 'Paid');
    assert.equal(await factOf(page, 'Total price'), '€198.50');
    await expectGoodPage(page);

    const download = page.getByRole('link', {
      name: 'Download Festival Pass, four days, Noor Bakker (PDF, opens in a new window)',
    });
    await Promise.all([page.waitForEvent('popup'), download.click()]);
    const document = await page.request.get(shop.url + (await download.getAttribute('href')));
    assert.equal(document.status(), 200);
    assert.equal(document.headers()['content-type'], 'application/pdf');
    assert.equal((await document.body()).subarray(0, 5).toString(), '%PDF-');

    const received = await mailTo(shop.url, email, 'order-received');
    assert.ok(received.subject.includes(code));
    const paid = await mailTo(shop.url, email, 'payment-received');
    assert.deepEqual(
      paid.attachments.map(({ kind }) => kind),
      ['ticket'],
    );
    const attached = await page.request.get(shop.url + paid.attachments[0]!.url);
    assert.equal((await attached.body()).subarray(0, 5).toString(), '%PDF-');

    // The cart became the order, and the portal shows it.
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor();
    await page.getByRole('link', { name: 'Back to the portal' }).click();
    await untilFocused(page, /^My orders$/);
    await page.getByRole('link', { name: code }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: code }).click();
    await untilFocused(page, new RegExp(`Order ${code}$`));
    await page.getByText(/^Your order is paid\. We have emailed you your tickets\./).waitFor();
    await expectGoodPage(page);
    await buyer.close();
  });
});

test('a customer pays at a provider that the page itself posts to, and has a ticket', async () => {
  const shop = shops.submit;
  const token = await loginToken(shop);
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
  await placeOrder(page);
  assert.ok((await posted).url().includes('/sandbox-gateway/'));
  await payAtSandbox(page, shop, 'Pay', '€76.00');
  await untilConfirmed(page);
  assert.equal(await factOf(page, 'Payment status'), 'Paid');
  await page.getByRole('link', { name: /^Download Saturday day ticket/ }).waitFor();
  await buyer.close();
});
