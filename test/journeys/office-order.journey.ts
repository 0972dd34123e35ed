import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { countedActions, failOnce, openOffice, pick, placeTransferOrder } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

/* Tasks of staff for the customer of one order, with the maximum number of presses for each. */

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

test('a mail is read and sent again, a holder changed, and an order cancelled', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/orders/${code}`);
  const look = countedActions(page);
  await page.getByRole('region', { name: 'Right now' }).getByText('€76.00 has not been paid yet.').waitFor();
  await look.expectAllowed('see why it does not work for a customer');
  await page.getByRole('region', { name: 'Timeline' }).getByText('mila@example.org').first().waitFor();
  await expectGoodPage(page);

  const mail = countedActions(page);
  await mail.click(/^Read .*order/i, 'Timeline');
  const frame = page.frameLocator('iframe');
  await frame.getByText(code).first().waitFor();
  assert.equal(await frame.locator('a[href]').count(), 0);
  // The mail's styles are applied.
  await frame.locator('h1[style*="font-size"]').waitFor();
  await page.getByText(/will be sent to mila@example.org/).waitFor();
  await expectGoodPage(page);
  await mail.click('Send 1 email');
  await page.getByText('1 email is on its way.').waitFor();
  await mail.expectAllowed('send an email again');

  await page.getByLabel('Write a note').fill('Called, pays on Friday.');
  await page.getByLabel('Remind on').fill(inDays(1));
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('region', { name: 'Timeline' }).getByText('Called, pays on Friday.').waitFor();
  await page.getByText(/reminder on/).waitFor();
  await page.getByRole('button', { name: /^Remind…/ }).click();
  await page.getByRole('button', { name: 'In a week' }).waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Reminder done.').first().waitFor();
  await expectGoodPage(page);

  const cancel = countedActions(page);
  await cancel.click('Cancel order…');
  await page.getByText('1 place will go back on sale.').waitFor();
  await expectGoodPage(page);
  await cancel.click(`Cancel ${code}`);
  await page.getByText(`${code} cancelled.`).waitFor();
  await cancel.expectAllowed('cancel an unpaid order');

  // A mistyped code leads to the order that is meant.
  const mistyped = code.slice(0, -1) + (code.endsWith('2') ? '3' : '2');
  await page.goto(`${shop.url}/office/orders/${mistyped}`);
  await page.getByRole('heading', { name: `There is no order ${mistyped}` }).waitFor();
  await page.getByRole('link', { name: 'Search the orders for it' }).waitFor();
  await page.getByRole('list', { name: 'Similar orders' }).getByRole('link', { name: code }).waitFor();
  await expectGoodPage(page);

  const other = await placeTransferOrder(shop.url);
  await page.goto(`${shop.url}/office/orders/${other}`);
  await page.getByRole('region', { name: 'Items' }).getByRole('link', { name: code }).waitFor();
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Bank transaction number', { exact: true }).fill('BT-9');
  await page.getByText('Sent emails cannot be recalled.').waitFor();
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.frameLocator('iframe').getByText(other).first().waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Record €/ }).click();
  await page.getByText('recorded.').waitFor();
  const holder = countedActions(page);
  await holder.click('Change holder');
  await page.getByText('You will see this once you change something.').waitFor();
  await holder.fill('Full name', 'Ana Maric');
  // The new holder does not keep the former holder's age.
  assert.equal(await page.getByLabel('Age').inputValue(), '');
  await page.getByLabel('Age').selectOption('25-34');
  await page.getByText(/will be sent to mila@example.org/).waitFor();
  await expectGoodPage(page);
  await holder.click('Save');
  await page.getByText('Holder changed.').waitFor();
  await holder.expectAllowed('change a holder');

  const refund = countedActions(page);
  await refund.check(/^Select Ana Maric/);
  await page.getByText('1 selected, €76.00').waitFor();
  await expectGoodPage(page);
  await refund.click('Refund…', 'Items');
  await refund.fill('Reason', 'Cannot come');
  await refund.click(/^Refund €/);
  await page.getByText(/(waits for the next refund file|waits for the customer’s bank account)\.$/).waitFor();
  await refund.expectAllowed('refund a part');
  for (const what of [/^Copy transaction number BT-9$/, /^Copy refund SLK-.*-R1$/, /^Copy document number /])
    await page.getByRole('button', { name: what }).first().waitFor();

  await page.goto(`${shop.url}/office/money/receipts`);
  await page.getByText('BT-9').waitFor();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Instalments' }).click();
  await page.getByText('Instalments appear here once somebody orders on a payment plan.').waitFor();
  await page.getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('link', { name: other }).waitFor();
  await expectGoodPage(page);
  await failOnce(page, 'invoice-file');
  await page.getByRole('button', { name: /as PDF$/ }).click();
  await page.getByRole('table').getByText('The document did not open').waitFor();
  await expectGoodPage(page);
  const opened = Promise.race([page.context().waitForEvent('page'), page.waitForEvent('download')]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await opened;

  await page.goto(`${shop.url}/office/mails?view=sent&q=${other}`);
  const again = countedActions(page);
  await again.click('Send all again…');
  await page
    .getByText(/will be sent to mila@example.org|emails will be sent/)
    .first()
    .waitFor();
  await expectGoodPage(page);
  await again.click(/^Send \d+ emails? again$/);
  await page.getByText(/on (its|their) way/).waitFor();
  await again.expectAllowed('send an email again');
  await close();
});

test('the transfer for a plan is given more time and paid; an instalment is moved, waived and due again', async () => {
  const code = await placeTransferOrder(shop.url, ['sandlark-pass-plan']);
  const { page, close } = await openOffice(browser, shop.url, 'joris', PHONE);
  await page.goto(`${shop.url}/office/orders/${code}`);
  const time = countedActions(page);
  await time.click('Move the due date…');
  await time.fill('New due date', inDays(20));
  await expectGoodPage(page);
  await time.click(/^Move to /);
  await page.getByText(`${code} is due on`).waitFor();
  await time.expectAllowed('move a due date');
  const plan = countedActions(page);
  await plan.click('Record a payment', 'Money');
  await plan.fill('Bank transaction number', 'BT-PLAN-1');
  await plan.click('Record €54.50');
  await page.getByText('€54.50 recorded.').waitFor();

  await expectGoodPage(page);
  const move = countedActions(page);
  await move.click(`Move the due date of ${code}-2`);
  await move.fill('New due date', inDays(20));
  await expectGoodPage(page);
  await move.click(/^Move to /);
  await page.getByText(`${code}-2 is due on`).waitFor();
  await move.expectAllowed('move a due date');

  await page.getByRole('button', { name: `Change ${code}-2` }).click();
  await page.getByRole('button', { name: 'Waive…', exact: true }).click();
  await plan.fill('Reason', 'The coach was late.');
  await expectGoodPage(page);
  await plan.click('Waive €48.00');
  await page.getByText('€48.00 waived', { exact: true }).waitFor();
  await expectGoodPage(page);

  await plan.click('Undo the last change…');
  await plan.click('Undo the waiver');
  await page.getByText('The last change is undone.').waitFor();
  await page.getByText('€48.00 waived', { exact: true }).waitFor({ state: 'detached' });
  await close();
});

test('on a phone a party is moved to another departure, and the order and its dialogs fit', async () => {
  const code = await placeTransferOrder(shop.url, ['coach-amsterdam', 'coach-amsterdam']);
  const { page, close } = await openOffice(browser, shop.url, 'berta', PHONE);
  await page.goto(`${shop.url}/office/orders/${code}`);
  await page.getByRole('region', { name: 'Timeline' }).getByText('mila@example.org').first().waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Bank transaction number', { exact: true }).fill('BT-COACH');
  await page.getByRole('button', { name: /^Record €/ }).click();
  await page.getByText('recorded.').waitFor();
  const party = countedActions(page);
  await page.getByRole('button', { name: 'Change time' }).first().click();
  await page.getByLabel('Departure').selectOption({ index: 1 });
  await page
    .getByText(/will be sent to mila@example.org/)
    .first()
    .waitFor();
  await expectGoodPage(page);
  await party.click('Move 2 tickets');
  await page.getByText('Travel time changed.').waitFor();
  await party.expectAllowed('change the travel time of a party');
  await close();
});

test('a changed holder is offered the former holder’s other tickets', async () => {
  const code = await placeTransferOrder(shop.url, ['sandlark-pass', 'coach-amsterdam'], () => 'Mila Okonkwo');
  const { page, close } = await openOffice(browser, shop.url, 'berta', PHONE);
  await page.goto(`${shop.url}/office/orders/${code}`);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Bank transaction number', { exact: true }).fill('BT-BOTH');
  await page.getByRole('button', { name: /^Record €/ }).click();
  await page.getByText('recorded.').waitFor();
  await page.getByRole('button', { name: 'Change holder' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Change the holder' });
  await dialog.getByLabel('Full name').fill('Ana Maric');
  await dialog.getByLabel('Email').fill('ana@example.org');
  const age = dialog.getByLabel('Age');
  if (await age.isVisible()) await age.selectOption('25-34');
  await dialog
    .getByText(/will be sent to/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Mila Okonkwo still holds other tickets in this order').waitFor();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: /^Change holder to Ana Maric/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).waitFor();
  await expect.poll(() => dialog.getByLabel('Full name').inputValue()).toBe('Ana Maric');
  assert.equal(await dialog.getByLabel('Email').inputValue(), 'ana@example.org');
  if (await age.isVisible()) await age.selectOption('25-34');
  await dialog
    .getByText(/will be sent to/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const items = page.getByRole('region', { name: 'Items' });
  await expect.poll(() => items.getByText('Ana Maric', { exact: true }).count()).toBe(2);
  await close();
});

test('an order placed for a caller keeps what was typed through a mistake and a reload', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'noor', DESKTOP);
  await page.goto(`${shop.url}/office/orders`);
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Rosa Novak');
  await page.getByLabel('Email', { exact: true }).fill('rosa@example.org');
  await page.getByLabel('Ordered through').selectOption('phone');
  await pick(page, 'Item', 'Saturday day ticket');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'For the buyer' }).click();
  await page.getByLabel('Age').selectOption('25-34');
  await page.getByRole('link', { name: 'Street and number' }).click();
  await page.keyboard.type('Zandpad 12');
  await page.reload();
  await page.getByLabel('Postal code').fill('4325 AB');
  await page.getByLabel('City').fill('Noorderzand');
  await page.getByLabel(/^Voucher/).fill('NONE');
  await page.locator('#order-voucher-code-error').waitFor();
  assert.equal(await page.getByLabel('Street and number').inputValue(), 'Zandpad 12');
  assert.equal(await page.getByLabel('Ticket holder').inputValue(), 'Rosa Novak');
  await expectGoodPage(page);
  await page.getByLabel(/^Voucher/).fill('');
  await page.getByText(/^The email “We have received your order .*” will be sent to rosa@example.org/).waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Place order for €76.00' }).click();
  await page.getByRole('region', { name: 'Right now' }).waitFor();
  await page.getByLabel('Write a note').fill('Called twice.');
  await page.reload();
  await page.getByRole('region', { name: 'Timeline' }).getByText('rosa@example.org').first().waitFor();
  assert.equal(await page.getByLabel('Write a note').inputValue(), 'Called twice.');
  // A colleague opens the same order, and each sees that the other is there.
  const { page: other, close: closeOther } = await openOffice(browser, shop.url, 'lena', PHONE);
  await other.goto(page.url());
  await other.getByText('Noor Bakker is looking at this').waitFor();
  await expectGoodPage(other);
  await page.getByText('Lena Ruiz is looking at this').waitFor();
  await closeOther();
  await close();
});
