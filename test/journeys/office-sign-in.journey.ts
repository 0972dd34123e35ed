import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DEMO_PASSWORD, demoCode } from '#features/staff/server/public.ts';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

let ahead = 0;
const shopTime = () => new Date(Date.now() + ahead);

/** Moves the shop's time, which moves only forward and in minutes, so that every code is new. */
async function travel(minutes: number): Promise<void> {
  ahead += minutes * 60_000;
  const response = await fetch(`${shop.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: shopTime().toISOString() }),
  });
  assert.equal(response.status, 200);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${shop.url}/office`);
  await page.getByRole('button', { name: 'Use password and code' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Code').fill(demoCode(shopTime()).code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Adds a software version of a phone with a fingerprint reader. */
async function addFingerprintReader(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function inviteLink(email: string): Promise<string> {
  const answer = await fetch(`${shop.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const [mail] = (await answer.json()) as { links: string[] }[];
  return mail!.links.find((link) => link.includes('/office/invite/'))!;
}

/** Expects that Today is shown, and that the menu of the phone names the person. */
async function expectSignedIn(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('an owner with a password and a code invites somebody, who signs in with a passkey', async () => {
  const office = await openVisit(browser, DESKTOP);
  await signIn(office.page, 'berta@sandlark.example');
  await office.page.getByRole('link', { name: 'Team' }).first().click();
  await office.page.getByLabel('Name and email').fill('Ivo Marić <ivo@sandlark.example>');
  await office.page.getByLabel('Support').check();
  await office.page.getByRole('button', { name: 'Send invitation' }).click();
  await office.page.getByText('ivo@sandlark.example').first().waitFor();
  await expectGoodPage(office.page);

  const phone = await openVisit(browser, PHONE, { isFresh: true });
  await addFingerprintReader(phone.page);
  const link = await inviteLink('ivo@sandlark.example');
  await phone.page.goto(link);
  await phone.page.getByRole('heading', { name: 'Welcome, Ivo Marić' }).waitFor();
  await expectGoodPage(phone.page);
  await phone.page.getByRole('button', { name: 'Continue' }).click();
  await phone.page.getByRole('button', { name: 'Create a passkey' }).click();
  await expectSignedIn(phone.page, 'Ivo Marić');

  await phone.page.context().clearCookies();
  await phone.page.goto(`${shop.url}/office`);
  await phone.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(phone.page, 'Ivo Marić');
  await phone.page.goto(`${shop.url}/office/staff`);
  await phone.page
    .getByText('staff.manage')
    .or(phone.page.getByText('It is open to these roles: Owner.'))
    .first()
    .waitFor();
  await phone.close();
  await office.close();
});

test('a code in the dialog lets an invitation through when the proof of identity is too old', async () => {
  await travel(20);
  const { page, close } = await openVisit(browser, DESKTOP);
  await signIn(page, 'berta@sandlark.example');
  await page.getByRole('link', { name: 'Team' }).first().click();
  await travel(6);
  await page.getByLabel('Name and email').fill('Ana Marić <ana@sandlark.example>');
  await page.getByLabel('Viewer').check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Code').fill(demoCode(shopTime()).code);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Invitation emailed to ana@sandlark.example.').first().waitFor();
  await close();
});

test('signing in over the page after the session expires keeps what was typed and sends it', async () => {
  await travel(20);
  const { page, close } = await openVisit(browser, DESKTOP);
  await signIn(page, 'berta@sandlark.example');
  await page.getByRole('link', { name: 'Team' }).first().click();
  await page.getByLabel('Name and email').fill('Eva Horvat <eva@sandlark.example>');
  await page.getByLabel('Viewer').check();
  await travel(31);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  // Berta has no passkey, so none is offered.
  assert.equal(await again.getByRole('button', { name: /passkey/ }).count(), 0);
  await again.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await again.getByLabel('Code').fill(demoCode(shopTime()).code);
  await again.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Invitation emailed to eva@sandlark.example.').first().waitFor();
  await close();
});

test('paging through a list whose pages were loaded ahead keeps the session alive', async () => {
  await travel(20);
  const { page, close } = await openVisit(browser, DESKTOP);
  await signIn(page, 'berta@sandlark.example');
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  await page.route('**/office/api/orders-list', async (route) => {
    const { after } = route.request().postDataJSON() as { after: string | null };
    await route.fulfill({ json: pageOfOrders(Number(after ?? 0)) });
  });
  await page.goto(`${shop.url}/office/orders`);
  const isAhead = page.waitForRequest(
    (request) => request.headers()['x-office-polls'] === '1' && isOrdersCall(request.url()),
  );
  await page.getByRole('button', { name: 'Show 50 more' }).scrollIntoViewIfNeeded();
  await (await isAhead).response();
  await travel(20);
  const counted = page.waitForResponse((response) => response.url().endsWith('/office/api/session'));
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await page.locator('tbody > tr').nth(99).waitFor();
  await counted;
  await travel(20);
  await page.getByRole('link', { name: 'Team' }).first().click();
  await page.getByText('ivo@sandlark.example').first().waitFor();
  assert.equal(await page.getByRole('dialog', { name: 'Your session has ended' }).count(), 0);
  await close();
});

const isOrdersCall = (url: string): boolean => url.endsWith('/office/api/orders-list');

/** A page of a list of orders that never ends. */
const pageOfOrders = (first: number) => ({
  rows: Array.from({ length: 50 }, (_, row) => ({
    code: `SLK-${first + row}`,
    created_at: '2026-11-20T10:00:00.000Z',
    status: 'paid',
    customer_name: 'Ada Lovelace',
    ...{ total: 7_600, paid: 7_600, refunded: 0, due_at: null, is_overdue: false, are_terms_open: false, items: [] },
  })),
  ...{ next: String(first + 50), count: 10_000, has_more: true, total: 0, paid: 0, customer: null, items: [] },
});
