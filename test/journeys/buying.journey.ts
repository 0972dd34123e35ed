import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  acceptTerms,
  addToCart,
  type Buyer,
  cartWithTicket,
  checkoutButton,
  checkoutForm,
  factOf,
  fillBilling,
  leaveCart,
  loginToken,
  MILA,
  openBilling,
  openBuyer,
  payAtSandbox,
  placeOrder,
  summarisedErrors,
  untilCheckout,
  untilConfirmed,
  untilOrder,
} from '../support/buyer.ts';
import { mailTo } from '../support/mailbox.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { untilFocused } from '../support/visit.ts';

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

const holder = { name: MILA.name, email: MILA.email };

// This test is the first in the file, because an empty checkout names the newest order once there is one.
test('an empty cart at the checkout says how long carts live', async () => {
  const buyer = await openBuyer(browser, shop, PHONE, { token });
  await buyer.goto('/checkout');
  await buyer.page.getByText(/^Your cart is empty\. Carts expire after 15 minutes/).waitFor();
  await expectGoodPage(buyer.page);
  await buyer.close();
});

describe.each([
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: DESKTOP },
])('on a $device', ({ device, options }) => {
  const open = (cart?: string): Promise<Buyer> => openBuyer(browser, shop, options, { token, cart });

  test('a coach is bought with its departure, which every screen on the way names', async () => {
    const buyer = await open();
    const { page } = buyer;
    await addToCart(buyer, '/tickets/coach-amsterdam', { ...holder, time: /10:00/ });
    await leaveCart(page);
    await untilCheckout(page);
    if (device === 'phone') await page.getByText('Your order, 1 item').click();
    const departure = page.getByText(/^Fri \d+ July( \d{4})?, 10:00$/).filter({ visible: true });
    await departure.waitFor();
    await expectGoodPage(page);
    await fillBilling(page);
    await placeOrder(page);
    await payAtSandbox(page, shop, 'Pay', '€44.50');
    await untilConfirmed(page);
    await page.getByRole('row', { name: /Mila Okonkwo.*mila@example\.org.*Fri \d+ July( \d{4})?, 10:00/s }).waitFor();
    assert.equal(await factOf(page, 'Tickets'), '1');
    await expectGoodPage(page);
    await buyer.close();
  });

  test('merchandise ships to another address than the billing one, and its country sets the price', async () => {
    const buyer = await open();
    const { page } = buyer;
    await addToCart(buyer, '/merchandise/poster-a2', null);
    await leaveCart(page);
    await untilCheckout(page);
    if (device === 'phone') await page.getByText('Your order, 1 item').click();
    const form = checkoutForm(page);
    const billing = form.getByRole('region', { name: 'Billing address' });
    const shipping = form.getByRole('region', { name: 'Shipping address' });
    const total = (text: string) => form.locator('p', { hasText: text });

    await openBilling(page);
    await billing.getByLabel('Country').selectOption('');
    await shipping.getByText('Please select your country to see your shipping rates.').waitFor();
    assert.ok(await checkoutButton(page).isDisabled());
    await form.getByText('Please choose your country.').waitFor();
    await expectGoodPage(page);

    await billing.getByLabel('Country').selectOption('US');
    await shipping.getByText('We are currently unable to ship to your country.').waitFor();
    assert.ok(await checkoutButton(page).isDisabled());
    await expectGoodPage(page);

    await fillBilling(page);
    await page.getByText('Shipping to Netherlands').filter({ visible: true }).waitFor();
    await total('Total including shipping and taxes€28.50').waitFor();

    await form.getByRole('checkbox', { name: 'Ship to the billing address' }).uncheck();
    assert.equal(await shipping.getByLabel('Full name').inputValue(), MILA.name);
    assert.equal(await shipping.getByLabel('Country').inputValue(), 'NL');
    await shipping.getByLabel('Country').selectOption('');
    await shipping.getByText('Please select your country to see your shipping rates.').waitFor();
    await shipping.getByLabel('Country').selectOption('DE');
    await total('Total including shipping and taxes€31.50').waitFor();
    await checkoutButton(page).click();
    assert.deepEqual(await summarisedErrors(page), [
      'Please fill out the following fields: Street and number, Postal code, City.',
      'Please accept the Terms and Conditions.',
    ]);
    await form.getByText('Please accept the Terms and Conditions.').last().waitFor();
    assert.match(await page.title(), /^Error: Checkout\s· /);
    await expectGoodPage(page);

    const emptyFields = shipping.getByText('Please fill out this field.');
    assert.equal(await emptyFields.count(), 3);
    await page.getByRole('group', { name: 'There is a problem' }).getByRole('link').first().click();
    await untilFocused(page, /^Street and number/);
    await shipping.getByLabel('Street and number').fill('Breslauer Platz 1');
    await emptyFields.nth(2).waitFor({ state: 'detached' });
    await shipping.getByLabel('Postal code').fill('50668');
    await shipping.getByLabel('City').fill('Cologne');
    await placeOrder(page);
    await payAtSandbox(page, shop, 'Pay', '€31.50');
    const code = await untilConfirmed(page);
    await page.getByText('Shipping to Germany').waitFor();
    assert.equal(await factOf(page, 'Shipping'), '€9.50');
    assert.equal(await factOf(page, 'Merchandise'), '1');
    await expectGoodPage(page);
    assert.ok((await mailTo(shop.url, MILA.email, 'payment-received')).subject.includes(code));
    await buyer.close();
  });

  test('a voucher that covers everything leaves nothing to pay, and says how much of it is lost', async () => {
    const buyer = await open(await cartWithTicket(shop));
    const { page } = buyer;
    await buyer.goto('/checkout');
    const form = await untilCheckout(page);
    await page.getByText('Add a voucher').click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Please enter a voucher code.').waitFor();
    await page.getByLabel('Voucher code').fill('NOTHING');
    await page.getByLabel('Voucher code').press('Enter');
    await page.getByText('Invalid or expired voucher code.').waitFor();
    await expectGoodPage(page);
    assert.equal(await form.getByRole('radio').count(), 2);

    await page.getByLabel('Voucher code').fill('fullhouse');
    await fillBilling(page);
    await placeOrder(page);
    await page.getByText('Please apply your voucher code or clear the field.').waitFor();
    await untilFocused(page, /^Voucher code/);

    await page.getByRole('button', { name: 'Apply' }).click();
    await untilFocused(page, /^Remove voucher FULLHOUSE/);
    await page.getByText('Your voucher is worth more than this order. The remaining €524.00 will be lost.').waitFor();
    await form.getByText('Your voucher covers the whole order. There is nothing left to pay.').waitFor();
    assert.equal(await form.getByRole('radio').count(), 0);
    await form.locator('p', { hasText: 'Total including taxes€0.00' }).waitFor();
    await expectGoodPage(page);

    const city = await page.getByLabel('City').inputValue();
    await page.getByLabel('City').fill(`${city} aan Zee`);
    await page.reload();
    await untilCheckout(page);
    await form.getByText('Your voucher covers the whole order. There is nothing left to pay.').waitFor();
    await openBilling(page);
    assert.equal(await page.getByLabel('City').inputValue(), `${city} aan Zee`);
    await acceptTerms(page);

    await page.getByRole('button', { name: 'Remove voucher FULLHOUSE' }).click();
    await untilFocused(page, /^Voucher code/);
    await form.locator('p', { hasText: 'Total including taxes€76.00' }).waitFor();
    await page.getByLabel('Voucher code').fill('FULLHOUSE');
    await page.getByLabel('Voucher code').press('Enter');
    await untilFocused(page, /^Remove voucher FULLHOUSE/);
    await checkoutButton(page).click();
    await untilConfirmed(page);
    assert.equal(await factOf(page, 'Total price'), '€0.00');
    assert.equal(await factOf(page, 'Discount, Full house'), '−€76.00');
    assert.equal(await factOf(page, 'Payment method'), 'Voucher');
    assert.equal(await factOf(page, 'Payment status'), 'Paid');
    await page.getByRole('link', { name: /^Download Saturday day ticket/ }).waitFor();
    await expectGoodPage(page);
    await buyer.close();
  });

  test('an order by transfer shows where to send its money, on the page and in the mail', async () => {
    const buyer = await open(await cartWithTicket(shop));
    const { page } = buyer;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await buyer.goto('/checkout');
    const form = await untilCheckout(page);
    await openBilling(page);
    await form.getByLabel('Country').selectOption('US');
    await untilCheckout(page);
    assert.equal(await form.getByRole('radio').count(), 0, 'transfers are for some countries only');
    await fillBilling(page);
    await form.getByRole('radio', { name: 'Bank transfer' }).check();
    await placeOrder(page);
    const code = await untilConfirmed(page);
    await page.getByRole('heading', { name: 'Awaiting Payment' }).waitFor();
    const words = (await page.getByText(/^Please transfer/).textContent()) ?? '';
    assert.match(
      words.replace(/\s+/g, ' '),
      new RegExp(`transfer €76\\.00 to .*, with ${code} as the payment reference`),
    );
    await page.getByRole('button', { name: 'Copy amount' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), '76.00');
    await page.getByRole('button', { name: 'Copy IBAN' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'NL85LARK0123456789');
    await page.getByRole('img', { name: 'QR code with the details of this transfer' }).waitFor();
    await page.getByRole('button', { name: 'Copy reference' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), code);
    assert.equal(await factOf(page, 'Payment status'), 'Pending');
    await page.getByText('Pending payment').waitFor();
    await expectGoodPage(page);
    const mail = await mailTo(shop.url, MILA.email, 'order-received');
    assert.match(mail.text, new RegExp(`€76\\.00[\\s\\S]*${code}`));

    await page.reload();
    await page.getByRole('heading', { name: /^Order received on / }).waitFor();
    await page.getByRole('link', { name: 'Back to the portal' }).click();
    const needs = page.getByRole('region', { name: 'Needs your attention' });
    await needs
      .getByRole('listitem')
      .filter({ hasText: code })
      .getByText(/^Transfer €76\.00/)
      .waitFor();
    await expectGoodPage(page);
    await needs.getByRole('link', { name: `Bank details: order ${code}` }).click();
    await page.getByRole('heading', { level: 1, name: `Order ${code}` }).waitFor();
    const steps = page.getByRole('list', { name: 'Where your order stands' });
    await steps.locator('[aria-current=step]').getByText('Payment', { exact: true }).waitFor();
    await buyer.close();
  });

  test('a plan takes its first payment, shows the others, and lets the next one be paid', async () => {
    const buyer = await open();
    const { page } = buyer;
    await addToCart(buyer, '/tickets/sandlark-pass-plan', { ...holder, age: '25 to 34' });
    // On a phone the panel stays closed.
    if (device !== 'phone') {
      await page
        .getByRole('dialog', { name: 'Your cart' })
        .getByText(/^then 3 × €48\.00, last on /)
        .waitFor();
    }
    await leaveCart(page);
    const form = await untilCheckout(page);
    await page.getByText('Vouchers cannot be used with a payment plan.').waitFor();
    const schedule = form.getByRole('table', { name: 'What you pay and when' });
    assert.equal(await schedule.getByRole('row').count(), 6);
    await schedule.getByRole('row', { name: /^Today €54\.50/ }).waitFor();
    await schedule.getByRole('row', { name: /^Total €198\.50/ }).waitFor();
    const pay = await form.innerText();
    assert.match(
      pay,
      /Due today\s+€54\.50\s+then 3 × €48\.00, last on \d+ \w+(?: \d+)?\s+Total including taxes\s+€198\.50/,
    );
    await expectGoodPage(page);
    let wasWithdrawn = false;
    await page.route('**/api/get-data', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      const products = data.products?.filter((item: { has_payment_plan: boolean }) => !item.has_payment_plan);
      wasWithdrawn ||= products?.length < data.products?.length;
      await route.fulfill({ response, json: { data: { ...data, products } } });
    });
    await page.reload();
    await schedule.getByRole('row', { name: /^Total €198\.50/ }).waitFor();
    assert.ok(wasWithdrawn, 'the page did not learn that the item is gone');
    await page.unroute('**/api/get-data');
    await fillBilling(page);
    await placeOrder(page);
    await payAtSandbox(page, shop, 'Pay', '€54.50');
    const code = await untilConfirmed(page);
    assert.equal(await factOf(page, 'Instalments'), '1 of 4 paid');
    assert.equal(await factOf(page, 'Still to pay'), '€144.00');
    assert.equal(await page.getByRole('link', { name: /^Download/ }).count(), 0);
    await expectGoodPage(page);
    const table = page.getByRole('table', { name: 'Instalments' });
    assert.equal(await table.getByRole('link', { name: /^Manage/ }).count(), 3);

    await table.getByRole('link', { name: `View instalment ${code}-1` }).click();
    await untilFocused(page, /^Instalment 1 of 4$/);
    await page.getByText('This payment has already been made.').waitFor();
    await expectGoodPage(page);
    await page.goBack();
    await untilOrder(page);
    await table.getByRole('link', { name: `Manage instalment ${code}-2` }).click();
    await untilFocused(page, /^Instalment 2 of 4$/);
    // As in the checkout, the button says what is missing instead of being disabled.
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Please accept the Terms and Conditions.').last().waitFor();
    assert.equal(await page.getByRole('checkbox', { name: /^I accept/ }).getAttribute('aria-invalid'), 'true');
    await expectGoodPage(page);
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Pay' }).click();
    await payAtSandbox(page, shop, 'Pay', '€48.00');
    assert.equal(await untilConfirmed(page), code);
    assert.equal(await factOf(page, 'Instalments'), '2 of 4 paid');
    await buyer.close();
  });
});

test('the terms can be read in full without leaving the checkout, and reading them accepts nothing', async () => {
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms and Conditions' });
  await dialog.getByText(/These terms apply to orders in the Sandlark shop/).waitFor();
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await untilFocused(page, /^Terms and Conditions$/);
  assert.equal(await page.getByRole('checkbox', { name: /^I accept/ }).isChecked(), false);
  await buyer.close();
});

test('somebody else’s order, or an unknown one, leads to the portal', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP, { token });
  await buyer.goto('/portal/orders/SLK-ZZZZZZ');
  await buyer.page.waitForURL('**/portal');
  await buyer.page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor();
  await buyer.close();
});
