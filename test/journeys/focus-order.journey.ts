import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, workerBrowser } from '../support/browser.ts';
import { cartWithTicket, loginToken, openBilling, openBuyer, untilCheckout } from '../support/buyer.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { untilHydrated } from '../support/visit.ts';

let browser: Browser;
let shop: ShopProcess;
let token: string;

beforeAll(async () => {
  // With the demo's orders, nothing has to be bought first.
  [shop, browser] = await Promise.all([startShop({ env: { DEMO_ORDERS: '1' } }), workerBrowser()]);
  token = await loginToken(shop);
});
afterAll(async () => {
  await shop?.stop();
});

/** Returns the focused element's name, label or text in one line. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`((element) => {
    const text = (one) => one?.innerText?.replace(/\\s+/g, ' ').trim() ?? '';
    return element.getAttribute('aria-label') ?? (element.labels?.length ? text(element.labels[0]) : text(element));
  })(document.activeElement)`);

/**
 * Returns the names of all elements that Tab reaches inside an element. It is focused first unless focus is already
 * inside.
 */
async function tabsThrough(page: Page, within: string): Promise<string[]> {
  const names: string[] = [];
  const isInside = () => page.evaluate(`Boolean(document.activeElement?.closest(${JSON.stringify(within)}))`);
  await page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(within)});
    element.tabIndex = -1;
    element.focus();
  })()`);
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab');
    if (!(await isInside())) break;
    const name = await focusedName(page);
    // Inside a modal, Tab wraps around.
    if (names.length > 0 && name === names[0]) break;
    names.push(name);
  }
  return names;
}

const address = [
  'Country',
  'Street and number',
  'Apartment or floor (optional)',
  'Postal code',
  'City',
  'Region (optional)',
];

interface Order {
  where: string;
  path: string;
  as?: 'mila';
  hasCart?: boolean;
  /** An action before the check, and the heading or text that must be there after it. */
  act?: (page: Page) => Promise<unknown>;
  within?: string;
  order: string[];
}

/** The order of focus in `main` of each group of pages, and in each kind of modal, as docs/design.md describes it. */
const orders: Order[] = [
  {
    where: 'login',
    path: '/login',
    order: ['Email', 'Password', 'Show password', 'Login', 'Register', 'Resend tickets', 'Forgot your password?'],
  },
  { where: 'register', path: '/register', order: ['Full name', 'Email', 'Register', 'I already have an account'] },
  {
    where: 'product',
    path: '/tickets/saturday',
    order: ['Tickets', 'Show image 1 of 2', 'Show image 2 of 2', 'Add to cart'],
  },
  {
    where: 'personalise',
    path: '/tickets/saturday',
    act: (page) => page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click(),
    within: '[role=dialog]',
    order: ['Full name', 'Email', 'Age', 'Add another ticket', 'Cancel', 'Add to cart', 'Close'],
  },
  {
    where: 'cart',
    path: '/tickets',
    hasCart: true,
    act: (page) => page.getByRole('button', { name: /^Cart, 1/ }).click(),
    within: '[role=dialog]',
    order: [
      'Close',
      'Personalise Saturday day ticket, Mila Okonkwo',
      'Remove Saturday day ticket, Mila Okonkwo',
      'Checkout',
    ],
  },
  {
    where: 'checkout',
    path: '/checkout',
    as: 'mila',
    hasCart: true,
    act: async (page) => {
      await untilCheckout(page);
      await openBilling(page);
    },
    order: [
      'Back to the shop',
      'Change your cart',
      'Add a voucher',
      'Change in Account',
      ...address,
      'Credit card You will pay on the next page. Secure payment with Sandbox. Your card number never reaches us.',
      'I accept the Terms and Conditions (opens in a dialog)',
      'Terms and Conditions',
      'Checkout',
    ],
  },
  {
    where: 'order',
    path: '/portal/orders/SLK-5F2WHJ',
    as: 'mila',
    order: [
      'Back to the portal',
      'Copy order code',
      'terms and conditions at the bottom of this page',
      'Manage Under-16 Pass, four days, Amara Okonkwo',
      'Manage Dune camping, per person, Amara Okonkwo',
      'I accept the Terms and Conditions (opens in a dialog)',
      'Terms and Conditions',
      'Download Invoice (PDF, opens in a new window)',
      'Add to calendar',
      'Request Refund',
    ],
  },
  {
    where: 'manage ticket',
    path: '/portal/orders/SLK-2H9CRW',
    as: 'mila',
    act: async (page) => {
      await page.getByRole('link', { name: 'Manage Festival Pass, four days, Mila Okonkwo' }).click();
      await page.getByRole('heading', { level: 1, name: 'Manage ticket' }).waitFor();
    },
    order: ['Full name', 'Email', 'Age', 'Note (optional)', 'Continue', 'Back to the order'],
  },
  {
    where: 'refund',
    path: '/portal/orders/SLK-4X7VPD/request-refund',
    as: 'mila',
    order: ['Festival Pass, four days DATES · Larkduin Beach Park Jonas Okonkwo', 'Continue', 'Back to the order'],
  },
  {
    where: 'payment',
    path: '/portal/orders/SLK-7Q4MXD',
    as: 'mila',
    act: async (page) => {
      await page.getByRole('link', { name: /^Pay/ }).first().click();
      await page.getByRole('heading', { level: 1, name: /^Instalment/ }).waitFor();
    },
    order: [
      'I accept the Terms and Conditions (opens in a dialog)',
      'Terms and Conditions',
      'Charge the later instalments to the card I pay with: €48.00 on DATE, €48.00 on DATE.',
      'Pay',
      'Pay by bank transfer instead',
    ],
  },
];

test.each(orders)('with only a keyboard, focus moves through $where in reading order', async (wanted) => {
  const cart = wanted.hasCart ? await cartWithTicket(shop) : undefined;
  const buyer = await openBuyer(browser, shop, DESKTOP, { ...(wanted.as && { token }), ...(cart && { cart }) });
  const { page } = buyer;
  await buyer.goto(wanted.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilHydrated(page);
  await wanted.act?.(page);
  const within = wanted.within ?? 'main';
  await page.locator(within).waitFor();
  const tabs = await tabsThrough(page, within);
  // The dates of the plan and of the festival follow from today.
  assert.deepEqual(
    tabs.map((name) => name.replaceAll(/ on \d+ \w+ \d{4}/g, ' on DATE').replace(/\d+–\d+ July( \d{4})?/, 'DATES')),
    wanted.order,
  );
  await buyer.close();
});

test('behind an open dialog the page is not in the accessibility tree, but a notice is', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP);
  const { page } = buyer;
  await buyer.goto('/tickets/saturday');
  await page.route('**/api/add-product-to-cart', (route) => route.abort());
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Personalise your ticket' });
  await dialog.waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
  const tree = await page.locator('body').ariaSnapshot();
  assert.match(tree, /dialog "Personalise your ticket"/);
  assert.doesNotMatch(tree, /banner|contentinfo|heading "Saturday day ticket"/);

  await dialog.getByLabel('Full name').fill('Noor de Wit');
  await dialog.getByLabel('Email').fill('noor@example.org');
  await dialog.getByLabel('Age').selectOption({ label: '25 to 34' });
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.getByRole('group', { name: 'There is a problem' }).waitFor();
  const notice = page.getByText('Could not add item to cart.').last();
  await notice.waitFor();
  assert.match(await page.locator('body').ariaSnapshot(), /Could not add item to cart\./);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: 'Saturday day ticket' }).waitFor();
  await buyer.close();
});
