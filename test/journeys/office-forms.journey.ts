import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, expectGoodPage, workerBrowser } from '../support/browser.ts';
import { openOffice, placeTransferOrder, proveAgain } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import type { Visit } from '../support/visit.ts';

/* What every form of the office does with what is typed. */

let browser: Browser;
let shop: ShopProcess;

beforeAll(async () => {
  const env = { SHOP_ENV: 'development', DEMO_ORDERS: '0' };
  [shop, browser] = await Promise.all([startShop({ env }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openOrder(person: string, code: string): Promise<Visit> {
  const visit = await openOffice(browser, shop.url, person, DESKTOP);
  await visit.page.goto(`${shop.url}/office/orders/${code}`);
  return visit;
}

async function recordPayment(page: Page, transaction: string): Promise<void> {
  await page.getByRole('region', { name: 'Money' }).getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Bank transaction number', { exact: true }).fill(transaction);
  await button(page, /^Record €/).click();
  await page.getByText(/€[\d.]+ recorded\./).waitFor();
  await page.getByRole('dialog', { name: 'Record a payment' }).waitFor({ state: 'detached' });
}

/** Types into a field, leaves it, and returns what is wrong. What was typed stays, or is shown as it was read. */
async function mistakeOf(page: Page, label: string, typed: string, shown = typed): Promise<string> {
  const field = page.getByLabel(label);
  await field.fill(typed);
  await field.press('Tab');
  const id = await field.getAttribute('id');
  await page.locator(`[id="${id}"][aria-invalid="true"]`).waitFor();
  assert.equal(await field.inputValue(), shown);
  return (await page.locator(`[id="${id}-error"]`).innerText()).replace(/^Error:\s*/, '');
}

test('an amount that is missing, not a number or too large is named with its limits, and stays', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOrder('berta', code);
  await recordPayment(page, 'FORM-1');
  await button(page, 'Refund…').click();
  const label = 'Refund only this amount (EUR) (optional)';
  await page.getByLabel(label).waitFor();

  // The only item is chosen at first.
  await page.getByRole('dialog', { name: 'Refund' }).getByRole('checkbox').first().uncheck();
  // The button names what is missing, and focus goes to the summary.
  await button(page, 'Refund').last().click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await summary.getByText('Please choose what to refund.').waitFor();
  await summary.getByText('Please enter a reason.').waitFor();
  await page.locator('[role=group]:focus').getByText('There is a problem').waitFor();
  await expectGoodPage(page);

  await page.getByRole('dialog', { name: 'Refund' }).getByRole('checkbox').first().check();
  const limits = 'Please enter an amount from €0.01 to €72.00.';
  for (const typed of ['abc', '0', '-5']) assert.equal(await mistakeOf(page, label, typed), limits);
  assert.equal(await mistakeOf(page, label, '72,01', '€72.01'), limits);
  assert.equal(await mistakeOf(page, label, '€ 1,234.50', '€1,234.50'), limits);
  assert.equal(await mistakeOf(page, label, '1.234'), 'Please include the cents, as in €1,234.00.');
  assert.equal(await mistakeOf(page, label, '$ 5'), 'Please enter the amount in EUR, the shop’s currency.');
  await page.getByLabel(label).fill('48,5');
  await page.getByLabel(label).press('Tab');
  assert.equal(await page.getByLabel(label).inputValue(), '€48.50');
  await page.getByLabel('Reason').fill('Goodwill');
  await button(page, 'Refund €48.50').click();
  await page.getByRole('dialog', { name: 'Refund' }).waitFor({ state: 'detached' });
  await close();
});

test('the parts of a split instalment are named with their limits; days are read as people type', async () => {
  const code = await placeTransferOrder(shop.url, ['sandlark-pass-plan']);
  const { page, close } = await openOrder('berta', code);
  await recordPayment(page, 'FORM-2');
  await page.getByRole('button', { name: `Change ${code}-2` }).click();
  await page.getByText('Split in two…').click();
  const first = 'First instalment (EUR)';
  await page.getByLabel(first).waitFor();
  const limits = /^Please enter an amount from €0\.01 to €[\d.]+\.$/;
  for (const typed of ['x', '0', '', '-1']) assert.match(await mistakeOf(page, first, typed), limits);
  assert.match(await mistakeOf(page, first, '5000', '€5,000.00'), limits);
  const second = page.getByLabel('Due date of the second');
  assert.match(
    await mistakeOf(page, 'Due date of the second', 'soon'),
    /^Please enter a day, such as [\d.]+ or [\d-]+\.$/,
  );
  const [year, month, day] = inDays(60).split('-').map(Number);
  await second.fill(`${day}.${month}.${year}`);
  await second.press('Tab');
  assert.equal(await second.inputValue(), inDays(60));
  await page.getByText(new RegExp(`${day} \\w+ ${year}, \\w+ time`)).waitFor();
  await close();
});

test('Back closes a dialog and not the page, and asks if something is typed in it', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOrder('berta', code);
  const address = page.url();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order' });
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await button(page, 'Cancel order…').click();
  await dialog.waitFor();
  await page.waitForURL(`${address}?do=cancel`);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(page.url(), address);

  await button(page, 'Cancel order…').click();
  await dialog.getByLabel(/^Reason/).fill('Called to cancel');
  await page.goBack();
  await question.waitFor();
  await expectGoodPage(page);
  await button(page, 'Keep editing').click();
  assert.equal(await dialog.getByLabel(/^Reason/).inputValue(), 'Called to cancel');
  await page.keyboard.press('Escape');
  await question.waitFor();
  // Enter and Escape keep what is typed.
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  assert.equal(await dialog.getByLabel(/^Reason/).inputValue(), 'Called to cancel');
  await page.goBack();
  await button(page, 'Discard').click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(page.url(), address);
  await page.getByRole('heading', { name: code }).waitFor();

  await button(page, 'Cancel order…').click();
  await dialog.getByLabel(/^Reason/).fill('Called to cancel');
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Cancel order…' }).waitFor();
  await close();
});

test('a reload keeps the open dialog and what is typed in it, until it is discarded', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOrder('berta', code);
  const dialog = page.getByRole('dialog', { name: 'Cancel this order' });
  await button(page, 'Cancel order…').click();
  await dialog.getByLabel(/^Reason/).fill('Called to cancel');
  await page.reload();
  await dialog.getByText('You typed this earlier and did not save it.').waitFor();
  assert.equal(await dialog.getByLabel(/^Reason/).inputValue(), 'Called to cancel');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await dialog.getByLabel(/^Reason/).inputValue(), '');
  await button(page, 'Keep the order').click();
  await dialog.waitFor({ state: 'detached' });

  // A note is on the page itself: other pages open without a question, and it is there afterwards.
  await page.getByLabel('Write a note').fill('Half a sentence');
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.goBack();
  await page.getByLabel('Write a note').waitFor();
  assert.equal(await page.getByLabel('Write a note').inputValue(), 'Half a sentence');
  await close();
});

test('a session that expires under a dialog continues there, and nothing is lost', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOrder('joris', code);
  await page.getByRole('region', { name: 'Money' }).getByRole('button', { name: 'Record a payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a payment' });
  await dialog.getByText('What will happen').waitFor();
  await page.context().clearCookies();
  await dialog.getByLabel('Bank transaction number', { exact: true }).fill('FORM-3');
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await proveAgain(again, shop.url, 'joris');
  await again.waitFor({ state: 'detached' });
  await button(page, /^Record €/).click();
  await page.getByText(/€[\d.]+ recorded\./).waitFor();
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  await close();
});

test('a second press changes nothing, and the page catches up once its dialog is closed', async () => {
  const code = await placeTransferOrder(shop.url);
  const visits = [await openOrder('berta', code), await openOrder('joris', code)] as const;
  const [first, second] = visits.map(({ page }) => page) as [Page, Page];
  await second.getByRole('region', { name: 'Money' }).getByRole('button', { name: 'Record a payment' }).click();
  const dialog = second.getByRole('dialog', { name: 'Record a payment' });
  await dialog.getByLabel('Bank transaction number', { exact: true }).fill('FORM-4');
  await dialog.getByText('An invoice will be issued.').waitFor();
  await recordPayment(first, 'FORM-5');
  await button(second, /^Record €/).click();
  await dialog.getByText('Something has changed since you looked.').waitFor();
  await dialog.getByText('This has already been paid, so the whole amount will wait in the inbox.').waitFor();
  assert.equal(await dialog.getByLabel('Bank transaction number', { exact: true }).inputValue(), 'FORM-4');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button(second, 'Discard').click();
  await second.getByText('€76.00 of €76.00 paid').waitFor();
  for (const { close } of visits) await close();
});

test('a new order names what is missing at its fields, and leaves what is typed', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOrder('berta', code);
  await page.goto(`${shop.url}/office/orders/new`);
  await page.getByLabel('Email').first().fill('not an address');
  await page.getByLabel('Email').first().press('Tab');
  await page.getByText('Please enter a valid email address.').waitFor();
  await button(page, 'Place order').click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await summary.getByText('Please enter the buyer’s name.').waitFor();
  await page.locator('[role=group]:focus').getByText('There is a problem').waitFor();
  await expectGoodPage(page);
  await summary.getByRole('link', { name: 'Please add at least one item.' }).click();
  await page.locator('#order-items:focus[aria-invalid=true]').waitFor();
  assert.match(await page.locator('#order-items-error').innerText(), /Please add at least one item\./);
  await summary.getByRole('link', { name: 'Please enter the buyer’s name.' }).click();
  await page.keyboard.type('Ana Maric');
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ana Maric');
  assert.equal(await page.getByLabel('Email').first().inputValue(), 'not an address');
  await close();
});

test('a waiting room opens at a typed day and time; hours that a clock change skips are named', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'lena', DESKTOP);
  await page.goto(`${shop.url}/office/waiting-rooms`);
  await button(page, 'New waiting room').click();
  const typeOpening = async (day: string, time: string) => {
    await page.getByLabel('Opening day').fill(day);
    await page.getByLabel('Opening time').fill(time);
    await page.getByLabel('Opening time').press('Tab');
  };
  await typeOpening('31.10.27', '2:30');
  await page.getByText('The clocks go back then and show 02:30 twice. The first one counts: CEST.').waitFor();
  await expectGoodPage(page);
  await typeOpening('28.3.27', '2:30');
  await page.getByText('The clocks go forward then, so this time does not exist.').first().waitFor();
  // A day and a time pasted together fill both fields.
  await page.getByLabel('Opening day').fill('1.10.2027 10:00');
  assert.equal(await page.getByLabel('Opening day').inputValue(), '1.10.2027');
  assert.equal(await page.getByLabel('Opening time').inputValue(), '10:00');
  await button(page, 'Set up waiting room').click();
  await page.getByText(/^Opens .*1 Oct/).waitFor();
  await button(page, /^Change…/).click();
  const dialog = page.getByRole('dialog', { name: /^Change the waiting room/ });
  assert.equal(await dialog.getByLabel('Opening day').inputValue(), '2027-10-01');
  assert.equal(await dialog.getByLabel('Opening time').inputValue(), '10:00');
  await dialog.getByLabel('Opening time').fill('11:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^Opens .*11:30/).waitFor();
  await close();
});

test('a postal code that does not fit its country is pointed out, and may stay', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'lena', DESKTOP);
  await page.goto(`${shop.url}/office/orders/new`);
  await page.getByLabel('Postal code').fill('10115');
  await page.getByLabel('Postal code').press('Tab');
  const note = page.getByText('Postal codes in this country look like 1012 AB. Please check what you entered.');
  await note.waitFor();
  await expectGoodPage(page);
  await page.getByLabel('Country').selectOption('DE');
  await note.waitFor({ state: 'detached' });
  // A code filled in earlier, such as a found customer's, is also checked once the country changes.
  await page.reload();
  await page.getByLabel('Country').selectOption('NL');
  await note.waitFor();
  await close();
});
