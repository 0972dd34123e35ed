import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { givenStripe, type StripeStandIn } from '../stand-ins/stripe.ts';
import { PAGE_CHOICES, type PageChoice } from '../stand-ins/stripe-page.ts';
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
let stripe: StripeStandIn;
let token: string;

beforeAll(async () => {
  stripe = await givenStripe({ delivers: true });
  [shop, browser] = await Promise.all([
    startShop({ env: { PAYMENT_GATEWAYS: 'stripe,sandbox', ...stripe.variables } }),
    workerBrowser(),
  ]);
  stripe.sendTo(`${shop.url}/payments/callback/stripe`);
  token = await loginToken(shop);
});
afterAll(async () => {
  await shop?.stop();
  await stripe?.close();
});

const choose = async (page: Page, choice: PageChoice): Promise<void> => {
  await page.getByRole('heading', { name: '76.00 EUR' }).waitFor();
  await page.getByRole('button', { name: PAGE_CHOICES[choice] }).click();
};

const checkoutAt = async (options: typeof PHONE) => {
  const buyer = await openBuyer(browser, shop, options, { token, cart: await cartWithTicket(shop) });
  await buyer.goto('/checkout');
  await untilCheckout(buyer.page);
  await fillBilling(buyer.page);
  await placeOrder(buyer.page);
  return buyer;
};

const tryAgain = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Pay your order' }).waitFor();
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};

const sessions = () => stripe.books.every('checkout.session').map(({ status }) => status);

test('a ticket is paid with a card on Stripe’s page, after another card was declined there', async () => {
  const buyer = await checkoutAt(PHONE);
  await choose(buyer.page, 'declines');
  await buyer.page.getByText('Your card was declined. Try another one.').waitFor();
  await choose(buyer.page, 'visa');
  await untilConfirmed(buyer.page);
  assert.deepEqual(stripe.breaches, []);
  await buyer.close();
});

test('a buyer who goes back from Stripe’s page can pay again, but only on the new page', async () => {
  const buyer = await checkoutAt(DESKTOP);
  const { page } = buyer;
  await choose(page, 'cancel');
  await tryAgain(page);
  await choose(page, 'ideal');
  await untilConfirmed(page);
  assert.deepEqual(sessions().slice(-2), ['expired', 'complete']);
  assert.deepEqual(stripe.breaches, []);
  await buyer.close();
});
