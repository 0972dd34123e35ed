import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { ShopProcess } from './server.ts';
import { openVisit, until, untilFocused } from './visit.ts';

export { expectGoodPage } from './browser.ts';

export const MILA = { name: 'Mila Okonkwo', email: 'mila@example.org', password: 'dunes-at-dusk' };

export interface Holder {
  name: string;
  email: string;
  /** The age range's label. */
  age?: string;
  /** A part of the travel time's label. */
  time?: RegExp;
}

/** A buyer with their own page, and the steps on the way to a ticket. */
export interface Buyer {
  page: Page;
  goto(path: string): Promise<void>;
  /** Ends the visit, and throws if the page threw or warned anything meanwhile. */
  close(): Promise<void>;
}

export async function openBuyer(
  browser: Browser,
  shop: ShopProcess,
  device: BrowserContextOptions,
  stored: { token?: string; cart?: string } = {},
): Promise<Buyer> {
  // Visits of the cart, the portal and the public pages cover motion.
  const visit = await openVisit(browser, { reducedMotion: 'reduce', ...device });
  const { page } = visit;
  if (stored.token || stored.cart) {
    // Any address of the shop without scripts will do. The window's last visitor was left there.
    const quiet = `${shop.url}/robots.txt`;
    if (page.url() !== quiet) await page.goto(quiet);
    await page.evaluate(
      `(${JSON.stringify(stored)}.token && localStorage.setItem('foyer.token', ${JSON.stringify(stored.token)}))`,
    );
    if (stored.cart) await page.evaluate(`localStorage.setItem('foyer.cart', ${JSON.stringify(stored.cart)})`);
  }
  return {
    page,
    goto: async (path) => {
      await page.goto(shop.url + path);
    },
    close: visit.close,
  };
}

/** Calls `POST /api/<name>`. Throws with the answer unless it succeeds. */
// biome-ignore lint/suspicious/noExplicitAny: journeys read what the contract promises and fail if it is missing.
export async function callShop(shop: ShopProcess, name: string, body: object): Promise<any> {
  const answer = await fetch(`${shop.url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const content = await answer.json();
  assert.equal(answer.status, 200, `${name}: ${JSON.stringify(content)}`);
  return content;
}

/** Returns the demo customer's login token. */
export async function loginToken(shop: ShopProcess): Promise<string> {
  return (await callShop(shop, 'login', { email: MILA.email, password: MILA.password })).remember_token;
}

/** Returns the code of a new cart with one ticket, by default for Saturday, for journeys that begin at the checkout. */
export async function cartWithTicket(shop: ShopProcess, item = 'saturday'): Promise<string> {
  const { cart } = await callShop(shop, 'add-product-to-cart', {
    external_code: item,
    full_name: MILA.name,
    email: MILA.email,
    age: '25-34',
  });
  return cart.code;
}

/** Moves the shop's clock by this much from the real time; null resets it. */
export async function shiftClock(shop: ShopProcess, milliseconds: number | null): Promise<void> {
  const now = milliseconds === null ? null : new Date(Date.now() + milliseconds).toISOString();
  const answer = await fetch(`${shop.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  });
  assert.equal(answer.status, 200);
}

const personalise = (page: Page): Locator => page.getByRole('dialog', { name: 'Personalise your ticket' });
const addButton = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first();

/** Puts the product page's item into the cart, for a holder if it is a ticket. Ends when the header shows the count. */
export async function addToCart(buyer: Buyer, path: string, holder: Holder | null, count = 1): Promise<void> {
  const { page } = buyer;
  await buyer.goto(path);
  await addButton(page).click();
  if (holder) {
    const dialog = personalise(page);
    await dialog.getByLabel('Full name').fill(holder.name);
    await dialog.getByLabel('Email').fill(holder.email);
    if (holder.age) await dialog.getByLabel('Age').selectOption({ label: holder.age });
    if (holder.time) await dialog.getByRole('radio', { name: holder.time }).check();
    await dialog.getByRole('button', { name: 'Add to cart' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await cartButton(page, count).waitFor({ state: 'attached' });
}

/** Finds the header's button. Behind the open panel it is not in the accessibility tree. */
const cartButton = (page: Page, count: number): Locator =>
  page
    .locator(`button[aria-label^="Cart, ${count} item"]`)
    .or(page.getByRole('button', { name: `Cart, ${count} item` }));

/** Goes from the cart's panel, which opens by itself on wide screens, to the checkout, or to the login page before it. */
export async function leaveCart(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Your cart' });
  if ((page.viewportSize()?.width ?? 0) < 960) await page.getByRole('button', { name: /^Cart, / }).click();
  await panel.getByRole('link', { name: 'Checkout' }).click();
  await panel.waitFor({ state: 'hidden' });
}

export const checkoutForm = (page: Page): Locator => page.getByRole('form', { name: 'Checkout' });
export const checkoutButton = (page: Page): Locator => page.getByRole('button', { name: 'Checkout', exact: true });

export async function untilCheckout(page: Page): Promise<Locator> {
  const form = checkoutForm(page);
  await form.waitFor();
  await page.getByText('One moment, we are calculating your total.').waitFor({ state: 'detached' });
  return form;
}

/** Opens the fields of the billing address; a saved address is one line until then. */
export async function openBilling(page: Page): Promise<void> {
  const billing = checkoutForm(page).getByRole('region', { name: 'Billing address' });
  const change = billing.getByRole('button', { name: 'Change billing address' });
  await change.or(billing.getByLabel('Country')).first().waitFor();
  if (await change.isVisible()) await change.click();
}

/** Fills in the country and the required lines of the billing address. */
export async function fillBilling(page: Page, country = 'Netherlands'): Promise<void> {
  const billing = checkoutForm(page).getByRole('region', { name: 'Billing address' });
  await openBilling(page);
  await billing.getByLabel('Country').selectOption({ label: country });
  await billing.getByLabel('Street and number').fill('Zandpad 12');
  await billing.getByLabel('Postal code').fill('4325 AB');
  await billing.getByLabel('City').fill('Noorderzand');
  await untilCheckout(page);
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I accept the Terms and Conditions/ }).check();
}

export async function placeOrder(page: Page): Promise<void> {
  await acceptTerms(page);
  await checkoutButton(page).click();
}

export type SandboxOutcome = 'Pay' | 'Pay, delayed' | 'Pay, message lost' | 'Decline' | 'Cancel';

/** Presses a button on the sandbox's page, which must show this amount, and waits until the browser is at the shop. */
export async function payAtSandbox(
  page: Page,
  shop: ShopProcess,
  outcome: SandboxOutcome,
  amount: string,
): Promise<void> {
  await page.getByRole('heading', { name: 'Sandbox gateway' }).waitFor();
  await page.getByText(amount, { exact: true }).waitFor();
  if (outcome !== 'Pay' && outcome !== 'Cancel') await page.getByText('Test outcomes').click();
  await Promise.all([
    page.waitForURL((url) => !url.pathname.includes('sandbox')),
    page.getByRole('button', { name: outcome, exact: true }).click(),
  ]);
  assert.ok(page.url().startsWith(shop.url), `left the shop for ${page.url()}`);
}

/** Waits for an order's page or its confirmation, unfolds the order, and returns its code. */
export async function untilOrder(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: / Order |^Thank you|^Order received on / }).waitFor();
  await unfoldOrder(page);
  return /\/portal\/orders\/([^/?#]+)/.exec(page.url())?.[1] ?? '';
}

/** Opens the fold of the confirmation. The order's own page has none. */
async function unfoldOrder(page: Page): Promise<void> {
  const folded = page.locator('details:not([open]) > summary', { hasText: 'Order details' });
  if ((await folded.count()) > 0) await folded.click();
}

/** Waits for the confirmation after a payment. Returns the order's code. */
export async function untilConfirmed(page: Page): Promise<string> {
  await until(page, `location.pathname.endsWith('/confirmation')`);
  await page.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
  return untilOrder(page);
}

/** Returns the value of a fact in the order's summary. */
export async function factOf(page: Page, name: string): Promise<string> {
  const summary = page.getByRole('complementary', { name: 'Summary' });
  const fact = summary.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');
  return ((await fact.textContent()) ?? '').trim();
}

/** Returns the lines of the error summary, once it has focus. */
export async function summarisedErrors(page: Page): Promise<string[]> {
  await untilFocused(page, /^There is a problem/);
  return page.getByRole('group', { name: 'There is a problem' }).getByRole('listitem').allTextContents();
}
