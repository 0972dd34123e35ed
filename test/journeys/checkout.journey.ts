import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import {
  acceptTerms,
  callShop,
  cartWithTicket,
  checkoutButton,
  checkoutForm,
  factOf,
  fillBilling,
  loginToken,
  MILA,
  openBilling,
  openBuyer,
  payAtSandbox,
  placeOrder,
  shiftClock,
  untilCheckout,
  untilConfirmed,
  untilOrder,
} from '../support/buyer.ts';
import { mailTo } from '../support/mailbox.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { until, untilFocused } from '../support/visit.ts';

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

const MINUTE_MS = 60_000;

interface OrderSeen {
  code: string;
  payment_status: string;
}

/** Finds Mila's new order. The shop's clock goes back and forth here, so the newest need not be the last one made. */
const orderedSince = async (before: readonly OrderSeen[]): Promise<OrderSeen> => {
  const added = (await ordersOfMila()).filter(({ code }) => before.every((order) => order.code !== code));
  assert.equal(added.length, 1);
  return added[0]!;
};
const ordersOfMila = async (): Promise<OrderSeen[]> => (await callShop(shop, 'get-data', { token })).data.orders;
const tryAgain = async (page: Page): Promise<void> => {
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};

// This test is the first, before the shop's clock is moved, because the panel names the newest order.
test('a tab that still shows a cart ordered in another tab says so and leads to the order', async () => {
  const before = await ordersOfMila();
  const cart = await cartWithTicket(shop);
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart });
  const { page } = buyer;
  await buyer.goto('/tickets');
  await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
  const panel = page.getByRole('dialog', { name: 'Your cart' });
  await panel.getByText('Mila Okonkwo').first().waitFor();
  await callShop(shop, 'checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  const { code } = await orderedSince(before);
  await panel.getByRole('button', { name: /^Remove/ }).click();
  await panel.getByText('Your order has been placed.').waitFor();
  assert.equal(await page.getByText('Your cart has expired.').count(), 0);
  await expectGoodPage(page);
  await panel.getByRole('link', { name: 'View order' }).click();
  await page.waitForURL(`${shop.url}/portal/orders/${code}`);
  await buyer.close();
});

describe.each([
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: DESKTOP },
])('on a $device', ({ options }) => {
  test('a cart that expires while the form is filled in can be restored with everything that was typed', async () => {
    const buyer = await openBuyer(browser, shop, options, { token, cart: await cartWithTicket(shop) });
    const { page } = buyer;
    await buyer.goto('/checkout');
    await untilCheckout(page);
    await fillBilling(page);
    await page.getByLabel('Street and number').fill('Zandpad 99');
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    await shiftClock(shop, 16 * MINUTE_MS);
    await placeOrder(page);
    await page.getByText('Your 15 minutes are up and the tickets are back on sale.').waitFor();
    await page.getByText('What you entered in the form has been kept too.').waitFor();
    await page.getByText('Saturday day ticket, Mila Okonkwo').waitFor();
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Add to cart again' }).click();
    await untilCheckout(page);
    await openBilling(page);
    assert.equal(await page.getByLabel('Street and number').inputValue(), 'Zandpad 99');
    assert.ok(await page.getByRole('radio', { name: 'Bank transfer' }).isChecked());
    await page.getByText(/^1[45]:\d\d left$/).waitFor();
    await expectGoodPage(page);
    await placeOrder(page);
    await untilConfirmed(page);
    assert.equal(await factOf(page, 'Payment method'), 'Bank transfer');
    await shiftClock(shop, null);
    await buyer.close();
  });

  test('a declined payment leads back to a page to try again, and then to the ticket', async () => {
    const buyer = await openBuyer(browser, shop, options, { token, cart: await cartWithTicket(shop) });
    const { page } = buyer;
    await buyer.goto('/checkout');
    await untilCheckout(page);
    await fillBilling(page);
    await placeOrder(page);
    await payAtSandbox(page, shop, 'Decline', '€76.00');
    await page.getByRole('heading', { level: 1, name: 'Pay your order' }).waitFor();
    await page.getByText('Your last payment was declined, and nothing was charged. You can try again.').waitFor();
    await expectGoodPage(page);
    await tryAgain(page);
    await payAtSandbox(page, shop, 'Cancel', '€76.00');
    // Boxes that were ticked before stay ticked.
    await page.getByRole('checkbox', { name: /^I accept/, checked: true }).waitFor();
    await tryAgain(page);
    await payAtSandbox(page, shop, 'Decline', '€76.00');
    await page.getByText(/^There is a maximum of 5 attempts for each payment, and this one has had 3\./).waitFor();
    await expectGoodPage(page);
    await tryAgain(page);
    await payAtSandbox(page, shop, 'Pay', '€76.00');
    await untilConfirmed(page);
    await page.getByRole('link', { name: /^Download Saturday day ticket/ }).waitFor();
    await buyer.close();
  });
});

test('an emptied shipping country is named at its field when Checkout is pressed', async () => {
  const { cart } = await callShop(shop, 'add-merchandise-to-cart', { external_code: 'poster-a2' });
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: cart.code });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  const billing = checkoutForm(page).getByRole('region', { name: 'Billing address' });
  await openBilling(page);
  await billing.getByLabel('Country').selectOption('');
  await untilCheckout(page);
  assert.ok(await checkoutButton(page).isDisabled(), 'without a country');
  assert.equal(await page.getByText('No valid payment methods found.').count(), 0);
  await fillBilling(page);
  await page.getByRole('checkbox', { name: 'Ship to the billing address' }).uncheck();
  const shipping = checkoutForm(page).getByRole('region', { name: 'Shipping address' });
  assert.equal(await shipping.getByLabel('Country').inputValue(), 'NL');
  await shipping.getByLabel('Country').selectOption('');
  await shipping.getByLabel('Street and number').fill('Havenstraat 3');
  await shipping.getByLabel('Postal code').fill('4325 AB');
  await shipping.getByLabel('City').fill('Noorderzand');
  await untilCheckout(page);
  await placeOrder(page);
  await untilFocused(page, /^Country/);
  await shipping.getByText('Please choose the shipping country.').waitFor();
  assert.equal(await page.getByText('Please choose the shipping country.').count(), 1, 'shown once');
  await shipping.getByText('Please choose the shipping country.').waitFor();
  await expectGoodPage(page);
  await shipping.getByLabel('Country').selectOption({ label: 'Germany' });
  await shipping.getByText('Please choose the shipping country.').waitFor({ state: 'detached' });
  await buyer.close();
});

test('the fields of a refused, folded address open, and stay open while it is corrected', async () => {
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await page.reload();
  await untilCheckout(page);
  const billing = checkoutForm(page).getByRole('region', { name: 'Billing address' });
  await billing.getByText('Zandpad 12, 4325 AB, Noorderzand, Netherlands').waitFor();
  await page.route('**/api/checkout-cart', (route) =>
    route.fulfill({ status: 422, json: { message: 'Too long.', errors: { 'address.city': ['Too long.'] } } }),
  );
  await placeOrder(page);
  await untilFocused(page, /^City/);
  await billing.getByText('Too long.').waitFor();
  await billing.getByLabel('City').pressSequentially('!');
  await billing.getByText('Too long.').waitFor({ state: 'detached' });
  await untilFocused(page, /^City/);
  await buyer.close();
});

test('the cart can be changed within the checkout, and the shop is one click away', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  const change = page.getByRole('button', { name: 'Change your cart' });
  await change.click();
  const panel = page.getByRole('dialog', { name: 'Your cart' });
  await panel.getByText('Mila Okonkwo').first().waitFor();
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await untilFocused(page, /^Change your cart$/);

  await change.click();
  await panel.getByRole('button', { name: /^Remove/ }).click();
  await panel.getByRole('button', { name: /^Undo/ }).click();
  await panel.getByRole('link', { name: 'Checkout' }).click();
  await panel.waitFor({ state: 'hidden' });
  await untilCheckout(page);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.waitForURL(`${shop.url}/tickets`);
  await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
  await buyer.close();
});

test('after the maximum number of attempts, the order can still wait for a bank transfer', async () => {
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await placeOrder(page);
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await payAtSandbox(page, shop, 'Decline', '€76.00');
    await tryAgain(page);
  }
  await payAtSandbox(page, shop, 'Decline', '€76.00');
  await page.getByText('Please contact us immediately before making another payment attempt.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Pay', exact: true }).count(), 0);
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Change to bank transfer' }).click();
  await page.getByRole('heading', { name: 'Awaiting Payment' }).waitFor();
  await untilFocused(page, /^Pay your order/);
  await page.getByRole('img', { name: 'QR code with the details of this transfer' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Change to bank transfer' }).count(), 0);
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'View order' }).click();
  assert.equal(await factOf(page, 'Payment method'), 'Bank transfer');
  await buyer.close();
});

test('a double click on Checkout places one order', async () => {
  const before = await ordersOfMila();
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/checkout-cart') && calls.push(request.url()));
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await acceptTerms(page);
  await checkoutButton(page).dblclick();
  await payAtSandbox(page, shop, 'Pay', '€76.00');
  await untilConfirmed(page);
  assert.equal(calls.length, 1);
  await orderedSince(before);
  await buyer.close();
});

test('the same cart on two devices becomes one order', async () => {
  const before = await ordersOfMila();
  const cart = await cartWithTicket(shop);
  const devices = await Promise.all([
    openBuyer(browser, shop, DESKTOP, { token, cart }),
    openBuyer(browser, shop, PHONE, { token, cart }),
  ]);
  for (const { goto, page } of devices) {
    await goto('/checkout');
    await untilCheckout(page);
    await fillBilling(page);
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    await acceptTerms(page);
  }
  await Promise.all(devices.map(({ page }) => checkoutButton(page).click()));
  const [first, second] = await Promise.all(devices.map(({ page }) => untilConfirmed(page)));
  assert.equal(first, second);
  assert.equal((await orderedSince(before)).code, first);
  for (const device of devices) await device.close();
});

test('a reload before the order keeps the cart, and one after it does not lose the order', async () => {
  const before = await ordersOfMila();
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await page.reload();
  await untilCheckout(page);
  await page.getByText('Your order, 1 item').waitFor();
  await fillBilling(page);
  await acceptTerms(page);

  // The answer is lost: the shop has the order, but the browser does not know it.
  await page.route('**/api/checkout-cart', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await checkoutButton(page).click();
  await page.getByText('The shop could not be reached. Please check your connection and try again.').waitFor();
  await page.unroute('**/api/checkout-cart');
  await page.reload();
  const { code } = await orderedSince(before);
  await page.getByRole('heading', { name: `Your order ${code} is not paid yet` }).waitFor();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
  await expectGoodPage(page);
  await page.getByRole('region', { name: 'Outstanding payment' }).getByRole('link', { name: 'Pay' }).click();
  await tryAgain(page);
  await payAtSandbox(page, shop, 'Pay', '€76.00');
  await untilConfirmed(page);
  await buyer.close();
});

test('Back at the payment provider shows the order instead of the form', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await placeOrder(page);
  await page.getByRole('heading', { name: 'Sandbox gateway' }).waitFor();
  await page.goBack();
  const code = await untilOrder(page);
  assert.equal(page.url(), `${shop.url}/portal/orders/${code}`);
  await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
  await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Pay €76.00' }).click();
  await tryAgain(page);
  await payAtSandbox(page, shop, 'Pay', '€76.00');
  await untilConfirmed(page);
  await buyer.close();
});

test.each(['redirect', 'submit'] as const)(
  'a payment page that does not load (%s) offers a retry, and coming back shows the order',
  async (flow) => {
    const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
    const { page } = buyer;
    const methods: string[] = [];
    // An answer without content leaves the page unchanged.
    await page.route('**/sandbox-gateway/**', async (route) => {
      methods.push(route.request().method());
      await route.fulfill({ status: 204 });
    });
    if (flow === 'submit') {
      await page.route('**/api/checkout-cart', async (route) => {
        const answer = await route.fetch();
        const content = await answer.json();
        const payment = {
          action: 'submit',
          url: `${shop.url}/sandbox-gateway/pay`,
          params: { secret: 'only-in-the-page' },
        };
        await route.fulfill({ response: answer, json: { ...content, payment } });
      });
    }
    await buyer.goto('/checkout');
    await untilCheckout(page);
    await fillBilling(page);
    await placeOrder(page);
    await untilFocused(page, /^Taking you to the payment page$/);
    await page
      .getByRole('status')
      .filter({ hasText: /^Order SLK-\w{6}, €76\.00$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    await expectGoodPage(page);
    await Promise.all([
      page.waitForResponse('**/sandbox-gateway/**'),
      page.getByRole('button', { name: 'Continue to payment' }).click(),
    ]);
    assert.deepEqual(methods, flow === 'submit' ? ['POST', 'POST'] : ['GET', 'GET']);
    const stored: string = await page.evaluate(
      'JSON.stringify([history.state, {...localStorage}, {...sessionStorage}, location.href])',
    );
    assert.ok(!stored.includes('only-in-the-page'));

    // This is what happens when the browser shows the page from its cache after Back.
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
    await buyer.close();
  },
);

test('a page that waits for later money shows it by itself', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await placeOrder(page);
  await payAtSandbox(page, shop, 'Pay, delayed', '€76.00');
  await untilConfirmed(page);
  await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor();
  await expectGoodPage(page);
  await shiftClock(shop, 2 * MINUTE_MS);
  await page.getByRole('link', { name: /^Download Saturday day ticket/ }).waitFor({ timeout: 30_000 });
  await shiftClock(shop, null);
  await buyer.close();
});

test('coming back finds a payment that is never reported to the shop', async () => {
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await placeOrder(page);
  await payAtSandbox(page, shop, 'Pay, message lost', '€76.00');
  const code = await untilConfirmed(page);
  assert.equal(await factOf(page, 'Payment status'), 'Paid');
  assert.ok((await mailTo(shop.url, MILA.email, 'payment-received')).subject.includes(code));
  await buyer.close();
});

test('an unpaid card order is abandoned, page and mail say so, and its items can be bought again', async () => {
  const before = await ordersOfMila();
  const buyer = await openBuyer(browser, shop, PHONE, { token, cart: await cartWithTicket(shop) });
  const { page } = buyer;
  await buyer.goto('/checkout');
  await untilCheckout(page);
  await fillBilling(page);
  await placeOrder(page);
  await page.getByRole('heading', { name: 'Sandbox gateway' }).waitFor();
  await shiftClock(shop, 45 * MINUTE_MS);
  const order = await orderedSince(before);
  assert.equal(order.payment_status, 'abandoned');
  await buyer.goto(`/portal/orders/${order.code}`);
  await page.getByRole('heading', { name: 'Payment Abandoned' }).waitFor();
  await expectGoodPage(page);
  assert.ok((await mailTo(shop.url, MILA.email, 'order-abandoned')).subject.includes(order.code));
  await page.getByRole('button', { name: 'Buy again' }).click();
  await page.getByText('Item added to cart.').waitFor();
  await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
  await shiftClock(shop, null);
  await buyer.close();
});

test('a payment’s link shows only this payment without a login; a wrong one leads to the order', async () => {
  const placed = await callShop(shop, 'checkout-cart', {
    token,
    cart: await cartWithTicket(shop),
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  const { code, checksum, payments } = placed.order;
  const buyer = await openBuyer(browser, shop, PHONE);
  const { page } = buyer;
  await buyer.goto(`/payment-plan-payment/${code}/${checksum}/${payments[0].reference}`);
  await page.getByRole('heading', { level: 1, name: 'Pay your order' }).waitFor();
  const words = (await page.getByRole('main').textContent()) ?? '';
  for (const secret of [MILA.name, MILA.email, 'Zandpad']) assert.ok(!words.includes(secret), secret);
  assert.match(words, /Saturday day ticket.*\d+ July/);
  assert.equal(await page.getByRole('link', { name: 'View order' }).count(), 0);
  await tryAgain(page);
  await payAtSandbox(page, shop, 'Decline', '€76.00');
  await page.getByText('Your last payment was declined, and nothing was charged. You can try again.').waitFor();
  const [other] = await Promise.all([page.context().newPage(), tryAgain(page)]);
  await page.getByRole('heading', { name: 'Sandbox gateway' }).waitFor();
  await other.goto(`${shop.url}/payment-plan-payment/${code}/${checksum}/${payments[0].reference}`);
  await tryAgain(other);
  await other.getByRole('heading', { name: 'Sandbox gateway' }).waitFor();
  await payAtSandbox(page, shop, 'Pay, delayed', '€76.00');
  await page.getByText('You started this payment again in the meantime.').waitFor();
  await payAtSandbox(other, shop, 'Pay, delayed', '€76.00');
  await other.getByRole('heading', { name: 'Your payment is being processed' }).waitFor();
  await expectGoodPage(other);
  await shiftClock(shop, 2 * MINUTE_MS);
  await other.getByText('We have received your payment of €76.00').waitFor({ timeout: 30_000 });
  await expectGoodPage(other);
  await shiftClock(shop, null);
  assert.equal(await other.getByRole('link', { name: 'View order' }).count(), 0);
  await buyer.goto(`/payment-plan-payment/${code}/${checksum}/${payments[0].reference}`);
  await page.getByText('This payment has already been made.').waitFor();

  await buyer.goto(`/payment-plan-payment/${code}/${'x'.repeat(22)}/${payments[0].reference}`);
  await until(
    page,
    `location.pathname + location.search === '/login?from=${encodeURIComponent(`/portal/orders/${code}`)}'`,
  );
  await untilFocused(page, /^Log ?in$/i);
  await buyer.close();
});
