import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  cartWithTicket,
  fillBilling,
  loginToken,
  openBuyer,
  payAtSandbox,
  placeOrder,
  untilCheckout,
  untilConfirmed,
} from '../support/buyer.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

let browser: Browser;
let shop: ShopProcess;
let token: string;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
  token = await loginToken(shop);
});
afterAll(async () => {
  await shop?.stop();
});

test.each([
  { device: 'phone', options: PHONE, removesAt: 'order' },
  { device: 'desktop', options: DESKTOP, removesAt: 'account' },
])(
  'on a $device, a buyer agrees to later charges with a separate checkbox, sees the card and removes it',
  async ({ options, removesAt }) => {
    const cart = await cartWithTicket(shop, 'sandlark-pass-plan');
    const buyer = await openBuyer(browser, shop, options, { token, cart });
    const { page } = buyer;
    await buyer.goto('/checkout');
    await untilCheckout(page);
    const box = page.getByRole('checkbox', { name: /^Charge the later instalments to the card/ });
    assert.equal(await box.isChecked(), false);
    await box.check();
    await expectGoodPage(page);
    await fillBilling(page);
    await placeOrder(page);
    await payAtSandbox(page, shop, 'Pay', '€54.50');
    const code = await untilConfirmed(page);
    if (removesAt === 'account') await buyer.goto('/account');
    await page.getByText(/^Sandbox •••• 4242, expires 12\/\d{4}$/).waitFor();
    await expectGoodPage(page);
    if (removesAt === 'order') {
      await buyer.goto(`/portal/orders/${code}`);
      await page.getByText(/^We will charge €48\.00 to your card/).waitFor();
      await page.getByRole('link', { name: `Manage instalment ${code}-2` }).click();
      await page.getByText(/^We will charge this instalment to your card/).waitFor();
      await expectGoodPage(page);
      await buyer.goto(`/portal/orders/${code}`);
    }
    await page.getByRole('button', { name: 'Remove card' }).click();
    await page.getByText('Card removed. Your later instalments will not be charged.').first().waitFor();
    await page.getByRole('button', { name: 'Remove card' }).waitFor({ state: 'detached' });

    await buyer.goto(`/portal/orders/${code}`);
    await page.getByRole('link', { name: `Manage instalment ${code}-2` }).click();
    await page.getByRole('checkbox', { name: /^Charge the later instalments to the card/ }).waitFor();
    await expectGoodPage(page);
    await buyer.close();
  },
);
