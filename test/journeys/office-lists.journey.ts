import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectGoodPage, expectNoSidewaysScroll, PHONE, workerBrowser } from '../support/browser.ts';
import { countedActions, openOffice, placeTransferOrder } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until } from '../support/visit.ts';

/* Actions on many orders at once, the customer's view of an order, and printed lists. */

let browser: Browser;
let shop: ShopProcess;

beforeAll(async () => {
  const env = { SHOP_ENV: 'development', DEMO_ORDERS: '0' };
  [shop, browser] = await Promise.all([startShop({ env }), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

test('orders of a list are selected and cancelled together, and each has its result', async () => {
  const codes = [
    await placeTransferOrder(shop.url),
    await placeTransferOrder(shop.url),
    await placeTransferOrder(shop.url),
  ];
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/orders`);
  const bulk = countedActions(page);
  await bulk.check(`Select ${codes[0]}`);
  await page.getByText('1 selected').waitFor();
  // Shift selects all rows from the last one to this one.
  await page.getByRole('checkbox', { name: `Select ${codes[2]}` }).click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await page.getByRole('checkbox', { name: `Select ${codes[1]}` }).uncheck();
  await page.getByText('2 selected').waitFor();
  await expectGoodPage(page);
  // Another filter clears the selection.
  await page.getByRole('link', { name: 'Awaiting payment' }).click();
  await page.getByRole('checkbox', { name: `Select ${codes[0]}` }).waitFor();
  await page.getByText(/\d selected/).waitFor({ state: 'detached' });

  await bulk.check(`Select ${codes[0]}`);
  await bulk.click('Select all 3 that match');
  await bulk.click('Cancel unpaid…');
  await page.getByText('3 orders totalling €228.00 will be cancelled.').waitFor();
  await expectGoodPage(page);
  await bulk.click('Cancel 3 orders');
  await page.getByText('3 done, 0 waiting, 0 skipped').waitFor();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'All bulk actions' }).click();
  await page.getByRole('link', { name: 'Unpaid orders cancelled' }).waitFor();
  await expectGoodPage(page);
  await close();
});

test('a list is filtered, saved as a view, and used with the keyboard', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/orders`);
  await page.getByLabel('Placed').selectOption('30-days');
  const save = countedActions(page);
  await save.click('Save as a view…');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await expectGoodPage(page);
  await save.fill('Name', 'This month');
  await save.click('Save');
  await page.locator('nav a[aria-current=page]', { hasText: 'This month' }).waitFor();
  assert.match(page.url(), /\/orders\?days=30-days&saved=\d+$/);
  await page.getByLabel('State').selectOption('pending');
  const changed = page.getByRole('link', { name: /changed$/ });
  await changed.waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await changed.waitFor({ state: 'detached' });
  await expectGoodPage(page);

  await page.getByRole('link', { name: code }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Orders: This month' }).waitFor();
  await expectGoodPage(page);
  await page.goBack();
  // Back leads to the row that was opened.
  await page.locator('a:focus', { hasText: code }).waitFor();
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('nav a[aria-current=page]', { hasText: 'Active' }).waitFor();

  await page.goto(`${shop.url}/office/orders?item=gone`);
  await page.getByText('This view has a filter that no longer exists').waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
  const ahead = page.waitForResponse((response) => response.url().endsWith('/office/api/order-open'));
  await page.getByRole('button', { name: 'Remove the filter' }).click();
  await page.getByRole('link', { name: code }).waitFor();

  // The order of a row is loaded once the focus rests on it.
  await page.getByRole('link', { name: code }).focus();
  assert.equal((await ahead).status(), 200);
  // It is loaded again when it is opened, because it may have changed since.
  await page.route(
    '**/office/api/order-open',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), channel: 'Changed since' } });
    },
    { times: 1 },
  );
  await page.keyboard.press('Enter');
  await page.getByText('Changed since').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: code }).waitFor();
  await page.context().setOffline(true);
  await page.getByText(/There is no connection. What you see was loaded at \d/).waitFor();
  await expectGoodPage(page);
  await page.context().setOffline(false);
  await page.getByText('There is no connection').waitFor({ state: 'detached' });

  // Esc leaves the filter and the search for where the focus was.
  const row = page.locator('a:focus', { hasText: code });
  await page.keyboard.press('f');
  await page.getByLabel('Code, name, email').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await row.waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(code);
  const results = page.getByRole('listbox', { name: 'Search results' });
  await results.waitFor();
  await page.keyboard.press('Escape');
  await results.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await row.waitFor();
  // A search keeps the focus in its field. A code without digits could be a name, so it may not be in the address.
  await page.keyboard.press('f');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.locator('tbody > tr').nth(1).waitFor({ state: 'detached' });
  await page.locator('#filter-text:focus').waitFor();
  // Esc before the search has begun would only undo the typing.
  const leave = async () => {
    await page.keyboard.press('Escape');
    return await page.locator('#filter-text:focus').count();
  };
  await expect.poll(leave).toBe(0);

  // G and a letter open a page, and ? lists all shortcuts. Neither works in a field.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Next row, previous row').waitFor();
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Refunds', level: 1 }).waitFor();
  await page.getByLabel('Refund, order, name').pressSequentially('g?o');
  await page.getByRole('heading', { name: 'Refunds', level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await close();
});

test('an order is shown as its customer sees it, and nothing there can be pressed', async () => {
  const code = await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'noor', PHONE);
  await page.goto(`${shop.url}/office/orders/${code}`);
  const see = countedActions(page);
  await page.getByRole('link', { name: 'See as customer' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText(code).first().waitFor();
  await see.expectAllowed('see what the customer sees');
  assert.equal(await frame.locator('a[href]').count(), 0);
  assert.equal(await frame.locator('button:not([aria-disabled])').count(), 0);
  // The frame has the shop's stylesheet, which may come after the text.
  const font = () =>
    frame.locator('h1').evaluate((heading) => heading.ownerDocument.defaultView?.getComputedStyle(heading).fontFamily);
  await expect.poll(font).toMatch(/Bricolage/);
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await page.getByText('Viewed as the customer sees it').waitFor();
  await close();
});

test('a list is printed with its name, filters and day, without menu, buttons and checkboxes', async () => {
  await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'joris', DESKTOP);
  await page.goto(`${shop.url}/office/orders?view=waiting&method=bank_transfer`);
  await page.getByText('€76.00').first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Items' }).click();
  await page.getByRole('columnheader', { name: 'Items' }).waitFor({ state: 'detached' });
  assert.match(page.url(), /hide=items$/);
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Items' }).waitFor({ state: 'detached' });
  // A heading sorts the list by its column; pressed again, it reverses the order.
  const total = page.getByRole('columnheader', { name: 'Total (€)' });
  await total.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/hide=items&sort=-total$/);
  await page.locator('th[aria-sort=descending]', { hasText: 'Total' }).waitFor();
  await total.getByRole('button').click();
  await page.waitForURL(/sort=total$/);
  await expectGoodPage(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const head = await page.locator('main p').first().innerText();
  for (const part of [
    'Sandlark',
    'Orders: Awaiting payment',
    'Paid by: Bank transfer',
    'Sort: Total, lowest first',
    /\d{4}/,
  ])
    assert.match(head, part instanceof RegExp ? part : new RegExp(part));
  assert.deepEqual(await page.getByRole('columnheader', { name: /Items|State/ }).allInnerTexts(), ['State']);
  // Headings by which the list can be sorted are buttons.
  const sorted = await page.getByRole('columnheader', { name: /Placed|Total/ }).allInnerTexts();
  assert.deepEqual(
    sorted.map((text) => text.trim()),
    ['Placed', 'Total (€)'],
  );
  assert.equal(await page.getByRole('button').count(), sorted.length);
  assert.equal(await page.getByRole('link', { name: 'New order' }).count(), 0);
  assert.equal(await page.getByRole('navigation').count(), 0);
  assert.equal(await page.getByRole('checkbox').count(), 0);
  const width = await page
    .getByRole('table')
    .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
  assert.ok(width <= 0, 'the table fits its sheet');
  await close();
});

test('one press loads and prints all rows of a list, and the paper says how many it has', async () => {
  await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'joris', DESKTOP);
  let first: { rows: object[] } | undefined;
  await page.route('**/office/api/orders-list', async (route) => {
    const isFirst = (route.request().postDataJSON() as { after: string | null }).after === null;
    if (isFirst || !first) first = (await (await route.fetch()).json()) as { rows: object[] };
    const rows = Array.from({ length: isFirst ? 50 : 10 }, (_, row) => ({
      ...first!.rows[0],
      code: `SLK-${isFirst ? 'A' : 'B'}${row}`,
    }));
    await route.fulfill({ json: { ...first, rows, count: 60, has_more: false, next: isFirst ? 'more' : null } });
  });
  await page.goto(`${shop.url}/office/orders`);
  await page.evaluate(
    `window.print = () => { dispatchEvent(new Event('beforeprint')); document.title = 'printed ' + document.querySelectorAll('tbody > tr').length; }`,
  );
  await page.locator('tbody > tr').nth(49).waitFor();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await until(page, "document.title === 'printed 50'");
  const head = page.locator('main p').first();
  assert.match((await head.textContent()) ?? '', /Only the first 50 of 60 rows/);
  await page.getByRole('button', { name: 'Print all 60' }).click();
  await until(page, "document.title === 'printed 60'");
  assert.match((await head.textContent()) ?? '', /All 60 rows/);
  assert.equal(await page.getByRole('button', { name: /Print all/ }).count(), 0);
  await expectGoodPage(page);
  await close();
});

test('a page that could not be preloaded is loaded when it is opened, without an error', async () => {
  await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'noor', DESKTOP);
  const asked: string[] = [];
  await page.route('**/office/api/orders-list', async (route) => {
    const request = route.request();
    const { after } = request.postDataJSON() as { after: string | null };
    const isAhead = request.headers()['x-office-polls'] !== undefined;
    asked.push(`${after}${isAhead ? ' ahead' : ''}`);
    if (isAhead) return route.fulfill({ status: 500, json: { message: 'Broken.' } });
    const answer = (await (await route.fetch({ postData: { filter: { text: '' }, after: null } })).json()) as {
      rows: object[];
    };
    const rows = Array.from({ length: 50 }, (_, row) => ({ ...answer.rows[0], code: `SLK-${after}-${row}` }));
    return route.fulfill({
      json: { ...answer, rows, count: 100, has_more: false, next: after === null ? 'more' : null },
    });
  });
  await page.goto(`${shop.url}/office/orders`);
  const failed = page.waitForResponse((response) => response.status() === 500);
  const more = page.getByRole('button', { name: 'Show 50 more' });
  await more.scrollIntoViewIfNeeded();
  await failed;
  // Coming near the end again does not repeat the attempt.
  await page.evaluate('scrollTo(0, 0)');
  await more.scrollIntoViewIfNeeded();
  await more.click();
  await page.locator('tbody > tr').nth(99).waitFor();
  assert.deepEqual(asked, ['null', 'more ahead', 'more']);
  await page.getByText('Broken.').waitFor({ state: 'detached' });
  await close();
});

test('refunds open with those to decide for people who decide, and with all for others', async () => {
  for (const [person, view] of [
    ['joris', 'To decide'],
    ['noor', 'All'],
  ] as const) {
    const { page, close } = await openOffice(browser, shop.url, person, DESKTOP);
    await page.goto(`${shop.url}/office/money/refunds`);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.locator('[aria-current]').filter({ hasText: view }).waitFor();
    await views.getByRole('link', { name: 'To decide' }).click();
    await views.locator('[aria-current]').filter({ hasText: 'To decide' }).waitFor();
    assert.equal(await page.getByText('changed').count(), 0);
    await close();
  }
});

test('on a phone, tabs and actions are folded, and Today fits a narrow one with large text', async () => {
  const codes = [await placeTransferOrder(shop.url), await placeTransferOrder(shop.url)];
  const { page, close } = await openVisit(browser, { ...PHONE, locale: 'de-AT' }, { isFresh: true });
  await page.goto(`${shop.url}/office/`);
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await close();

  const { page: phone, close: closePhone } = await openOffice(browser, shop.url, 'lena', PHONE);
  await phone.goto(`${shop.url}/office/`);
  await phone.getByRole('region', { name: 'Sales, last 30 days' }).waitFor();
  await expectNoSidewaysScroll(phone, { textSize: '200%' });

  await phone.goto(`${shop.url}/office/orders`);
  await phone.locator('tbody > tr').first().waitFor();
  const firstRow = await phone.locator('tbody > tr').first().boundingBox();
  assert.ok(firstRow!.y <= phone.viewportSize()!.height / 2, 'the rows begin in the upper half of the first screen');
  const row = phone.getByRole('row').filter({ hasText: codes[0]! });
  await row.getByText('1 × Saturday day ticket').waitFor();
  await row.getByText(/^due /).waitFor();
  await phone.getByRole('checkbox', { name: `Select ${codes[0]}` }).check();
  await phone.getByText('1 selected').waitFor();
  const covered = await phone.evaluate(`(() => {
    const bar = document.querySelector('[aria-label=Selected]').getBoundingClientRect();
    return [...document.querySelectorAll('input[type=checkbox]')].filter((box) => {
      const { left, right } = box.getBoundingClientRect();
      return right > left && right > bar.left && left < bar.right;
    }).length;
  })()`);
  assert.equal(covered, 0, 'no checkbox is under the bar');
  await phone.getByRole('button', { name: 'Actions', exact: true }).click();
  await phone.getByRole('button', { name: 'Cancel unpaid…' }).waitFor();
  await expectGoodPage(phone);

  const scrolling = await phone.evaluate(`[...document.querySelectorAll('main *')].filter((element) =>
    element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)
  ).length`);
  assert.equal(scrolling, 0, 'no row scrolls sideways');
  await phone.getByRole('navigation', { name: 'Views' }).getByRole('button').click();
  await expectGoodPage(phone);
  await phone.getByRole('link', { name: 'Awaiting payment' }).click();
  await phone.waitForURL(/view=waiting/);
  await phone.getByRole('link', { name: 'Awaiting payment' }).waitFor({ state: 'hidden' });
  // Rows without headings are sorted by a choice among the filters, which are folded.
  await phone.getByRole('button', { name: 'Filters', exact: true }).click();
  await phone.getByLabel('Sort').selectOption('Placed, earliest first');
  await phone.waitForURL(/sort=placed$/);
  await phone.getByRole('combobox', { name: 'Item' }).click();
  await phone.getByRole('option', { name: 'Saturday day ticket' }).waitFor();
  await expectGoodPage(phone);
  await phone.getByRole('option', { name: 'Saturday day ticket' }).click();
  await phone.waitForURL(/item=saturday/);
  await phone.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await closePhone();
});

test('an item is picked and days are typed with the keyboard alone, and then printed', async () => {
  await placeTransferOrder(shop.url);
  const { page, close } = await openOffice(browser, shop.url, 'lena', DESKTOP);
  await page.goto(`${shop.url}/office/orders`);
  await page.getByRole('link', { name: 'SLK-' }).first().waitFor();
  const item = page.getByRole('combobox', { name: 'Item' });
  await item.focus();
  await page.keyboard.type('no such item');
  await page.getByRole('status').filter({ hasText: 'No matches' }).waitFor({ state: 'attached' });
  // Esc undoes the typing and keeps the focus.
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Item' }).waitFor({ state: 'detached' });
  assert.equal(await item.and(page.locator(':focus')).inputValue(), '');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('listbox', { name: 'Item' }).getByRole('option', { name: 'Any' }).waitFor();
  assert.equal(await page.getByRole('group', { name: 'Picked most often' }).count(), 0);
  await page.keyboard.type('ticket saturday');
  await page.getByRole('status').filter({ hasText: '1 match' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/item=saturday$/);
  await expect.poll(() => item.inputValue()).toBe('Saturday day ticket');
  await page.getByRole('link', { name: 'SLK-' }).first().waitFor();
  await item.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page
    .getByRole('group', { name: 'Picked most often' })
    .getByRole('option', { name: 'Saturday day ticket', selected: true })
    .waitFor();
  // Typing replaces what was picked.
  await page.keyboard.type('coach');
  assert.equal(await item.inputValue(), 'coach');
  await expectGoodPage(page);
  await page.getByLabel('Placed').selectOption('other');
  await page.getByLabel('From', { exact: true }).fill('1.10.2026');
  await page.getByLabel('From', { exact: true }).press('Tab');
  await page.waitForURL(/from=2026-10-01/);
  await page.getByText('Thu 1 October 2026, Amsterdam time').waitFor();
  await page.getByLabel('Until and including').fill('soon');
  await page.getByLabel('Until and including').press('Tab');
  await page.getByText('Please enter a day, such as').waitFor();
  await expectGoodPage(page);
  await page.getByLabel('Until and including').fill('1.9.2026');
  await page.getByLabel('Until and including').press('Tab');
  await page.getByText('The first day is after the last day.').waitFor();
  await page.getByLabel('Until and including').fill('');
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const head = (await page.locator('main p').first().innerText()).replaceAll('\n', ' ');
  assert.match(head, /From: 0?1\/10\/2026/);
  assert.match(head, /Item: Saturday day ticket/);
  assert.equal(head.match(/2026-10-01/g), null);
  await close();
});

test('a list opens with the view that was chosen for the person’s role', async () => {
  const { page: manager, close: closeManagers } = await openOffice(browser, shop.url, 'lena', DESKTOP);
  await manager.goto(`${shop.url}/office/tickets?view=unpaid`);
  await manager.getByRole('button', { name: 'Default for roles…' }).click();
  const dialog = manager.getByRole('dialog', { name: /^Who starts with/ });
  await dialog.getByRole('checkbox', { name: 'Support' }).check();
  await expectGoodPage(manager);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { page: support, close: closeSupports } = await openOffice(browser, shop.url, 'noor', DESKTOP);
  await support.goto(`${shop.url}/office/tickets`);
  const views = support.getByRole('navigation', { name: 'Views' });
  await views.locator('[aria-current]').filter({ hasText: 'Not paid in full' }).waitFor();
  await support.waitForURL(/\/tickets\?view=unpaid$/);
  // The first view stays within reach.
  await views.getByRole('link', { name: /^Active/ }).click();
  await views.locator('[aria-current]').filter({ hasText: 'Active' }).waitFor();
  await expectGoodPage(support);

  // The manager has no default, and starts with the first view.
  await manager.goto(`${shop.url}/office/tickets`);
  await manager
    .getByRole('navigation', { name: 'Views' })
    .locator('[aria-current]')
    .filter({ hasText: 'Active' })
    .waitFor();
  await closeSupports();
  await closeManagers();
});

test('saving a view that somebody else has changed shows their filters beside mine', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'lena', DESKTOP);
  await page.goto(`${shop.url}/office/orders?status=paid`);
  await page.getByRole('button', { name: 'Save as a view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Box office');
  await page.getByRole('checkbox', { name: /^Share with everybody/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('nav a[aria-current=page]', { hasText: 'Box office' }).waitFor();

  const { page: other, close: closeOther } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await other.goto(`${shop.url}/office/orders`);
  await other.getByRole('link', { name: /^Box office/ }).click();
  await other.getByLabel('Placed').selectOption('30-days');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByRole('link', { name: /changed$/ }).waitFor({ state: 'detached' });

  await page.getByLabel('State').selectOption('pending');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody else has saved: Placed: 30 days, State: Paid').waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Use this' }).click();
  await page.waitForURL(/status=paid&days=30-days/);
  await page.getByText('Somebody else has saved').waitFor({ state: 'detached' });
  await closeOther();
  await close();
});
