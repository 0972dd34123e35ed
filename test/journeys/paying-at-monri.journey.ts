import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { givenMonri, type MonriStandIn } from '../stand-ins/monri.ts';
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
let monri: MonriStandIn;
let token: string;

beforeAll(async () => {
  monri = await givenMonri({ delivers: true });
  [shop, browser] = await Promise.all([
    startShop({
      env: {
        PAYMENT_GATEWAYS: 'monri,sandbox',
        MONRI_MODE: 'test',
        MONRI_KEY: monri.key,
        MONRI_TOKEN: monri.token,
        MONRI_PHONE: '+385 1 234 5678',
        MONRI_URL: monri.url,
      },
    }),
    workerBrowser(),
  ]);
  token = await loginToken(shop);
});
afterEach(() => assert.deepEqual(monri.breaches, []));
afterAll(async () => {
  await shop?.stop();
  await monri?.close();
});

const checkoutAt = async (options: typeof PHONE) => {
  const buyer = await openBuyer(browser, shop, options, { token, cart: await cartWithTicket(shop) });
  await buyer.goto('/checkout');
  await untilCheckout(buyer.page);
  await fillBilling(buyer.page);
  await placeOrder(buyer.page);
  await untilAtMonri(buyer.page);
  return buyer;
};

async function untilAtMonri(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Monri WebPay' }).waitFor();
  await page.getByText('EUR 76.00', { exact: true }).waitFor();
}

const press = (page: Page, name: 'Pay' | 'Pay with a card that is declined' | 'Cancel') =>
  page.getByRole('button', { name, exact: true }).click();

const tryAgain = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Pay your order' }).waitFor();
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await untilAtMonri(page);
};

test('a ticket is paid on Monri’s page after another card was declined there', async () => {
  const buyer = await checkoutAt(PHONE);
  await press(buyer.page, 'Pay with a card that is declined');
  await buyer.page.getByText('The card was declined. Try another one.').waitFor();
  await press(buyer.page, 'Pay');
  await untilConfirmed(buyer.page);
  assert.deepEqual(
    monri.orders.map(({ status }) => status),
    ['approved'],
  );
  await buyer.close();
});

test('a buyer who cancels at Monri comes back to a page that lets them try again', async () => {
  const buyer = await checkoutAt(DESKTOP);
  await press(buyer.page, 'Cancel');
  await tryAgain(buyer.page);
  await press(buyer.page, 'Pay');
  await untilConfirmed(buyer.page);
  const [cancelled, paid] = monri.orders.slice(-2);
  assert.deepEqual([cancelled!.responseCode, paid!.status], ['1050', 'approved']);
  await buyer.close();
});

test('a buyer who leaves Monri’s page and pays again returns to the same payment', async () => {
  const buyer = await checkoutAt(DESKTOP);
  const { page } = buyer;
  const before = monri.orders.length;
  const { number } = monri.orders.at(-1)!;
  await page.goto(`${shop.url}/portal/orders/${number.replace(/-\d+-\d+$/, '')}`);
  await page.getByRole('link', { name: 'Pay €76.00' }).click();
  await tryAgain(page);
  assert.equal(monri.orders.length, before);
  await press(page, 'Pay');
  await untilConfirmed(page);
  assert.equal(monri.orders.at(-1)!.number, number);
  await buyer.close();
});
