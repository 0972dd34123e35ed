import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { camtOf } from '#features/bank-statements/testing.ts';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { countedActions, openOffice, placeTransferOrder } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

/* Waiting money, and the first page of the office, with the maximum number of presses for each task. */

let browser: Browser;
let shop: ShopProcess;

beforeAll(async () => {
  // In development the demo has one person for each role, whose codes a page shows.
  const env = { SHOP_ENV: 'development', DEMO_ORDERS: '0' };
  [shop, browser] = await Promise.all([startShop({ env }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

test('a bank payment is recorded, and money without an order booked to one, on a desktop', async () => {
  const [first, second, third] = [
    await placeTransferOrder(shop.url),
    await placeTransferOrder(shop.url),
    await placeTransferOrder(shop.url),
  ];
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/inbox`);
  await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Order or payment reference', { exact: true }).fill(first);
  await page.getByLabel('Bank transaction number', { exact: true }).fill('BT-1');
  await page.getByText('€76.00 will be booked as received at the bank.').waitFor();
  await page.getByText('1 ticket will become valid.').waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Record €76.00' }).click();
  await page.getByText('€76.00 recorded.').waitFor();

  // Today's sales and money are on the first page; a figure leads to the list that adds up to it.
  await page.getByRole('link', { name: 'Sandlark Office' }).click();
  const look = countedActions(page);
  const figures = page.getByRole('region', { name: 'Today', exact: true });
  await figures.getByRole('link', { name: '€228.00' }).waitFor();
  await figures.getByText('Money in').first().waitFor();
  await figures.getByText(/^A week ago: /).waitFor();
  await page.getByRole('region', { name: 'Sales, last 30 days' }).waitFor();
  await look.expectAllowed('see today’s sales and money');
  await expectGoodPage(page);
  await figures.getByRole('link', { name: '€76.00' }).click();
  await page.getByText('€76.00 · 1 row').waitFor();
  await expectGoodPage(page);
  await page.goto(`${shop.url}/office/inbox`);

  // A payment is recorded while the matter of its order, which still needs money, is open.
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Order or payment reference', { exact: true }).fill(third);
  // The suggested amount arrives first: filling selects and types in two steps, and it would come between them.
  await page.getByText('€76.00 is outstanding').waitFor();
  await page.getByLabel('Amount (EUR)').fill('70');
  await page.getByLabel('Bank transaction number', { exact: true }).fill('BT-3');
  await page
    .getByText('This is less than the amount due. The payment stays in the inbox until the rest arrives.')
    .waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: new RegExp(third) })
    .first()
    .click();
  const rest = countedActions(page);
  await rest.click('Record a payment');
  await rest.fill('Bank transaction number', 'BT-4');
  await rest.click('Record €6.00');
  await page.getByText('€6.00 recorded.').waitFor();
  await rest.expectAllowed('record a payment');
  // The order is paid now, so none of its matters waits.
  await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();

  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByLabel('Order or payment reference', { exact: true }).fill('festival ticket');
  await page.getByLabel('Amount (EUR)').fill('76');
  await page.getByLabel('Bank transaction number', { exact: true }).fill('BT-2');
  await page.getByText('No order or payment has this reference, so it will wait in the inbox.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Money without an order' }).waitFor();
  await page.getByRole('radio', { name: new RegExp(second) }).waitFor();
  await page.getByText(`${second} will be paid.`).waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Book €76.00' }).click();
  await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();

  // On every page, an order is found by pasting any text about it and pressing Enter.
  const find = countedActions(page);
  await page.keyboard.press('/');
  await page.keyboard.insertText(`Order: ${second}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: new RegExp(second) }).waitFor();
  await find.expectAllowed('find an order');

  const refund = countedActions(page);
  await refund.click('Refund…');
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByRole('checkbox').first().check();
  await refund.fill('Reason', 'The day is cancelled.');
  // Nobody knows the account of a transfer that was recorded by hand.
  await dialog.getByText('will wait for a bank account, because none is known.').waitFor();
  await expectGoodPage(page);
  await refund.click(/^Refund €/);
  await page.getByText(/^€\d+\.\d\d is owed and waits for the customer’s bank account\.$/).waitFor();
  await refund.expectAllowed('refund a part');
  await page.keyboard.press('Control+K');
  await page.keyboard.insertText('okonk');
  const found = page.getByRole('listbox', { name: 'Search results' });
  await found.getByRole('group', { name: 'Buyers' }).getByRole('option').nth(2).waitFor();
  await expectGoodPage(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /SLK-/ }).waitFor();
  await found.waitFor({ state: 'hidden' });

  // In the list, the filters are part of the address, and the sums are those of everything that matches.
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByText('3 orders, €228.00 of €228.00 paid').waitFor();
  await page.getByLabel('Code, name, email').fill(second);
  await page.keyboard.press('Enter');
  await page.getByText('1 order, €76.00 of €76.00 paid').waitFor();
  // A name stays in the tab, where a reload finds it, and never becomes part of the address.
  await page.getByLabel('Code, name, email').fill('okonkw');
  await page.keyboard.press('Enter');
  await page.getByText('3 orders, €228.00 of €228.00 paid').waitFor();
  assert.ok(page.url().endsWith('/office/orders'));
  await page.reload();
  await page.getByText('3 orders, €228.00 of €228.00 paid').waitFor();
  assert.equal(await page.getByLabel('Code, name, email').inputValue(), 'okonkw');
  await page.getByLabel('Code, name, email').fill(second);
  await page.keyboard.press('Enter');
  await page.getByText('1 order, €76.00 of €76.00 paid').waitFor();
  await expectGoodPage(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Export \d/ }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^orders-\d{4}-\d{2}-\d{2}\.csv$/);

  // Next to it are tickets and people, with the same filters.
  const lists = page.getByRole('navigation', { name: 'Lists' });
  await lists.getByRole('link', { name: 'Tickets' }).click();
  await page.getByText('3 tickets', { exact: true }).waitFor();
  await page.getByLabel('Item').selectOption('saturday');
  await page.getByRole('link', { name: 'Mila Okonkwo' }).first().waitFor();
  await expectGoodPage(page);
  await lists.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Name, email, order').fill('okonk');
  await page.keyboard.press('Enter');
  await page.getByText('1 person', { exact: true }).waitFor();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Mila Okonkwo' }).click();
  await page.getByText('3 orders, €228.00 of €228.00 paid').waitFor();

  const fourth = await placeTransferOrder(shop.url);
  const statement = camtOf([
    { amount: '76.00', text: fourth, name: 'Mila Okonkwo', reference: 'S1' },
    { amount: '12.34', text: 'thank you', name: 'Joris Hendriks', reference: 'S2' },
  ]);
  await page.getByRole('link', { name: 'Money', exact: true }).click();
  const statementPage = countedActions(page);
  await page.getByLabel('Choose files or drop them here').setInputFiles({
    name: 'bank.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(statement),
  });
  await page.getByRole('region', { name: 'Certain' }).getByText(`${fourth} pays exactly`).waitFor();
  await expectGoodPage(page);
  await statementPage.click('Book 1 line (€76.00)');
  const booked = page.getByRole('region', { name: 'Booked' });
  await booked.getByRole('link', { name: fourth }).waitFor();
  await statementPage.expectAllowed('book a bank statement');
  const line = countedActions(page);
  // The keys work while a button of the line has the focus.
  await page.getByRole('region', { name: 'Unknown' }).getByRole('button', { name: 'Search…' }).focus();
  await page.keyboard.press('u');
  await line.click('Book 1 line (€12.34)');
  await booked.getByRole('link', { name: 'Waiting in the inbox' }).waitFor();
  await line.expectAllowed('settle an unclear line');
  await expectGoodPage(page);
  await booked.getByRole('link', { name: 'Waiting in the inbox' }).click();
  await page.getByRole('heading', { name: 'Money without an order' }).waitFor();

  // The matter is taken, found under "Only mine", snoozed, and brought back with a key.
  await page.getByRole('button', { name: 'Take it' }).click();
  await page.getByText('You have this').waitFor();
  await page.getByRole('checkbox', { name: 'Only mine' }).click();
  await page.waitForURL(/\?mine=1$/);
  await page.getByText('You have this').waitFor();
  await expectGoodPage(page);
  await page.getByRole('heading', { name: 'Inbox', exact: true }).click();
  await page.keyboard.press('s');
  await page.locator('input[name=to]:focus').waitFor();
  await page.getByRole('heading', { name: 'Inbox', exact: true }).click();
  await page.getByRole('button', { name: 'Snooze…' }).click();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Three hours' }).click();
  await page.getByRole('heading', { name: 'You have not taken anything' }).waitFor();
  await page.getByText('Snoozed in the inbox').waitFor();
  await page.getByRole('heading', { name: 'Inbox', exact: true }).click();
  await page.keyboard.press('z');
  await page.getByText('You have this').waitFor();
  await page.getByRole('button', { name: 'Sent back by hand…' }).waitFor();
  // Pressed as a button or by its letter, it leads into the form.
  await page.getByRole('button', { name: 'Sent back by hand…' }).press('Enter');
  await page.locator('textarea:focus').waitFor();
  await page.getByRole('button', { name: 'Book to an order…' }).press('Enter');
  await page.locator('input[name=to]:focus').waitFor();
  await page.getByRole('heading', { name: 'Inbox', exact: true }).click();
  await page.keyboard.press('r');
  await page.getByText('Say what was done, for anyone who reads this later.').waitFor();
  // The letters mean the same in every form: R sends back, A books.
  await page.getByRole('button', { name: 'Book €12.34 as sent back' }).locator('[data-letter="r"]').waitFor();
  await page.getByRole('heading', { name: 'Inbox', exact: true }).click();
  await page.keyboard.press('a');
  await page.locator('input[name=to]').waitFor();
  await close();
});

test('a statement line’s order is found by a name, chosen by keyboard, and kept until it is booked', async () => {
  const code = await placeTransferOrder(shop.url);
  await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/money`);
  await page.getByLabel('Choose files or drop them here').setInputFiles({
    name: 'unclear.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(camtOf([{ amount: '43.21', text: 'for us both', name: 'J. Okonkwo', reference: 'K1' }])),
  });
  const unknown = page.getByRole('region', { name: 'Unknown' });
  await unknown.getByRole('button', { name: 'Search…' }).focus();
  await page.keyboard.press('s');
  const wanted = page.getByLabel('Order, payment reference, name or email');
  await wanted.fill('okonk');
  const found = page.getByRole('list', { name: 'Orders found' });
  await found.getByText('€76.00 is outstanding').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Please choose one of the orders below.').first().waitFor();
  await expectGoodPage(page);
  await wanted.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const marked = await found.getByRole('button').first().innerText();
  await page.keyboard.press('Enter');
  await unknown.getByText('chosen by hand').waitFor();
  const chosen = unknown.getByRole('link', { name: /^SLK-/ });
  assert.ok(marked.includes(await chosen.innerText()));

  const address = page.url();
  await page.getByRole('link', { name: 'Money', exact: true }).click();
  await page.getByRole('heading', { name: 'Unknown' }).waitFor({ state: 'hidden' });
  await page.goto(address);
  await unknown.getByText('chosen by hand').waitFor();
  assert.ok(marked.includes(await chosen.innerText()));
  await unknown.getByRole('button', { name: 'Search…' }).waitFor({ state: 'hidden' });
  await unknown.getByRole('button', { name: 'Change' }).click();
  await unknown.getByRole('button', { name: 'Search…' }).focus();
  await page.keyboard.press('s');
  await wanted.fill(code);
  await page.getByRole('button', { name: `Choose ${code}` }).click();
  await page.getByText(`${code} will be partially paid.`).waitFor();
  await close();
});

test('on a phone the inbox is a list, and each matter has its own page', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'lena', PHONE);
  await page.goto(`${shop.url}/office/inbox`);
  await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
  await expectGoodPage(page);
  await close();
});

test('the columns of a bank’s CSV are chosen once, and the next file of that bank is read at once', async () => {
  const [first, second] = [await placeTransferOrder(shop.url), await placeTransferOrder(shop.url)];
  const csv = (rows: readonly string[]) => ({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Boekdatum;Naam;Mededeling;Bedrag;Soort', ...rows].join('\n')),
  });
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/money/statements`);
  const file = page.getByLabel('Choose files or drop them here');
  await file.setInputFiles(
    csv([`20.11.2026;Ada;${first};76,00;Ontvangst`, '20.11.2026;Bank;kosten;4,00;Betaling', '19.11.2026;Bea;x;5,00;?']),
  );
  const read = page.getByRole('button', { name: 'Read with these columns' });
  await read.waitFor();
  await page.getByLabel('Meaning of Mededeling', { exact: true }).selectOption('text');
  await page.getByLabel('Meaning of Naam', { exact: true }).selectOption('name');
  await page.getByLabel('Meaning of Soort', { exact: true }).selectOption('direction');
  await page.getByText('Choose which word means money out.').waitFor();
  assert.equal(await read.getAttribute('aria-disabled'), 'true');
  await page.getByLabel('Means money out').selectOption('Betaling');
  // The bank's word for money in is not known, so no line is taken for money in.
  await page.getByText('row 2, Soort: “Ontvangst” means neither money in nor money out').first().waitFor();
  await page.getByLabel('Means money in').selectOption('Ontvangst');
  await page.getByText('row 4, Soort: “?” means neither money in nor money out').first().waitFor();
  await page.getByText('“Ontvangst”').first().waitFor({ state: 'detached' });
  await expectGoodPage(page);
  await read.click();
  await page.getByRole('region', { name: 'Certain' }).getByText(`${first} pays exactly`).waitFor();
  await page.getByText('row 4, Soort: “?” means neither money in nor money out').first().waitFor();

  await page.goto(`${shop.url}/office/money/statements`);
  await file.setInputFiles(csv([`21.11.2026;Cyd;${second};76,00;Ontvangst`]));
  await page.getByRole('region', { name: 'Certain' }).getByText(`${second} pays exactly`).waitFor();
  await close();
});
