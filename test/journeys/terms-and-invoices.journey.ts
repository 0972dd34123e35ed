import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  callShop,
  cartWithTicket,
  loginToken,
  openBuyer,
  payAtSandbox,
  shiftClock,
  untilOrder,
} from '../support/buyer.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { until, untilFocused } from '../support/visit.ts';

const THANKS = 'Thank you! Please check your email for further instructions.';
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const DAY = 24 * 60 * 60_000;

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

interface Placed {
  code: string;
  checksum: string;
}

/** Places an order for Mila with a poster to ship, and without accepted terms unless `accepted` is set. */
async function openOrder({ isPaid = false, item = 'saturday', accepted = false } = {}): Promise<Placed> {
  const cart = await cartWithTicket(shop, item);
  if (item === 'saturday') await callShop(shop, 'add-merchandise-to-cart', { token, cart, external_code: 'poster-a2' });
  const { order, payment } = await callShop(shop, 'checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'credit_card',
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: accepted,
    },
  });
  if (isPaid) {
    const pressed = await fetch(payment.url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'paid' }),
      redirect: 'manual',
    });
    await fetch(pressed.headers.get('location')!, { redirect: 'manual' });
  }
  return order;
}

const textOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? '';

async function factsOf(page: Page): Promise<Record<string, string>> {
  const facts: [string, string][] = await page.evaluate(
    `[...document.querySelectorAll('main dl > div')].map((one) => [one.children[0].textContent, one.children[1].textContent])`,
  );
  return Object.fromEntries(facts);
}

describe.each([
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: DESKTOP },
])('the link of a mail, on a $device', ({ options }) => {
  test('shows the order, accepts its terms without a login, and still thanks after a reload', async () => {
    const order = await openOrder();
    const buyer = await openBuyer(browser, shop, options);
    const { page } = buyer;
    await buyer.goto(`/accept-tcs/${order.code}/${order.checksum}`);
    await page.getByRole('heading', { level: 1, name: 'Accept the Terms and Conditions' }).waitFor();
    const facts = await factsOf(page);
    assert.match(facts['Received at']!, /\d{4}, \d\d:\d\d$/);
    assert.deepEqual(
      { ...facts, 'Received at': '' },
      {
        'Received at': '',
        Via: 'Web shop',
        Tickets: '1',
        Merchandise: '1',
        'Payment method': 'Credit card',
      },
    );
    const table = await textOf(page.getByRole('table', { name: 'Order items' }));
    assert.match(table, /Saturday day ticket.*\d+ July.*€72\.00/);
    assert.match(table, /Sandlark \d{4} poster, A2€22\.00/);
    // Fees are a line, so that the lines add up.
    assert.match(table, /Booking fees€4\.00/);
    assert.match(table, /Shipping€6\.50/);
    assert.match(table, /Total price€104\.50/);
    assert.doesNotMatch(await textOf(page.getByRole('main')), /Mila|example\.org/);

    const accept = page.getByRole('button', { name: 'Accept', exact: true });
    assert.ok(await accept.isDisabled());
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Terms and Conditions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Terms and Conditions' });
    await dialog.waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('checkbox', { name: /^I accept the Terms and Conditions/ }).check();
    await accept.click();
    await untilFocused(page, new RegExp(`^${THANKS}`));
    await page.getByRole('heading', { level: 1, name: 'Terms and Conditions accepted' }).waitFor();
    assert.equal(await accept.count(), 0);
    await page.getByRole('link', { name: 'View order' }).waitFor();
    await expectGoodPage(page);
    await page.reload();
    await page.getByText(THANKS).waitFor();
    assert.equal(await page.getByRole('checkbox').count(), 0);
    const mail = await mailTo(shop.url, 'mila@example.org', 'terms-accepted');
    assert.ok(mail.subject.includes(order.code));
    assert.ok(linkIn(mail, `/payment-plan-payment/${order.code}/`));
    await buyer.close();
  });
});

test('a link that opens nothing leads home', async () => {
  const order = await openOrder();
  const buyer = await openBuyer(browser, shop, DESKTOP);
  for (const path of [`/accept-tcs/${order.code}/wrong`, `/accept-tcs/SLK-NOBODY/${order.checksum}`]) {
    await buyer.goto(path);
    await until(buyer.page, `location.pathname === '/'`);
  }
  await buyer.close();
});

test('the terms of a paid order can be accepted by keyboard, which releases ticket and invoice', async () => {
  const order = await openOrder({ isPaid: true });
  const buyer = await openBuyer(browser, shop, DESKTOP, { token });
  const { page } = buyer;
  await buyer.goto(`/portal/orders/${order.code}`);
  await untilOrder(page);
  await page
    .getByText('You must accept the terms and conditions at the bottom of this page to proceed with this order.')
    .waitFor();
  assert.equal(await page.getByRole('link', { name: /^Download Saturday/ }).count(), 0);
  await expectGoodPage(page);

  await page.getByRole('link', { name: 'terms and conditions at the bottom of this page' }).focus();
  await page.keyboard.press('Enter');
  await untilFocused(page, /^I accept the Terms and Conditions/);
  const accept = page.getByRole('button', { name: 'Accept Terms and Conditions' });
  assert.ok(await accept.isDisabled());
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await untilFocused(page, /^Terms and Conditions$/);
  await page.keyboard.press('Tab');
  await untilFocused(page, /^Accept Terms and Conditions$/);
  await page.keyboard.press('Enter');
  await untilFocused(page, new RegExp(`^${THANKS}`));
  await page.getByRole('link', { name: /^Download Saturday/ }).waitFor();
  assert.equal(await page.getByText('You must accept the').count(), 0);
  await expectGoodPage(page);

  const invoice = page.getByRole('link', { name: 'Download Invoice (PDF, opens in a new window)' });
  assert.equal(await invoice.getAttribute('target'), '_blank');
  const answer = await fetch(shop.url + (await invoice.getAttribute('href')));
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  await answer.body?.cancel();
  const gone = await fetch(`${shop.url}/download-invoice/${order.code}/wrong`);
  assert.equal(gone.status, 404);
  await buyer.page.goto(`${shop.url}/download-invoice/${order.code}/wrong`);
  await page.getByRole('heading', { name: 'Invoice not found' }).waitFor();
  await expectGoodPage(page);
  await buyer.close();
});

test('the reminder of a plan leads to its page without a login, where all the rest can be paid', async () => {
  const order = await openOrder({ item: 'sandlark-pass-plan', isPaid: true, accepted: true });
  await shiftClock(shop, 25 * DAY);
  const mail = await mailTo(shop.url, 'mila@example.org', 'instalment-week-before');
  const buyer = await openBuyer(browser, shop, PHONE);
  const { page } = buyer;
  await page.goto(linkIn(mail, `/payment-plan-payment/${order.code}/`));
  await page.getByRole('heading', { name: 'Instalment 2 of 4' }).waitFor();
  const account = page.getByText(/^Please transfer/);
  assert.equal(await account.isVisible(), false);
  await page.getByText('Pay by bank transfer instead').click();
  await account.waitFor();
  assert.match(await textOf(account), new RegExp(`^Please transfer €48\\.00 to .*with ${order.code}-2 as the`));
  assert.match(await textOf(page.getByRole('main')), new RegExp(`IBAN\\s*NL85.*Reference\\s*${order.code}-2`, 's'));
  await expectGoodPage(page);
  await page.getByRole('checkbox', { name: /^I accept/ }).check();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await payAtSandbox(page, shop, 'Pay', '€48.00');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.waitForURL(`${shop.url}/`);
  await buyer.close();

  const owner = await openBuyer(browser, shop, PHONE, { token: await loginToken(shop) });
  await owner.goto(`/portal/orders/${order.code}`);
  await untilOrder(owner.page);
  await owner.page.getByText(/You can pay the remaining instalments early, one at a time\./).waitFor();
  assert.match(
    await textOf(owner.page.getByText(/^You do not have to wait/)),
    new RegExp(
      `You can also pay the remaining €96\\.00 in one bank transfer\\. Use ${order.code}-3 as the payment reference`,
    ),
  );
  await owner.page.getByText('Show bank details for the transfer').click();
  const all = owner.page.getByText(/^Please transfer/).filter({ hasText: '€96.00' });
  await all.waitFor();
  assert.match(
    await textOf(owner.page.getByRole('main')),
    new RegExp(`IBAN\\s*NL85.*Amount\\s*€96\\.00.*Reference\\s*${order.code}-3`, 's'),
  );
  await expectGoodPage(owner.page);
  for (const [position, last] of [
    [3, false],
    [4, true],
  ] as const) {
    await owner.page.getByRole('link', { name: `Manage instalment ${order.code}-${position}` }).click();
    await owner.page.getByRole('checkbox', { name: /^I accept/ }).check();
    await owner.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await payAtSandbox(owner.page, shop, 'Pay', '€48.00');
    await untilOrder(owner.page);
    if (last) break;
    // The confirmation only thanks; the order's own page offers the next one.
    await owner.goto(`/portal/orders/${order.code}`);
    await owner.page.getByRole('link', { name: /^Pay / }).first().waitFor();
  }
  await owner.page.getByRole('link', { name: /^Download Invoice/ }).waitFor();
  await owner.close();
  await shiftClock(shop, null);
});
