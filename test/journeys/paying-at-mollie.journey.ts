import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { givenMollie, type MollieStandIn } from '../stand-ins/mollie.ts';
import { DESKTOP, PHONE, workerBrowser } from '../support/browser.ts';
import {
  acceptTerms,
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
let mollie: MollieStandIn;
let token: string;

beforeAll(async () => {
  mollie = await givenMollie({ delivers: true });
  [shop, browser] = await Promise.all([
    startShop({
      env: { PAYMENT_GATEWAYS: 'mollie,sandbox', MOLLIE_API_KEY: mollie.apiKey, MOLLIE_API_URL: mollie.url },
    }),
    workerBrowser(),
  ]);
  token = await loginToken(shop);
});
afterAll(async () => {
  await shop?.stop();
  await mollie?.close();
});

const TRY_AGAIN = 'Your last payment was declined, and nothing was charged. You can try again.';

async function atMollie(page: Page, method: string, outcome: 'paid' | 'failed' | 'canceled'): Promise<void> {
  await page.getByRole('heading', { name: 'Mollie test mode' }).waitFor();
  await page.getByText('EUR 76.00', { exact: true }).waitFor();
  await page.getByRole('radio', { name: method }).check();
  await Promise.all([
    page.waitForURL((url) => url.href.startsWith(shop.url)),
    page.getByRole('button', { name: outcome, exact: true }).click(),
  ]);
}

const checkoutAt = async (options: typeof PHONE) => {
  const buyer = await openBuyer(browser, shop, options, { token, cart: await cartWithTicket(shop) });
  await buyer.goto('/checkout');
  await untilCheckout(buyer.page);
  await fillBilling(buyer.page);
  await placeOrder(buyer.page);
  return buyer;
};

test('a ticket is paid with iDEAL on Mollie’s page', async () => {
  const buyer = await checkoutAt(PHONE);
  await atMollie(buyer.page, 'ideal', 'paid');
  await untilConfirmed(buyer.page);
  assert.equal(mollie.payments[0]!.method, 'ideal');
  assert.deepEqual(mollie.breaches, []);
  await buyer.close();
});

const tryAgain = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Pay your order' }).waitFor();
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};

test('a declined card and a cancelled payment lead back to a page to try again', async () => {
  const buyer = await checkoutAt(DESKTOP);
  const { page } = buyer;
  await atMollie(page, 'creditcard', 'failed');
  await page.getByText(TRY_AGAIN).waitFor();
  await tryAgain(page);
  await atMollie(page, 'paypal', 'canceled');
  await tryAgain(page);
  await atMollie(page, 'creditcard', 'paid');
  await untilConfirmed(page);
  const [paid, cancelled, failed] = mollie.payments;
  assert.deepEqual([failed!.status, cancelled!.status, paid!.status], ['failed', 'canceled', 'paid']);
  assert.deepEqual(mollie.breaches, []);
  await buyer.close();
});

test('a buyer who leaves Mollie’s page and pays again returns to the same payment', async () => {
  const buyer = await checkoutAt(DESKTOP);
  const { page } = buyer;
  await page.getByRole('heading', { name: 'Mollie test mode' }).waitFor();
  const [first] = mollie.payments;
  const { order } = first!.fields.metadata as { order: string };
  await page.goto(`${shop.url}/portal/orders/${order}`);
  await page.getByRole('link', { name: 'Pay €76.00' }).click();
  await tryAgain(page);
  await page.waitForURL(`${mollie.url}/checkout/${first!.id}`);
  await atMollie(page, 'bancontact', 'paid');
  await untilConfirmed(page);
  assert.equal(mollie.payments[0], first);
  assert.deepEqual(mollie.breaches, []);
  await buyer.close();
});
