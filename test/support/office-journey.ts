import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { callShop, loginToken } from './buyer.ts';
import type { ShopProcess } from './server.ts';
import { openVisit, type Visit } from './visit.ts';

/**
 * Opens the office for one of the demo's people, who is signed in already. The first page is opened by the test. Closing
 * it throws if the page has thrown or warned of anything.
 */
export async function openOffice(
  browser: Browser,
  shopUrl: string,
  person: string,
  options: BrowserContextOptions,
): Promise<Visit> {
  const visit = await openOfficeWindow(browser, options);
  await signInAs(visit.page.context(), shopUrl, person);
  return visit;
}

/** Opens a window in which nobody is signed in, and whose presses are counted. */
export async function openOfficeWindow(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  // The option, which is Playwright's default, keeps these windows apart from those that customers reuse.
  const visit = await openVisit(browser, { ...options, acceptDownloads: true });
  await countPresses(visit.page);
  return visit;
}

/** Signs in one of the demo's people, whose codes a page shows in development, without opening a page. */
export async function signInAs(context: BrowserContext, shopUrl: string, person: string): Promise<void> {
  const call = async (name: string, data: object) => {
    const headers = { origin: shopUrl, 'sec-fetch-site': 'same-origin' };
    const answer = await context.request.post(`${shopUrl}/office/api/${name}`, { headers, data });
    assert.equal(answer.status(), 200, `${name}: ${await answer.text()}`);
  };
  await call('login-password', { email: `${person}@sandlark.example`, password: PASSWORD });
  await call('login-code', { code: await unusedCode(shopUrl, person) });
}

const PASSWORD = 'larks-mind-the-office';

/** Signs in with the form, as people do. */
export async function signInByForm(page: Page, shopUrl: string, person: string): Promise<void> {
  await page.goto(`${shopUrl}/office/`);
  await page.getByRole('button', { name: 'Use password and code' }).click();
  await page.getByLabel('Email').fill(`${person}@sandlark.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(await unusedCode(shopUrl, person));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
}

/** Answers the dialog over a page whose session has ended. */
export async function proveAgain(dialog: Locator, shopUrl: string, person: string): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Code', { exact: true }).fill(await unusedCode(shopUrl, person));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

const lastCodes = new Map<string, string>();

/** The time after which code apps show another code, in milliseconds. */
const CODE_LASTS_MS = 30_000;
/** How far each shop's time is ahead, in milliseconds. */
const ahead = new Map<string, number>();

/** Returns an unused code. A code works once, so for a second one the shop's time moves to the next. */
async function unusedCode(shopUrl: string, person: string): Promise<string> {
  const who = `${shopUrl} ${person}`;
  for (;;) {
    const codes = await (await fetch(`${shopUrl}/dev/office`)).text();
    const code = /Code\s+(\d{6})/.exec(codes)![1]!;
    if (code !== lastCodes.get(who)) {
      lastCodes.set(who, code);
      return code;
    }
    const later = (ahead.get(shopUrl) ?? 0) + CODE_LASTS_MS;
    ahead.set(shopUrl, later);
    const moved = await fetch(`${shopUrl}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: new Date(Date.now() + later).toISOString() }),
    });
    assert.equal(moved.status, 200);
  }
}

/** The maximum presses per task (clicks, keys, fields filled, forms sent), from the page where the task starts. */
const ALLOWED = {
  'see today’s sales and money': 0,
  'find an order': 2,
  'see what the customer sees': 1,
  'send an email again': 2,
  // One more than designed: the age of another person is asked for.
  'change a holder': 4,
  'change the travel time of a party': 3,
  'cancel an unpaid order': 2,
  'refund a part': 4,
  'move a due date': 3,
  'record a payment': 3,
  'book a bank statement': 2,
  'settle an unclear line': 2,
  'pay refunds out': 6,
  'invite a colleague': 3,
  'get the books of a month': 1,
  'see why it does not work for a customer': 0,
} as const;

/**
 * This runs in the page. Reaching a field is part of filling it, and typing counts once per field. A key that
 * presses a button is counted as a key, so clicks are counted when the pointer goes down.
 */
const LISTENER = `
  let filling = null;
  const isField = (target) =>
    target instanceof Element && target.matches('textarea, select, input:not([type=checkbox], [type=radio])');
  const press = () => {
    filling = null;
    countPress();
  };
  addEventListener('pointerdown', ({ target }) => isField(target) || press(), true);
  addEventListener('keydown', ({ key, target, ctrlKey, metaKey, repeat }) => {
    if (repeat || ['Control', 'Meta', 'Shift', 'Alt', 'Tab', '/'].includes(key)) return;
    if (!isField(target) || ctrlKey || metaKey || key === 'Enter' || key === 'Escape') press();
  }, true);
  addEventListener('input', ({ target }) => {
    if (!isField(target) || target === filling) return;
    countPress();
    filling = target;
  }, true);
`;

const pressesOf = new WeakMap<Page, number>();

async function countPresses(page: Page): Promise<void> {
  if (pressesOf.has(page)) return;
  pressesOf.set(page, 0);
  await page.exposeFunction('countPress', () => {
    pressesOf.set(page, pressesOf.get(page)! + 1);
  });
  await page.addInitScript(LISTENER);
}

/** Counts what a person does from now on, however the test does it. `openOffice` must have opened the page. */
export function countedActions(page: Page) {
  const before = pressesOf.get(page);
  if (before === undefined)
    throw new Error('This page was not opened with `openOffice`, so its presses are not counted.');
  return {
    /** Throws if the task took more presses than allowed. */
    async expectAllowed(job: keyof typeof ALLOWED) {
      // This answer of the page arrives after the presses that it reported.
      await page.evaluate('0');
      const taken = pressesOf.get(page)! - before;
      assert.ok(taken <= ALLOWED[job], `${taken} presses to ${job}, ${ALLOWED[job]} allowed`);
    },
    /** Clicks a control, within a region of the page if one is named. */
    async click(name: string | RegExp, region?: string) {
      const place = region === undefined ? page : page.getByRole('region', { name: region });
      await place.getByRole('button', { name }).click();
    },
    async check(name: string | RegExp) {
      await page.getByRole('checkbox', { name }).check();
    },
    async fill(label: string, value: string) {
      await page.getByLabel(label, { exact: true }).fill(value);
    },
  };
}

/** Picks an option of a list that is searched, by the beginning of its name. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  await page.keyboard.press('Enter');
}

/** Makes the next call of this name fail. */
export const failOnce = (page: Page, name: string) =>
  page.route(
    `**/office/api/${name}`,
    (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } }),
    { times: 1 },
  );

/** Makes a customer's call of the shop. */
const shopCall = async (shopUrl: string, name: string, body: object) => {
  const response = await fetch(`${shopUrl}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, { code: string; travel_times?: { id: string }[] } & string>;
};

/**
 * Places an order by bank transfer as mila@example.org: by default a day ticket for 76.00. Coach seats are for the last
 * departure. Returns the order's code.
 */
export async function placeTransferOrder(
  shopUrl: string,
  items: readonly string[] = ['saturday'],
  holderAt = (index: number) => (index === 0 ? 'Mila Okonkwo' : `Guest ${index}`),
): Promise<string> {
  const call = (name: string, body: object) => shopCall(shopUrl, name, body);
  const { remember_token: token } = await call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' });
  let cart = '';
  for (const [index, item] of items.entries()) {
    const holder = {
      full_name: holderAt(index),
      email: 'mila@example.org',
      age: '25-34',
    };
    const { item: found } = await call('get-shop-item', { external_code: item });
    const time = found!.travel_times?.at(-1);
    const added = await call('add-product-to-cart', {
      ...{ token, cart, external_code: item, ...holder },
      ...(time && { transport_time_id: time.id }),
    });
    assert.ok(added.cart, JSON.stringify(added));
    cart = added.cart.code;
  }
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const { order } = await call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  return order!.code;
}

/** Requests a refund of everything that the demo's customer may give back. */
export async function requestAllRefunds(shop: ShopProcess): Promise<void> {
  const token = await loginToken(shop);
  const { data } = await callShop(shop, 'get-data', { token });
  for (const { id, tickets, can_refund: canRefund } of data.orders as Order[]) {
    if (!canRefund) continue;
    for (const { code } of tickets.filter(({ status }) => status === 'active'))
      await callShop(shop, 'request-refund', { token, order_id: id, tickets: code, merchandise: '', ...bankOnWire });
  }
}
