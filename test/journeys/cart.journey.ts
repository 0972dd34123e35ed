import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { loginToken } from '../support/buyer.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until, untilFocused, untilHydrated } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

const pass = 'Festival Pass, four days';
const coach = 'Coach from Amsterdam, return';

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Personalise your ticket' });
const timesOf = (page: Page): Locator => dialogOf(page).getByRole('radiogroup', { name: 'Travel time' });
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Your cart' });
const cartButton = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const addButton = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first();
const textOf = async (part: Locator): Promise<string> => (await part.textContent()) ?? '';
async function openItem(page: Page, path: string): Promise<void> {
  await page.goto(shop.url + path);
  await addButton(page).waitFor();
}

interface Holder {
  name: string;
  email: string;
  age?: string;
  time?: RegExp;
}

async function fillHolder(page: Page, { name, email, age, time }: Holder): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Full name').fill(name);
  await dialog.getByLabel('Email').fill(email);
  if (age) await dialog.getByLabel('Age').selectOption({ label: age });
  if (time) await timesOf(page).getByRole('radio', { name: time }).check();
}

async function addTicket(page: Page, path: string, holder: Holder): Promise<void> {
  await openItem(page, path);
  await addButton(page).click();
  await fillHolder(page, holder);
  await dialogOf(page).getByRole('button', { name: 'Add to cart' }).click();
  await dialogOf(page).waitFor({ state: 'hidden' });
}

/** Waits for the panel, which opens by itself, and closes it. */
async function closePanel(page: Page): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  await panelOf(page).waitFor({ state: 'hidden' });
}

const mila = { name: 'Mila Okonkwo', email: 'mila.o@example.org', age: '25 to 34' };

test('adding a ticket opens a dialog for its holder, and then the cart', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await openItem(page, '/tickets/sandlark-pass');
  await addButton(page).click();
  const dialog = dialogOf(page);
  await untilFocused(page, /^Full name/);
  const ages = dialog.getByLabel('Age').locator('option');
  assert.equal((await ages.allTextContents())[0], 'Select age');
  assert.equal(await ages.first().getAttribute('value'), '');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await untilFocused(page, /^Add to cart/);

  await addButton(page).click();
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  // Each mistake is shown at its field only, and the first field has the focus.
  await untilFocused(page, /^Full name/);
  for (const mistake of ['enter the full name', 'enter the email address', 'choose the age range'])
    await dialog.getByText(`Please ${mistake} for this ticket holder.`).waitFor();
  assert.equal(await dialog.getByText('There is a problem').count(), 0);
  await expectAccessible(page);

  await fillHolder(page, { ...mila, email: 'mila@example' });
  // A corrected field no longer shows its mistake.
  await dialog.getByText(/valid email address/).waitFor();
  assert.equal(await dialog.getByText(/Please (enter|choose) the .* for this ticket holder/).count(), 0);
  await page.mouse.click(20, 20);
  assert.ok(await dialog.isVisible(), 'a click outside the dialog discards what was typed');

  await dialog.getByLabel('Email').fill(mila.email);
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  const panel = panelOf(page);
  await panel.waitFor();
  await page.getByText('Item added to cart.').waitFor();
  assert.match(await textOf(panel), /Mila Okonkwo\s· 25 to 34/);
  assert.match(await textOf(panel), /Total including taxes and fees\s*€198\.50/);
  assert.match(await textOf(panel), /You will log in or register in the next step/);
  assert.match(await textOf(panel), /1[45]:\d\d left/);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  const button = cartButton(page, 'Cart, 1 item');
  assert.equal(await button.getAttribute('aria-haspopup'), 'dialog');
  assert.equal(await button.getAttribute('aria-expanded'), 'false');
  await close();
});

test('a holder’s second ticket of an item is refused, and an add-on for somebody else is warned of', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await addTicket(page, '/tickets/sandlark-pass', mila);

  await openItem(page, '/tickets/sandlark-pass');
  await addButton(page).click();
  await fillHolder(page, { ...mila, name: 'mila  OKONKWO' });
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.getByText(`A ${pass} ticket already exists for mila OKONKWO in your cart.`).waitFor();
  await page.keyboard.press('Escape');

  await openItem(page, '/tickets/coach-amsterdam');
  await addButton(page).click();
  const warning = dialog.getByText(/We could not find an entry ticket for this person/);
  await dialog.getByLabel('Full name').fill('Noor Bakker');
  await warning.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use Mila Okonkwo' }).click();
  await warning.waitFor({ state: 'hidden' });
  assert.equal(await dialog.getByLabel('Email').inputValue(), mila.email);
  assert.match(await textOf(dialog), /Be at the meeting point 30 minutes before travel\./);

  const times = timesOf(page).getByRole('radio');
  const names = await times.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label')));
  assert.match(names[0]!, /^Thu \d+ July, 09:30 \(24\)$/);
  assert.match(names[1]!, /^Thu \d+ July, 13:00 \(3\)$/);
  assert.match(names[2]!, /^Thu \d+ July, 16:30 \(Sold out\)$/);
  assert.match(names[3]!, /^Fri \d+ July, 10:00$/);
  const isDisabled = await Promise.all((await times.all()).map((radio) => radio.isDisabled()));
  assert.deepEqual(isDisabled, [false, false, true, false]);
  assert.match(
    await textOf(timesOf(page)),
    /Thu \d+ July09:3024 seats left13:003 seats left16:30Sold outFri \d+ July10:00Seats available$/,
  );

  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.getByText('Please choose your travel date and time.').waitFor();
  await untilFocused(page, /09:30/);
  await page.keyboard.press('ArrowDown');
  await untilFocused(page, /13:00/);
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await panelOf(page).waitFor();
  assert.match(
    await textOf(panelOf(page)),
    /Thu \d+ July( \d{4})?, 13:00\s· Amsterdam Sloterdijk, .*bay 4Mila Okonkwo/,
  );

  // An order may have one lodge: the page says so before anybody fills in the dialog for nothing.
  await addTicket(page, '/tickets/lark-lodge', { name: mila.name, email: mila.email });
  await closePanel(page);
  await addButton(page).click();
  await page
    .getByText(/^You can buy up to 1 of .+ per order\.$/)
    .first()
    .waitFor();
  assert.equal(await dialogOf(page).count(), 0);
  await close();
});

test('the dialog has a customer’s details and the chosen departure, but no name for a second seat', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  const token = await loginToken(shop);
  await page.goto(`${shop.url}/robots.txt`);
  await page.evaluate(`localStorage.setItem('foyer.token', ${JSON.stringify(token)})`);
  await openItem(page, '/tickets/coach-amsterdam');
  await page.getByRole('button', { name: /Your account/ }).waitFor();
  const departures = page.getByRole('region', { name: 'Departures' });
  const [early, noon, friday] = await departures.getByRole('button').allTextContents();
  assert.match(early!, /^Thu \d+ July, 09:30 \d+ seats left$/);
  assert.match(noon!, /^Thu \d+ July, 13:00 \d seats? left$/);
  assert.match(friday!, /^Fri \d+ July, 10:00 Seats available$/);
  assert.match(await textOf(departures), /16:30 Sold out/);
  await departures.getByRole('button', { name: /^Thu \d+ July, 09:30/ }).click();
  const dialog = dialogOf(page);
  await untilFocused(page, /^Full name/);
  assert.equal(await dialog.getByLabel('Full name').inputValue(), 'Mila Okonkwo');
  assert.equal(await dialog.getByLabel('Email').inputValue(), 'mila@example.org');
  assert.equal(await dialog.getByRole('button', { name: /^Use / }).count(), 0);
  assert.ok(await timesOf(page).getByRole('radio', { name: /09:30/ }).isChecked());
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await closePanel(page);

  await addButton(page).click();
  await untilFocused(page, /^Full name/);
  assert.equal(await dialog.getByLabel('Full name').inputValue(), '');
  assert.equal(await dialog.getByRole('button', { name: 'Use my details' }).count(), 0);
  await page.keyboard.press('Escape');
  await openItem(page, '/tickets/sandlark-pass');
  await page.getByRole('button', { name: /Your account/ }).waitFor();
  await cartButton(page, 'Cart, 1 item').waitFor();
  await addButton(page).click();
  await untilFocused(page, /^Full name/);
  assert.equal(await dialog.getByLabel('Full name').inputValue(), 'Mila Okonkwo');
  await close();
});

test('lines of the cart can be changed, removed and restored; a coach without a ticket is marked', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await addTicket(page, '/tickets/sandlark-pass', mila);
  await addTicket(page, '/tickets/coach-amsterdam', { ...mila, age: undefined, time: /10:00/ });
  await openItem(page, '/merchandise/poster-a2');
  await addButton(page).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: /^Remove Sandlark \d{4} poster/ }).waitFor();
  assert.equal(await panel.getByRole('button', { name: /^Personalise/ }).count(), 2);

  const warning = panel.getByText(/We could not find an entry ticket for this person/);
  assert.equal(await warning.count(), 0);
  await panel.getByRole('button', { name: `Personalise ${coach}, Mila Okonkwo` }).click();
  const dialog = dialogOf(page);
  await untilFocused(page, /^Full name/);
  await dialog.getByLabel('Full name').fill('Noor Bakker');
  await page.route('**/api/update-product-in-cart', (route) => route.fulfill({ status: 500, body: 'no' }));
  await dialog.getByRole('button', { name: 'Save details' }).click();
  await page.getByText('Could not update item details.', { exact: true }).waitFor();
  await dialog
    .getByRole('link', { name: /^Could not update item details\./ })
    .or(dialog.getByText(/^Could not update item details\./))
    .first()
    .waitFor();
  await page.unroute('**/api/update-product-in-cart');
  await dialog.getByRole('button', { name: 'Save details' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Item details updated.').waitFor();
  assert.match(await textOf(panel), /Fri \d+ July( \d{4})?, 10:00\s· Amsterdam Sloterdijk, .*bay 4Noor Bakker/);
  await warning.waitFor();
  await untilFocused(page, /^(Personalise|Remove) Coach/);

  await panel.getByRole('button', { name: `Remove ${coach}, Noor Bakker` }).click();
  await untilFocused(page, /^Undo/);
  await page.getByText('Item removed from cart.').waitFor();
  const rows = panel.getByRole('list', { name: 'Items' }).locator(':scope > li');
  assert.match((await rows.allTextContents())[1]!, /Coach from Amsterdam, return, Noor Bakker removed/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await untilFocused(page, /^Remove Coach from Amsterdam, return, Noor Bakker/);
  assert.match(
    (await rows.allTextContents())[1]!,
    /Coach from Amsterdam, return[\s\S]*Fri \d+ July( \d{4})?, 10:00\s· Amsterdam Sloterdijk, .*bay 4Noor Bakker/,
  );

  for (const name of [/^Remove Festival/, /^Remove Coach/, /^Remove Sandlark/]) {
    await panel.getByRole('button', { name }).click();
    await untilFocused(page, /^Undo/);
  }
  await panel.getByText('Your cart is empty.').waitFor();
  assert.equal(await panel.getByRole('button', { name: /^Undo/ }).count(), 3);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await cartButton(page, 'Cart, 0 items').click();
  assert.equal(await panel.getByRole('button', { name: /^Undo/ }).count(), 0);
  await panel.getByRole('link', { name: 'Browse tickets' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
  await panel.waitFor({ state: 'hidden' });
  await close();
});

test('for a customer with older tickets, all coach seats in the cart share one call for entry tickets', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  const token = await loginToken(shop);
  await page.goto(`${shop.url}/robots.txt`);
  await page.evaluate(`localStorage.setItem('foyer.token', ${JSON.stringify(token)})`);
  let calls = 0;
  await page.route('**/api/get-entry-tickets', (route) => {
    calls += 1;
    return route.fulfill({ json: { existing_tickets: [] } });
  });
  await page.route('**/api/*', async (route) => {
    if (route.request().url().endsWith('/get-entry-tickets')) return await route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll('"has_older_tickets":false', '"has_older_tickets":true') });
  });
  for (const name of ['Noor Bakker', 'Ivo Novak', 'Ana Novak'])
    await addTicket(page, '/tickets/coach-amsterdam', { ...mila, name, age: undefined, time: /10:00/ });
  // Leaves the page, with all calls that it may still make.
  await page.goto(`${shop.url}/robots.txt`);
  calls = 0;
  await page.goto(`${shop.url}/tickets`);
  await cartButton(page, 'Cart, 3 items').click();
  const warning = panelOf(page).getByText(/We could not find an entry ticket for this person/);
  await expect.poll(() => warning.count()).toBe(3);
  assert.equal(calls, 1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
});

test('on a phone, the dialog is a sheet that fits 320 px, and the bar leads to cart and checkout', async () => {
  const { page, close } = await openVisit(browser, { ...PHONE, colorScheme: 'dark' });
  await openItem(page, '/tickets/coach-amsterdam');
  await addButton(page).click();
  await dialogOf(page).getByRole('button', { name: 'Add to cart' }).click();
  await untilFocused(page, /^Full name/);
  await expectGoodPage(page);
  await fillHolder(page, { ...mila, age: undefined, time: /09:30/ });
  await dialogOf(page).getByRole('button', { name: 'Add to cart' }).click();
  await page.getByText('Item added to cart.').waitFor();
  assert.equal(await panelOf(page).count(), 0);

  // The bar leads to the cart, and has the only other add button.
  await untilFocused(page, /^View cart, 1 item\s· €44\.50$/);
  assert.equal(await addButton(page).count(), 0);
  const bar = page.getByRole('region', { name: `Buy ${coach}` });
  await bar.getByRole('button', { name: 'Add another' }).click();
  await dialogOf(page).waitFor();
  await untilFocused(page, /^Full name/);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await expectGoodPage(page);
  await bar.getByRole('button', { name: 'View cart' }).click();
  const panel = panelOf(page);
  await panel.waitFor();
  // A notice would hide rows of the cart, which show the same.
  await page.getByText('Item added to cart.').waitFor({ state: 'detached', timeout: 4_000 });
  await expectGoodPage(page);
  await panel.getByRole('button', { name: /^Remove Coach/ }).click();
  await untilFocused(page, /^Undo/);
  await page.keyboard.press('Enter');
  const checkout = panel.getByRole('link', { name: 'Checkout' });
  await checkout.waitFor();
  const ends = await page
    .getByText(/^Item (added to|removed from) cart\.$/)
    .evaluateAll((notices) => notices.map((notice) => notice.getBoundingClientRect().bottom));
  assert.ok(ends.length > 0);
  assert.ok(Math.max(...ends) < (await checkout.boundingBox())!.y, 'notices are above the button that is pressed next');
  await checkout.click();
  await page.waitForURL('**/login?from=%2Fcheckout');
  await page.getByText(/^Log in or register to check out\. Your cart is held for 1[45]:\d\d/).waitFor();
  await panel.waitFor({ state: 'hidden' });
  await expectGoodPage(page);
  // In a list, the card of an item in the cart offers another one instead of its button.
  await page.goto(`${shop.url}/tickets`);
  await page.getByRole('button', { name: `Add another, ${coach}` }).waitFor();
  assert.equal(await page.getByRole('button', { name: `Add to cart, ${coach}` }).count(), 0);
  await close();
});

test('four friends’ tickets and seats are added in one dialog each, which a refusal keeps', async () => {
  const { page, close } = await openVisit(browser, PHONE);
  const dialog = dialogOf(page);
  const another = dialog.getByRole('button', { name: 'Add another ticket' });
  const untilBlank = async () => {
    await until(page, `document.activeElement.value === ''`);
    await untilFocused(page, /^Full name/);
  };
  await openItem(page, '/tickets/sandlark-pass');
  await addButton(page).click();
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
  await fillHolder(page, mila);
  await another.click();
  await dialog.getByText(/^1 ticket added\s· €198\.50$/).waitFor();
  await untilBlank();
  await expectGoodPage(page);
  const notices = page.getByRole('region', { name: 'Notices' });
  assert.equal(await notices.getByText(/added to cart/).count(), 0, 'the foot of the open sheet says it');

  await fillHolder(page, { ...mila, name: 'mila okonkwo' });
  await another.click();
  await dialog.getByText(/already exists for mila okonkwo/).waitFor();
  await fillHolder(page, { ...mila, name: 'Noor Bakker', email: 'noor@example.org' });
  await page.route('**/api/add-product-to-cart', (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now.' } }),
  );
  await another.click();
  await untilFocused(page, /^There is a problem\s*Not now\./);
  const refusal = notices.getByText('Not now.');
  await refusal.waitFor();
  const notice = (await refusal.boundingBox())!;
  const sheet = (await dialog.boundingBox())!;
  assert.ok(notice.y + notice.height < sheet.y, 'the notice covers nothing of the sheet');
  await dialog.getByText(/^1 ticket added/).waitFor();
  assert.equal(await dialog.getByLabel('Full name').inputValue(), 'Noor Bakker');
  await page.unroute('**/api/add-product-to-cart');
  await another.click();
  await untilBlank();
  for (const name of ['Finn Vos', 'Ada Bos']) {
    await fillHolder(page, { ...mila, name });
    if (name === 'Finn Vos') {
      await another.click();
      await dialog.getByText(/^3 tickets added/).waitFor();
      await untilBlank();
    }
  }
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await notices.getByText('Items added to cart.').waitFor();
  await cartButton(page, 'Cart, 4 items').waitFor();

  // For a coach for the same people, their names are offered, and the time is kept.
  await openItem(page, '/tickets/coach-amsterdam');
  await page
    .getByRole('region', { name: 'Departures' })
    .getByRole('button', { name: /^Fri \d+ July, 10:00/ })
    .click();
  const offered = dialog.getByRole('button', { name: /^Use / });
  await offered.first().waitFor();
  assert.deepEqual(
    await offered.allTextContents(),
    ['Mila Okonkwo', 'Noor Bakker', 'Finn Vos', 'Ada Bos'].map((name) => `Use ${name}`),
  );
  for (let left = 4; left > 1; left -= 1) {
    await offered.first().click();
    await another.click();
    await untilBlank();
    assert.ok(await timesOf(page).getByRole('radio', { name: /10:00/ }).isChecked());
    assert.equal(await offered.count(), left - 1);
  }
  await dialog.getByText(/^3 tickets added/).waitFor();
  // The time has sold out in between, and the cart keeps its items.
  const gone = 'Sorry, this travel time is sold out. Please choose another one.';
  await page.route('**/api/add-product-to-cart', (route) =>
    route.fulfill({ status: 409, json: { message: gone, errors: { transport_time_id: [gone] } } }),
  );
  await page.route('**/api/get-shop-item', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.item.travel_times.at(-1).remaining = 0;
    await route.fulfill({ response, json: answer });
  });
  await offered.first().click();
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  // The message appears once, at the times, which are in view above the notice.
  await dialog.getByText(gone).waitFor();
  await notices.getByText(gone).waitFor();
  const noticeOfTimes = (await notices.boundingBox())!;
  const lastOpen = (await timesOf(page).getByRole('radio', { disabled: false }).last().boundingBox())!;
  assert.ok(lastOpen.y + lastOpen.height <= noticeOfTimes.y, 'the notice hides no departure');
  assert.equal(await dialog.getByText(/sold out\. Please choose/).count(), 1);
  await untilFocused(page, /09:30/);
  await expectGoodPage(page);
  assert.equal(await timesOf(page).getByRole('radio', { checked: true }).count(), 0);
  await page.unroute('**/api/add-product-to-cart');
  await timesOf(page).getByRole('radio', { name: /09:30/ }).check();
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await cartButton(page, 'Cart, 8 items').waitFor();
  await close();
});

test('when a ticket sells out while its holder is typed, the dialog offers what is left', async () => {
  const { page, close } = await openVisit(browser, PHONE);
  const dialog = dialogOf(page);
  await openItem(page, '/tickets/sandlark-pass');
  await addButton(page).click();
  await fillHolder(page, mila);
  await page.route('**/api/add-product-to-cart', (route) =>
    route.fulfill({ status: 409, json: { message: 'Sorry, this item is sold out.' } }),
  );
  await page.route('**/api/get-shop-item', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, item: { ...answer.item, in_stock: false, stock_level: 0 } } });
  });
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.getByRole('heading', { name: 'Still available' }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Add to cart' }).count(), 0);
  await untilFocused(page, /Sorry, this item is sold out\./);
  await expectGoodPage(page);
  await page.unroute('**/api/add-product-to-cart');
  await page.unroute('**/api/get-shop-item');
  await dialog.getByRole('button', { name: /^Saturday day ticket\s· €/ }).click();
  await dialog.getByLabel('Full name').waitFor();
  assert.equal(await dialog.getByLabel('Full name').inputValue(), mila.name);
  assert.equal(await dialog.getByLabel('Email').inputValue(), mila.email);
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await cartButton(page, 'Cart, 1 item').waitFor();
  await close();
});

test('entries in the dialog survive a reload and a step back, until the dialog or the cart ends', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  const dialog = dialogOf(page);
  const kept = () => page.evaluate(`Object.keys(sessionStorage).filter((key) => key.includes('personalise'))`);
  await openItem(page, '/tickets/coach-amsterdam');
  await addButton(page).click();
  await fillHolder(page, { ...mila, age: undefined, time: /10:00/ });
  const expectTyped = async () => {
    await untilFocused(page, /^Full name/);
    assert.equal(await dialog.getByLabel('Full name').inputValue(), mila.name);
    assert.equal(await dialog.getByLabel('Email').inputValue(), mila.email);
    assert.ok(await timesOf(page).getByRole('radio', { name: /10:00/ }).isChecked());
  };
  await page.reload();
  await expectTyped();
  await page.mouse.click(20, 20);
  assert.ok(await dialog.isVisible(), 'a click outside it discards nothing after a reload either');

  // The visitor leaves the page and returns through the history.
  await page.goto(`${shop.url}/merchandise`);
  await page.getByRole('heading', { level: 1, name: 'Merchandise' }).waitFor();
  assert.equal(await dialog.count(), 0);
  // While it hydrates, the router writes into its history entry, which Playwright would take for the step back.
  await untilHydrated(page);
  await page.goBack();
  await expectTyped();

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await kept(), []);
  await addButton(page).click();
  await untilFocused(page, /^Full name/);
  assert.equal(await dialog.getByLabel('Full name').inputValue(), '');

  await fillHolder(page, { ...mila, age: undefined, time: /10:00/ });
  assert.equal(((await kept()) as string[]).length, 2);
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await closePanel(page);
  assert.deepEqual(await kept(), []);

  await addButton(page).click();
  await fillHolder(page, { ...mila, name: 'Noor Bakker', age: undefined });
  // The answer is late, so that the dialog would have time to reopen.
  await page.route('**/api/get-cart', async (route) => {
    await pause(1_000);
    await route.fulfill({ status: 410, json: { message: 'Over.' } });
  });
  await page.reload();
  await cartButton(page, 'Cart, expired').waitFor();
  await until(page, `!Object.keys(sessionStorage).some((key) => key.includes('personalise'))`);
  assert.equal(await dialog.count(), 0);
  await close();
});

test('on a phone, an open dialog has one history entry after a reload or a return', async () => {
  const { page, close } = await openVisit(browser, PHONE, { isFresh: true });
  await page.addInitScript('delete window.CloseWatcher');
  const dialog = dialogOf(page);
  const entry = () => page.evaluate('[history.length, history.state.foyerModals]');
  await openItem(page, '/tickets/coach-amsterdam');
  await untilHydrated(page);
  const [before] = (await entry()) as [number];
  await addButton(page).click();
  await dialog.getByLabel('Full name').fill(mila.name);
  await until(page, 'history.state.foyerModals === 1');
  await page.reload();
  await dialog.waitFor();
  assert.deepEqual(await entry(), [before + 1, 1]);

  await page.goto(`${shop.url}/merchandise`);
  await untilHydrated(page);
  await page.goBack();
  await dialog.waitFor();
  assert.deepEqual(await entry(), [before + 2, 1], 'Forward leads to the page that was left');

  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await until(page, 'history.state.foyerModals === undefined');
  assert.equal(await page.evaluate('location.pathname'), '/tickets/coach-amsterdam');
  assert.deepEqual(documents, []);
  await close();
});

test('a guest can log in to keep a cart, or add the items of an expired one for their holders again', async () => {
  const { page, close } = await openVisit(browser, DESKTOP, { isFresh: true });
  await page.clock.install();
  await addTicket(page, '/tickets/sandlark-pass', mila);
  await closePanel(page);

  // A notice disappears five seconds after it came: this page's clock moves only when the test runs it.
  await page.clock.pauseAt(Date.now() + 10_000);
  const noticeOf = (words: string) => page.getByText(words, { exact: true });
  await cartButton(page, 'Cart, 1 item').click();
  await panelOf(page)
    .getByRole('button', { name: /^Remove Festival/ })
    .click();
  await noticeOf('Item removed from cart.').waitFor();
  await page.clock.runFor(4_900);
  assert.ok(await noticeOf('Item removed from cart.').isVisible());
  await page.clock.runFor(200);
  await page.clock.resume();
  await noticeOf('Item removed from cart.').waitFor({ state: 'detached' });
  const undo = panelOf(page).getByRole('button', { name: /^Undo/ });
  await undo.click();
  // The answer sets the page's clock by the shop's, so it must arrive before the page's clock moves.
  await undo.waitFor({ state: 'detached' });
  await panelOf(page)
    .getByText(/Mila Okonkwo/)
    .waitFor();
  await closePanel(page);

  await page.clock.fastForward('11:00');
  await page
    .getByText(/^3:\d\d$/)
    .first()
    .waitFor();
  await page.clock.fastForward('02:01');
  const offer = page.getByRole('alertdialog', { name: 'Do you need more time?' });
  await offer.waitFor();
  await untilFocused(page, /^Log in and keep my cart/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const login = page.getByRole('dialog', { name: 'Log in' });
  await login.getByLabel('Email').fill('mila@example.org');
  await login.getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
  await page.keyboard.press('Enter');
  await noticeOf('We are holding your items for 15 more minutes.').waitFor();
  await login.waitFor({ state: 'hidden' });
  await page
    .getByText(/^1[45]:\d\d$/)
    .first()
    .waitFor();

  // A customer keeps it with one press.
  await page.clock.fastForward('14:16');
  await offer.waitFor();
  await untilFocused(page, /^Keep my cart for 15 more minutes/);
  await page.keyboard.press('Enter');
  const kept = page.getByRole('alertdialog', { name: 'Your cart has been kept' });
  await kept.waitFor();
  await untilFocused(page, /^We are holding your items for 15 more minutes\.$/);
  await kept.getByRole('button', { name: 'Continue' }).click();
  await kept.waitFor({ state: 'hidden' });

  // Both clocks pass the end: the shop's, so that the tickets really are on sale again, and this page's.
  await setClock(20 * 60_000);
  await page.clock.fastForward('16:00');
  await page.getByText('Your cart has expired.').waitFor();
  await cartButton(page, 'Cart, expired').click();
  const panel = panelOf(page);
  await panel.getByText('Your 15 minutes are up and the tickets are back on sale.').waitFor();
  await expectAccessible(page);
  // A reloaded page still has the offer, because phones reload pages by themselves.
  await page.reload();
  await cartButton(page, 'Cart, expired').click();
  await panel.getByRole('button', { name: 'Add to cart again' }).click();
  await panel.getByText(/Mila Okonkwo\s· 25 to 34/).waitFor();
  await panel.getByText(/1[45]:\d\d left/).waitFor();
  assert.equal(await cartButton(page, 'Cart, 1 item').count(), 0, 'the page behind the panel is hidden');
  await setClock(null);
  await close();
});

test('adding something to a cart that the shop does not know makes a new cart', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await openItem(page, '/merchandise/poster-a2');
  // The page does not know about it, as when the shop deletes the cart while the page is open.
  await addButton(page).click();
  await closePanel(page);
  await page.route('**/api/add-merchandise-to-cart', async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: { ...body, cart: body.cart && 'unknown' } });
  });
  await page.route('**/api/get-cart', (route) => route.continue({ postData: { cart: 'unknown' } }));
  await addButton(page).click();
  // The panel opens only after a success.
  await closePanel(page);
  await cartButton(page, 'Cart, 1 item').waitFor();
  await close();
});

test('a refusal is shown in the server’s words, keeps the entries, and its notice covers no button', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await openItem(page, '/tickets/sandlark-pass');
  await page.route('**/api/add-product-to-cart', (route) =>
    route.fulfill({ status: 409, json: { message: 'Sorry, this item is sold out.' } }),
  );
  await addButton(page).click();
  await fillHolder(page, mila);
  await dialogOf(page).getByRole('button', { name: 'Add to cart' }).click();
  await untilFocused(page, /^There is a problem/);
  assert.equal(await page.getByText('Sorry, this item is sold out.').count(), 2);
  assert.equal(await dialogOf(page).getByLabel('Full name').inputValue(), mila.name);
  await page.unroute('**/api/add-product-to-cart');
  await page.route('**/api/add-product-to-cart', (route) => route.fulfill({ status: 500, body: 'no' }));
  await dialogOf(page).getByRole('button', { name: 'Add to cart' }).click();
  await dialogOf(page)
    .getByText(/^Could not add item to cart\./)
    .waitFor();
  await page.getByText('Could not add item to cart.', { exact: true }).waitFor();

  // Where a dialog ends near the window's edge, the notices cover none of its buttons.
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 700, height: 560 },
  ]) {
    await page.setViewportSize(viewport);
    await dialogOf(page).getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Could not add item to cart.', { exact: true }).last().waitFor();
    const notices = (await page.getByLabel('Notices').boundingBox())!;
    for (const name of ['Cancel', 'Add to cart']) {
      const button = (await dialogOf(page).getByRole('button', { name }).boundingBox())!;
      const isAbove = notices.height > 40 && notices.y > 0 && notices.y + notices.height < button.y;
      assert.ok(isAbove, `${name} at ${viewport.width} × ${viewport.height}`);
    }
  }
  await page.getByRole('button', { name: 'Close notice' }).last().click();
  assert.ok(await dialogOf(page).isVisible(), 'closing a notice closes nothing else');
  await page.setViewportSize(DESKTOP.viewport!);
  await close();
});

async function setClock(shift: number | null): Promise<void> {
  const now = shift === null ? null : new Date(Date.now() + shift).toISOString();
  const answer = await fetch(`${shop.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  });
  assert.equal(answer.status, 200);
}

test('in landscape, page, header and cart panel stay clear of the notch on either side', async () => {
  const notch = 59;
  const visit = await openVisit(
    browser,
    { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
    { isFresh: true },
  );
  const { page } = visit;
  const debuggee = await page.context().newCDPSession(page);
  const insets = { left: notch, leftMax: notch, right: notch, rightMax: notch, bottom: 21, bottomMax: 21 };
  await debuggee.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await addTicket(page, '/tickets/sandlark-pass', { name: 'Mila Okonkwo', email: 'mila@example.org', age: '25 to 34' });
  const edges = async (part: Locator) => {
    const box = (await part.boundingBox())!;
    return [box.x, box.x + box.width] as const;
  };
  assert.ok((await edges(page.getByRole('banner').getByRole('link').first()))[0] >= notch);
  assert.ok((await edges(page.getByRole('banner').getByRole('button').last()))[1] <= 844 - notch);
  assert.ok((await edges(page.getByRole('heading', { level: 1 })))[0] >= notch);
  await cartButton(page, /^Cart, 1 item/).click();
  for (const part of ['Checkout', 'Close'] as const) {
    const control = panelOf(page).getByRole(part === 'Close' ? 'button' : 'link', { name: part });
    await control.waitFor();
    assert.ok((await edges(control))[1] <= 844 - notch, part);
  }
  await visit.close();
});
