import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { browserWithPictures, DESKTOP, expectGoodPage, PHONE } from '../support/browser.ts';
import {
  addToCart,
  type Buyer,
  callShop,
  fillBilling,
  loginToken,
  MILA,
  openBuyer,
  payAtSandbox,
  placeOrder,
  untilCheckout,
  untilConfirmed,
} from '../support/buyer.ts';
import type { TestDatabase } from '../support/database.ts';
import { givenLoadedDatabase, type ShopProcess, startShop } from '../support/server.ts';
import { until, untilFocused } from '../support/visit.ts';

const PIXEL = '1234567890';

/** Replaces the vendor's script: sends every call of its queue, and every later one, as an image request. */
const VENDOR_SCRIPT = `
fbq.callMethod = function () {
  new Image().src = 'https://www.facebook.com/tr?' + encodeURIComponent(JSON.stringify(
    { call: [].slice.call(arguments), address: location.href, referrer: document.referrer, cookie: document.cookie, origin: self.origin }));
};
fbq.queue.splice(0).forEach(function (call) { fbq.callMethod.apply(fbq, call); });`;

interface VendorCall {
  call: unknown[];
  address: string;
  referrer: string;
  cookie: string;
  origin: string;
}

let browser: Browser;
let shop: ShopProcess;
let database: TestDatabase;

beforeAll(async () => {
  database = await givenLoadedDatabase();
  [shop, browser] = await Promise.all([startShop({ databaseUrl: database.url }), browserWithPictures()]);
  await database.db.run(
    `update shop_state set config = jsonb_set(config, '{public,trackingPixelId}', $1), version = version + 1`,
    [JSON.stringify(PIXEL)],
  );
  while ((await fetch(`${shop.url}/tracking-frame`)).status !== 200) await pause(50);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await database?.drop();
});

/** Watches requests to the vendor: how many times its script was loaded, and every call that it made. */
async function watchVendor(context: BrowserContext) {
  const seen: { scripts: number; calls: VendorCall[] } = { scripts: 0, calls: [] };
  await context.route('https://connect.facebook.net/**', (route) => {
    seen.scripts += 1;
    return route.fulfill({ contentType: 'text/javascript', body: VENDOR_SCRIPT });
  });
  await context.route('https://www.facebook.com/**', (route) => {
    seen.calls.push(JSON.parse(decodeURIComponent(new URL(route.request().url()).search.slice(1))));
    return route.fulfill({ status: 204 });
  });
  return seen;
}
type Vendor = Awaited<ReturnType<typeof watchVendor>>;

const events = ({ calls }: Vendor) =>
  calls.filter(({ call }) => call[0] === 'track').map(({ call }) => ({ name: call[1], parameters: call[2] }));

async function untilEvents(page: Page, vendor: Vendor, count: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (events(vendor).length < count && performance.now() < deadline) await page.waitForTimeout(50);
  assert.equal(events(vendor).length, count, JSON.stringify(events(vendor)));
}

const question = (page: Page) => page.getByRole('region', { name: 'May we use the Meta pixel?' });
const countFrames = (page: Page) => page.locator('iframe').count();

async function openTracked(device: typeof PHONE, stored: { token?: string; cart?: string } = {}) {
  const buyer: Buyer = await openBuyer(browser, shop, device, stored);
  return { ...buyer, vendor: await watchVendor(buyer.page.context()) };
}

const saturday = { content_ids: ['saturday'], contents: [{ id: 'saturday', quantity: 1 }] };

describe('in a shop with a pixel', () => {
  test('nothing is loaded or sent without an answer or after declining, and the page works', async () => {
    const buyer = await openTracked(PHONE);
    const { page, vendor } = buyer;
    await buyer.goto('/');
    await question(page).waitFor();
    await expectGoodPage(page);
    const boxes = await Promise.all(
      ['Decline', 'Accept'].map((name) => question(page).getByRole('button', { name }).boundingBox()),
    );
    assert.equal(boxes[0]!.width, boxes[1]!.width);
    assert.equal(boxes[0]!.height, boxes[1]!.height);

    // The notice does not cover the page's own bar.
    await buyer.goto('/tickets/sandlark-pass');
    await question(page).waitFor();
    const bar = (await question(page).boundingBox())!;
    const buy = (await page
      .getByRole('button', { name: /^Add to cart/ })
      .last()
      .boundingBox())!;
    assert.ok(bar.y + bar.height <= buy.y, `the question ends at ${bar.y + bar.height}, the button begins at ${buy.y}`);
    assert.ok(bar.height < 280, `the question is ${bar.height} high`);

    await question(page).getByRole('button', { name: 'Decline' }).click();
    await question(page).waitFor({ state: 'detached' });
    await page.reload();
    await addToCart(buyer, '/tickets/saturday', { name: MILA.name, email: MILA.email, age: '25 to 34' });
    assert.equal(await question(page).count(), 0);
    assert.equal(await countFrames(page), 0);
    assert.deepEqual(vendor, { scripts: 0, calls: [] });
    await buyer.close();
  });

  test('after consent each event is sent once with its parameters, from an isolated frame', async () => {
    const token = await loginToken(shop);
    const buyer = await openTracked(DESKTOP, { token });
    const { page, vendor } = buyer;
    await buyer.goto('/tickets?type=ticket&fbclid=click-1');
    await question(page).getByRole('button', { name: 'Accept' }).click();
    await page
      .getByRole('link', { name: /Saturday/ })
      .first()
      .click();
    await untilEvents(page, vendor, 1);
    // A ticket is personalised, but not added to the cart.
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
    await page.getByRole('dialog').getByLabel('Full name').fill('Noor Bakker');
    await untilEvents(page, vendor, 2);
    await page.keyboard.press('Escape');
    await addToCart(buyer, '/tickets/saturday', { name: MILA.name, email: MILA.email, age: '25 to 34' });
    await untilEvents(page, vendor, 5);
    await buyer.goto('/checkout');
    await untilCheckout(page);
    await untilEvents(page, vendor, 6);
    await page.reload();
    await untilCheckout(page);
    await fillBilling(page);
    await placeOrder(page);
    const price = await page.getByText(/^€\d/).first().textContent();
    await payAtSandbox(page, shop, 'Pay', price!.trim());
    const code = await untilConfirmed(page);
    await untilEvents(page, vendor, 8);

    const value = (events(vendor).at(-1)!.parameters as { value: number }).value;
    const money = { currency: 'EUR', value };
    assert.equal(`€${value.toFixed(2)}`, price!.trim());
    assert.deepEqual(events(vendor), [
      { name: 'ViewContent', parameters: { ...saturday, content_type: 'product', ...money } },
      { name: 'CustomizeProduct', parameters: { content_ids: ['saturday'], content_type: 'product' } },
      { name: 'ViewContent', parameters: { ...saturday, content_type: 'product', ...money } },
      { name: 'CustomizeProduct', parameters: { content_ids: ['saturday'], content_type: 'product' } },
      { name: 'AddToCart', parameters: { ...saturday, content_type: 'product', ...money } },
      { name: 'InitiateCheckout', parameters: { ...saturday, num_items: 1, ...money } },
      { name: 'AddPaymentInfo', parameters: { ...saturday, ...money } },
      { name: 'Purchase', parameters: { ...saturday, content_type: 'product', num_items: 1, ...money } },
    ]);
    const ids = vendor.calls
      .filter(({ call }) => call[0] === 'track')
      .map(({ call }) => (call[3] as { eventID: string }).eventID);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.at(-1), `Purchase.${code}`);

    // Neither a reload, nor another tab, nor the order's page reports it again.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^Order received on / }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
    await until(other, `document.querySelector('iframe')`);
    await other.close();
    await buyer.goto(`/portal/orders/${code}`);
    await page.getByRole('heading', { level: 1, name: `Order ${code}` }).waitFor();
    assert.equal(await countFrames(page), 0);

    const { orders } = (await callShop(shop, 'get-data', { token })).data;
    const { checksum, payments } = orders.find((order: { code: string }) => order.code === code);
    for (const secret of [
      `/accept-tcs/${code}/${checksum}`,
      `/payment-plan-payment/${code}/${checksum}/${payments[0].reference}`,
      '/account',
    ]) {
      await buyer.goto(secret);
      await page.getByRole('button', { name: 'Tracking choice' }).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(new URL(page.url()).pathname, secret);
      assert.equal(await countFrames(page), 0, secret);
    }

    await buyer.goto('/faqs');
    await until(page, `document.querySelector('iframe')`);
    await untilEvents(page, vendor, 8);
    const first = vendor.calls.slice(0, 2).map(({ call }) => call);
    assert.deepEqual(first, [
      ['set', 'autoConfig', false, PIXEL],
      ['init', PIXEL],
    ]);
    for (const { address, referrer, cookie, origin } of vendor.calls) {
      assert.match(address, /\/tracking-frame(\?fbclid=click-1)?$/);
      assert.deepEqual({ referrer, cookie, origin }, { referrer: '', cookie: '', origin: 'null' });
    }
    await buyer.close();
  });

  test('consent on a product page sends the view once, and nothing from before', async () => {
    const buyer = await openTracked(DESKTOP, { token: await loginToken(shop) });
    const { page, vendor } = buyer;
    await buyer.goto('/tickets/sandlark-pass');
    await question(page).waitFor();
    await addToCart(buyer, '/tickets/saturday', { name: MILA.name, email: MILA.email, age: '25 to 34' });
    const panel = page.getByRole('dialog', { name: 'Your cart' });
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await question(page).getByRole('button', { name: 'Accept' }).click();
    await untilEvents(page, vendor, 1);
    assert.equal(events(vendor)[0]!.name, 'ViewContent');
    assert.deepEqual((events(vendor)[0]!.parameters as { content_ids: string[] }).content_ids, ['saturday']);

    const choose = async (answer: string) => {
      await page.getByRole('button', { name: 'Tracking choice' }).click();
      await question(page).getByRole('button', { name: answer }).click();
      await question(page).waitFor({ state: 'detached' });
    };
    await choose('Decline');
    await choose('Accept');
    await until(page, `document.querySelector('iframe')`);
    await untilEvents(page, vendor, 1);

    await choose('Decline');
    await buyer.goto('/checkout');
    await untilCheckout(page);
    assert.equal(await countFrames(page), 0);
    await choose('Accept');
    await untilEvents(page, vendor, 2);
    assert.equal(events(vendor)[1]!.name, 'InitiateCheckout');
    await page.reload();
    await untilCheckout(page);
    await until(page, `document.querySelector('iframe')`);
    await untilEvents(page, vendor, 2);
    await buyer.close();
  });

  test('registering is sent; nothing is sent on pages with secrets or after consent is withdrawn', async () => {
    const buyer = await openTracked(DESKTOP);
    const { page, vendor } = buyer;
    await buyer.goto('/register');
    await question(page).getByRole('button', { name: 'Accept' }).click();
    await page.getByLabel('Full name').fill('Ida Vos');
    await page.getByLabel('Email').fill('ida.vos@example.org');
    await page.getByRole('button', { name: 'Register' }).click();
    await untilFocused(page, /^Check your email$/);
    await untilEvents(page, vendor, 1);
    assert.deepEqual(events(vendor), [{ name: 'CompleteRegistration', parameters: {} }]);

    const { scripts } = vendor;
    for (const secret of [
      '/reset-password/ida.vos%40example.org/token',
      '/login-link#token',
      '/login',
      '/forgot-password',
    ]) {
      await buyer.goto(secret);
      await page.getByRole('button', { name: 'Tracking choice' }).waitFor();
      assert.equal(await countFrames(page), 0, secret);
    }
    assert.equal(vendor.scripts, scripts);

    await buyer.goto('/cookie-policy');
    await until(page, `document.querySelector('iframe')`);
    await page.getByRole('heading', { name: 'Your choice about the Meta pixel' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Tracking choice' }).click();
    await untilFocused(page, /^May we use the Meta pixel/);
    await expectGoodPage(page);
    await question(page).getByRole('button', { name: 'Decline' }).click();
    await untilFocused(page, /^Tracking choice$/);
    await page.getByText('You have declined it.').waitFor();
    assert.equal(await countFrames(page), 0);
    const before = vendor.scripts;
    await addToCart(buyer, '/merchandise/poster-a2', null);
    assert.equal(vendor.scripts, before);
    await untilEvents(page, vendor, 1);
    await buyer.close();
  });
});
