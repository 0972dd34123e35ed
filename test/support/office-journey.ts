import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Signs in one of the demo's people, whose codes a page shows in development. */
export async function signInAs(page: Page, shopUrl: string, person: string): Promise<void> {
  await page.goto(`${shopUrl}/office/`);
  await page.getByRole('button', { name: 'Use password and code' }).click();
  await page.getByLabel('Email').fill(`${person}@sandlark.example`);
  await page.getByLabel('Password', { exact: true }).fill('larks-mind-the-office');
  await page.getByLabel('Code', { exact: true }).fill(await unusedCode(shopUrl, person));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
}

const lastCodes = new Map<string, string>();

/** A code works once; the next one follows within half a minute. */
async function unusedCode(shopUrl: string, person: string): Promise<string> {
  const who = `${shopUrl} ${person}`;
  for (;;) {
    const codes = await (await fetch(`${shopUrl}/dev/office`)).text();
    const code = /Code\s+(\d{6})/.exec(codes)![1]!;
    if (code !== lastCodes.get(who)) {
      lastCodes.set(who, code);
      return code;
    }
    await pause(500);
  }
}

/** Counts what a person does: a click, a filled field. */
export function pressing(page: Page) {
  let presses = 0;
  return {
    count: () => presses,
    /** Within a region of the page, if one is named. */
    async click(name: string | RegExp, region?: string) {
      presses += 1;
      const place = region === undefined ? page : page.getByRole('region', { name: region });
      await place.getByRole('button', { name }).click();
    },
    async check(name: string | RegExp) {
      presses += 1;
      await page.getByRole('checkbox', { name }).check();
    },
    async fill(label: string, value: string) {
      presses += 1;
      await page.getByLabel(label, { exact: true }).fill(value);
    },
  };
}

/** A call of the shop by a customer. */
const shopCall = async (shopUrl: string, name: string, body: object) => {
  const response = await fetch(`${shopUrl}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, { code: string } & string>;
};

/** An order by mila@example.org that waits for a transfer: a day ticket for 76.00, or these items. */
export async function awaitingTransfer(shopUrl: string, items: readonly string[] = ['saturday']): Promise<string> {
  const call = (name: string, body: object) => shopCall(shopUrl, name, body);
  const { remember_token: token } = await call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' });
  let cart = '';
  for (const item of items) {
    const holder = { full_name: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34' };
    const added = await call('add-product-to-cart', { token, cart, external_code: item, ...holder });
    cart = added.cart!.code;
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
