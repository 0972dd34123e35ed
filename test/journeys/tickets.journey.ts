import assert from 'node:assert/strict';
import jsQR from 'jsqr';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, expectAccessible, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until, untilFocused, type Visit, type VisitOptions } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

const RECENTLY_EDITED = /This ticket has been recently edited\. Please wait 15 minutes before editing it again\./;
const pass = 'Festival Pass, four days';
const coach = 'Coach from Amsterdam, return';

async function call(name: string, body: object) {
  const response = await fetch(`${shop.url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises and fails if it is missing.
  const answer: any = await response.json();
  assert.equal(response.status, 200, `${name}: ${answer.message}`);
  return answer;
}

interface Bought {
  token: string;
  order: string;
  code: string;
}

/** Buys one ticket of each item for the demo's customer. `code` is the first one's. */
async function buyTickets(...items: ('sandlark-pass' | 'under-16-pass' | 'coach-amsterdam')[]): Promise<Bought> {
  const { remember_token: token } = await call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' });
  let cart: string | undefined;
  for (const item of items) {
    const times = (await call('get-shop-item', { external_code: item })).item.travel_times;
    const added = await call('add-product-to-cart', {
      token,
      cart,
      external_code: item,
      full_name: 'Mila Okonkwo',
      email: 'mila@example.org',
      age: item === 'under-16-pass' ? '12-15' : '25-34',
      transport_time_id: times.at(-1)?.id ?? null,
    });
    cart = added.cart.code;
  }
  const { order } = await call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'voucher', accepted_ts_and_cs: true },
    voucher_code: 'FULLHOUSE',
  });
  return { token, order: order.code, code: order.tickets[0].code };
}

async function openOrder(
  { token, order }: Pick<Bought, 'token' | 'order'>,
  options: BrowserContextOptions,
  more?: VisitOptions,
): Promise<Visit> {
  const visit = await openVisit(browser, options, more);
  await visit.page.goto(shop.url);
  await visit.page.evaluate(`localStorage.setItem('foyer.token', ${JSON.stringify(token)})`);
  await visit.page.goto(`${shop.url}/portal/orders/${order}`);
  await visit.page.getByRole('heading', { level: 1, name: `Order ${order}` }).waitFor();
  return visit;
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name });
const h1 = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

test('on a desktop, a ticket is renamed in two steps, with Back, Change and a check', async () => {
  const ticket = await buyTickets('sandlark-pass');
  const { page, close } = await openOrder(ticket, DESKTOP);
  await link(page, `Manage ${pass}, Mila Okonkwo`).click();
  await h1(page, 'Manage ticket').waitFor();
  await untilFocused(page, /^Manage ticket$/);
  assert.match(await page.getByRole('main').innerText(), /Step 1 of 2/);
  assert.match(await page.getByRole('main').innerText(), /3 changes left/);
  assert.equal(await page.getByRole('checkbox').count(), 0, 'a transfer to the buyer’s own address is offered');
  await expectGoodPage(page);

  await button(page, 'Continue').click();
  await untilFocused(page, /^There is a problem/);
  assert.match(await page.getByRole('main').innerText(), /Please change the ticket details\./);
  assert.match(await page.title(), /^Error: Manage ticket/);

  // The age is Mila's: it goes and comes back with her name.
  await page.getByLabel('Full name').fill('Noor Bakker');
  assert.equal(await page.getByLabel('Age').inputValue(), '');
  await page.getByLabel('Full name').fill('Mila Okonkwo');
  assert.equal(await page.getByLabel('Age').inputValue(), '25-34');

  await page.getByLabel('Full name').fill('');
  await button(page, 'Continue').click();
  await page.getByText('Please fill out the following fields: Full name, Age.').waitFor();
  await link(page, 'Age').click();
  await untilFocused(page, /^Age/);
  await expectAccessible(page);
  await page.getByLabel('Age').selectOption({ label: '35 to 49' });
  await page.getByLabel('Full name').fill('Ноор');
  await button(page, 'Continue').click();
  await link(page, 'Please enter the full name in roman characters.').click();
  await untilFocused(page, /^Full name/);
  await page.getByLabel('Full name').fill('Noor Bakker');
  await page.getByLabel('Note').fill('A gift');
  await button(page, 'Continue').click();

  await h1(page, 'Check your changes').waitFor();
  await untilFocused(page, /^Check your changes$/);
  const main = page.getByRole('main');
  const check = await main.innerText();
  assert.match(check, /Step 2 of 2/);
  assert.match(check, /Full name\s+Mila Okonkwo\s+Noor Bakker/);
  assert.match(check, /Stays the same\s+Email\s+mila@example\.org/);
  assert.match(check, /Age\s+25 to 34\s+35 to 49/);
  assert.match(check, /This uses one name change\. You will have 2 changes left\./);
  assert.match(check, /The ticket gets a new code/);
  await expectGoodPage(page);

  // The browser's Back leads to the details, not out of the wizard; the entries are kept.
  await page.goBack();
  await h1(page, 'Manage ticket').waitFor();
  assert.equal(await page.getByLabel('Full name').inputValue(), 'Noor Bakker');
  await page.goForward();
  await h1(page, 'Check your changes').waitFor();
  await button(page, 'Change age').click();
  await untilFocused(page, /^Age/);
  await button(page, 'Continue').click();
  // A reload loses the entries, so the check has nothing to show.
  await h1(page, 'Check your changes').waitFor();
  await button(page, 'Save changes').click();

  await h1(page, `Order ${ticket.order}`).waitFor();
  await untilFocused(page, new RegExp(`Order ${ticket.order}$`));
  const notice = page.getByRole('row').filter({ hasText: /Ticket \w+ updated successfully\./ });
  await notice.first().waitFor();
  assert.match(await main.innerText(), /Noor Bakker\s+mila@example\.org\s+35 to 49/);
  assert.ok(!(await page.content()).includes(ticket.code), 'the old code is still shown');
  await expectAccessible(page);

  // The old code's address leads to the order; an unknown order's to the portal.
  await page.goto(`${shop.url}/portal/orders/${ticket.order}/manage-ticket/${ticket.code}`);
  await page.waitForURL(`${shop.url}/portal/orders/${ticket.order}`);
  await page.goto(`${shop.url}/portal/orders/SLK-NOBODY/manage-ticket/${ticket.code}`);
  await page.waitForURL(`${shop.url}/portal`);
  await page
    .getByRole('main')
    .getByText(/^We could not find that order in your account\./)
    .waitFor();
  await close();
});

test('after a pass gets another holder, the page offers to change the person’s coach seat too', async () => {
  const bought = await buyTickets('sandlark-pass', 'coach-amsterdam');
  const { page, close } = await openOrder(bought, PHONE);
  const main = page.getByRole('main');
  await link(page, `Manage ${pass}, Mila Okonkwo`).click();
  await page.getByLabel('Full name').fill('Noor Bakker');
  await page.getByLabel('Age').selectOption({ label: '35 to 49' });
  await button(page, 'Continue').click();
  await h1(page, 'Check your changes').waitFor();
  const keeps = page.getByRole('heading', { name: 'Mila Okonkwo still holds other tickets in this order' });
  await keeps.waitFor();
  assert.match(
    await main.innerText(),
    /still holds other tickets in this order\s+Coach from Amsterdam, return\s+Fri \d+ July/,
  );
  await expectGoodPage(page);
  await button(page, 'Save changes').click();

  await h1(page, `Order ${bought.order}`).waitFor();
  await keeps.waitFor();
  await expectGoodPage(page);
  await link(page, `Change holder to Noor Bakker: ${coach}`).click();
  await h1(page, 'Manage ticket').waitFor();
  assert.equal(await page.getByLabel('Full name').inputValue(), 'Noor Bakker');
  await button(page, 'Continue').click();
  await h1(page, 'Check your changes').waitFor();
  assert.equal(await keeps.count(), 0);
  await button(page, 'Save changes').click();
  await h1(page, `Order ${bought.order}`).waitFor();
  await link(page, `Manage ${coach}, Noor Bakker`).waitFor();
  assert.equal(await keeps.count(), 0);
  await close();
});

test('on a phone, a ticket is reassigned, and the buyer and the new holder each see their side', async () => {
  const ticket = await buyTickets('sandlark-pass');
  const { page, close } = await openOrder(ticket, PHONE);
  await link(page, `Manage ${pass}, Mila Okonkwo`).click();
  await page.getByLabel('Email', { exact: true }).fill('noor@example');
  await page.getByLabel('Transfer this ticket to the account with this email address').check();
  await button(page, 'Continue').click();
  await link(page, 'Please enter a valid email address for this ticket holder.').waitFor();
  await page.getByLabel('Email', { exact: true }).fill('noor.journey@example.org');
  await page.getByLabel('Full name').fill('Noor Bakker');
  await page.getByLabel('Age').selectOption({ label: '25 to 34' });
  await expectGoodPage(page);
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'This ticket will be transferred' }).waitFor();
  await expectGoodPage(page);
  await button(page, 'Save changes').click();
  await h1(page, `Order ${ticket.order}`).waitFor();
  const text = await page.getByRole('main').innerText();
  assert.match(text, /Transferred/);
  assert.match(text, /You transferred this ticket\./);
  assert.match(text, new RegExp(`Ticket ${ticket.code} updated successfully\\.`));
  assert.equal(await link(page, /^(Manage|Download) Festival/).count(), 0);
  await expectGoodPage(page);
  await close();

  const invitation = await mailTo(shop.url, 'noor.journey@example.org', 'invitation');
  const theirs = await openVisit(browser, PHONE);
  await theirs.page.goto(linkIn(invitation, '/reset-password/'));
  await h1(theirs.page, 'Choose a password').waitFor();
  await theirs.page.getByLabel('New password', { exact: true }).fill('a-long-password-of-noor');
  await theirs.page.getByLabel('Confirm password', { exact: true }).fill('a-long-password-of-noor');
  await theirs.page
    .getByRole('main')
    .locator('form')
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await h1(theirs.page, 'Your password is set').waitFor();
  await theirs.page.goto(`${shop.url}/login?from=/portal`);
  const form = theirs.page.getByRole('main');
  await form.getByLabel('Email').fill('noor.journey@example.org');
  await form.getByLabel('Password', { exact: true }).fill('a-long-password-of-noor');
  await form.getByRole('button', { name: 'Login' }).click();
  await h1(theirs.page, 'My orders').waitFor();
  assert.match(await form.innerText(), /Transferred to you/);
  await expectAccessible(theirs.page);
  await link(theirs.page, ticket.order).click();
  await h1(theirs.page, `Order ${ticket.order}`).waitFor();
  await link(theirs.page, `Manage ${pass}, Noor Bakker`).waitFor();
  await link(theirs.page, /^Download Festival Pass/).waitFor();
  const seen = await form.innerText();
  assert.ok(!seen.includes('mila@'), 'the new holder reads the buyer’s address');
  await expectGoodPage(theirs.page);
  await theirs.close();
});

test('a name that may not change has its reason; a change in another tab brings back the details', async () => {
  const ticket = await buyTickets('under-16-pass');
  const { page, close } = await openOrder(ticket, DESKTOP);
  const child = { token: ticket.token, order_id: ticket.order, age: '12-15' };
  const { code } = await call('change-ticket', { ...child, code: ticket.code, full_name: 'Noor Bakker' });
  await page.goto(`${shop.url}/portal/orders/${ticket.order}/manage-ticket/${code}`);
  await page.getByText('You have used all the name changes for this ticket.').waitFor();
  await page.getByText('The email address of this ticket cannot be changed.').waitFor();
  assert.equal(await page.getByRole('main').getByRole('textbox').count(), 1, 'only the note can be typed');
  await expectAccessible(page);
  await close();

  const other = await buyTickets('under-16-pass');
  const tab = await openOrder(other, DESKTOP);
  await link(tab.page, /^Manage Under-16 Pass/).click();
  await tab.page.getByLabel('Full name').fill('Eva Bakker');
  await tab.page.getByLabel('Age').selectOption('12-15');
  await button(tab.page, 'Continue').click();
  await h1(tab.page, 'Check your changes').waitFor();
  await call('change-ticket', { ...child, order_id: other.order, code: other.code, full_name: 'Ivo Bakker' });
  await button(tab.page, 'Save changes').click();
  await h1(tab.page, 'Manage ticket').waitFor();
  await untilFocused(tab.page, /^There is a problem/);
  await until(tab.page, `!location.search.includes('confirm')`);
  await untilFocused(tab.page, /^There is a problem\s*This ticket was changed in the meantime/);
  assert.equal(await tab.page.getByLabel('Full name').inputValue(), 'Eva Bakker');
  await expectAccessible(tab.page);
  assert.equal(await button(tab.page, 'Continue').count(), 0, 'Continue is offered although nothing can be saved');
  await link(tab.page, 'Back to the order').click();
  await tab.page.getByText('Ivo Bakker').waitFor();
  await tab.close();
});

test('entries survive a login at the last step; a ticket reassigned meanwhile is refused', async () => {
  const ticket = await buyTickets('sandlark-pass');
  const { page, close } = await openOrder(ticket, PHONE);
  await link(page, `Manage ${pass}, Mila Okonkwo`).click();
  await page.getByLabel('Full name').fill('Noor Bakker');
  await page.getByLabel('Age').selectOption({ label: '25 to 34' });
  await button(page, 'Continue').click();
  await h1(page, 'Check your changes').waitFor();
  await call('logout', { token: ticket.token });
  await button(page, 'Save changes').click();
  const main = page.getByRole('main');
  await main.getByText('Your session has expired. Please log in again to return to where you were.').waitFor();
  await expectAccessible(page);
  await main.getByLabel('Email').fill('mila@example.org');
  await main.getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
  await main.getByRole('button', { name: 'Login' }).click();
  await h1(page, 'Check your changes').waitFor();
  assert.match(await main.innerText(), /Full name\s+Mila Okonkwo\s+Noor Bakker/);

  const token = await page.evaluate(`localStorage.getItem('foyer.token')`);
  const gift = { full_name: 'Ada Lovelace', email: 'ada.journey@example.org', age: '25-34', reassign: true };
  await call('change-ticket', { token, order_id: ticket.order, code: ticket.code, ...gift });
  await button(page, 'Save changes').click();
  await untilFocused(page, /^There is a problem\s*This ticket was changed while you were editing it/);
  await button(page, 'Continue').waitFor({ state: 'detached' });
  assert.ok(!(await main.innerText()).includes('changes left'));
  await link(page, 'Back to the order').click();
  await page.getByText('You transferred this ticket.').waitFor();
  await close();
});

test('on a phone, the time of a coach is changed once; errors stay in the dialog', async () => {
  const ticket = await buyTickets('coach-amsterdam');
  const { page, close } = await openOrder(ticket, PHONE);
  const open = button(page, `Choose Time for ${coach}, Mila Okonkwo`);
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Choose your travel time' });
  await dialog.waitFor();
  await untilFocused(page, /09:30 \(24\)$/);
  await dialog.getByText(/^Your current time: Fri \d+ July, 10:00$/).waitFor();
  const times = dialog.getByRole('radiogroup', { name: 'Travel time' }).getByRole('radio');
  const names = await times.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label')));
  assert.match(names[2]!, /16:30 \(Sold out\)$/);
  assert.match(names[3]!, /10:00 \(your current time\)$/);
  assert.deepEqual(await Promise.all((await times.all()).map((radio) => radio.isDisabled())), [
    false,
    false,
    true,
    true,
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await untilFocused(page, /^Choose Time/);

  await open.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('link', { name: 'Please select the travel time.' }).waitFor();
  await untilFocused(page, /^There is a problem/);
  await expectAccessible(page);
  await times.first().check();
  await page.route('**/api/set-travel-time', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await untilFocused(page, /Could not update travel time\. Please try later\./);
  assert.equal(await page.getByText('Could not update travel time. Please try later.').count(), 2);
  await page.unroute('**/api/set-travel-time');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Travel time updated.').waitFor();
  await page.getByText(RECENTLY_EDITED).waitFor();
  assert.match(await page.getByRole('main').innerText(), /You can edit it again at \d\d:\d\d\./);
  assert.match(await page.getByRole('main').innerText(), /09:30/);
  await untilFocused(page, /^Choose Time/);
  for (const name of [/^Manage/, /^Choose Time/]) {
    const locked = button(page, name);
    assert.equal(await locked.getAttribute('aria-disabled'), 'true');
    assert.match((await locked.getAttribute('aria-describedby'))!, /^lock-/);
    await locked.focus();
    await page.keyboard.press('Enter');
  }
  assert.equal(await dialog.count(), 0);
  assert.ok(page.url().endsWith(ticket.order));
  await expectGoodPage(page);
  await page.goto(`${shop.url}/portal/orders/${ticket.order}/manage-ticket/${ticket.code}`);
  await page.waitForURL(`${shop.url}/portal/orders/${ticket.order}`);
  await close();
});

test('with only a keyboard and a dark screen, a ticket is changed from its order’s page', async () => {
  const ticket = await buyTickets('sandlark-pass');
  const { page, close } = await openOrder(ticket, { ...DESKTOP, colorScheme: 'dark' });
  const tabTo = async (wanted: RegExp) => {
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      const name: string = await page.evaluate(
        `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent).trim()`,
      );
      if (wanted.test(name)) return;
    }
    assert.fail(`Tab never reached ${wanted}`);
  };
  await tabTo(/^Manage Festival Pass/);
  await page.keyboard.press('Enter');
  await h1(page, 'Manage ticket').waitFor();
  await expectAccessible(page);
  await tabTo(/^Full name/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Noor Bakker');
  await tabTo(/^Age/);
  await page.keyboard.type('35');
  await tabTo(/^Continue$/);
  await page.keyboard.press('Enter');
  await h1(page, 'Check your changes').waitFor();
  await expectAccessible(page);
  await tabTo(/^Change full name/);
  await page.keyboard.press('Enter');
  await untilFocused(page, /^Full name/);
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await tabTo(/^Continue$/);
  await page.keyboard.press('Enter');
  await h1(page, 'Check your changes').waitFor();
  await tabTo(/^Save changes$/);
  await page.keyboard.press('Enter');
  await h1(page, `Order ${ticket.order}`).waitFor();
  await page
    .getByText(/Noor Bakkers/)
    .first()
    .waitFor();
  await close();
});

/** Buys three passes. */
async function buyThreePasses(): Promise<{ token: string; order: string; codes: string[] }> {
  const { remember_token: token } = await call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' });
  let cart: string | undefined;
  for (const full_name of ['Mila Okonkwo', 'Noor Bakker', 'Ada Lovelace']) {
    const holder = { full_name, email: `${full_name[0]}@example.org`, age: '25-34' };
    const added = await call('add-product-to-cart', { token, cart, external_code: 'sandlark-pass', ...holder });
    cart = added.cart.code;
  }
  const { order } = await call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'voucher', accepted_ts_and_cs: true },
    voucher_code: 'FULLHOUSE',
  });
  return { token, order: order.code, codes: order.tickets.map(({ code }: { code: string }) => code) };
}

/** Reads the QR code that the screen shows, like a scanner. */
async function scanCode(page: Page): Promise<string | undefined> {
  const code = page
    .locator('article')
    .filter({ visible: true })
    .getByRole('img', { name: /QR code/ });
  const shown = [];
  for (const one of await code.all()) {
    const box = await one.boundingBox();
    if (box && box.x >= 0 && box.x < 300) shown.push(one);
  }
  assert.equal(shown.length, 1, 'more or less than one ticket is in view');
  const { data, info } = await sharp(await shown[0]!.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** Waits until the shop's own page replaces the stored one. On a busy machine the shop may at first be too slow. */
async function untilFresh(page: Page): Promise<void> {
  const ofShop = page.getByRole('link', { name: 'Back to the order' });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (
      await ofShop.waitFor({ timeout: 8_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    await link(page, 'Check again')
      .click({ timeout: 2_000 })
      .catch(() => {});
  }
  await ofShop.waitFor();
}

test('on a phone at the gate, tickets are shown, turned, kept offline, and gone after a logout', async () => {
  const three = await buyThreePasses();
  const { page, close } = await openOrder(three, PHONE, { isFresh: true });
  const { tickets } = await call('show-tickets', { token: three.token, order_id: three.order });
  const texts = tickets.map(({ qr_text }: { qr_text: string }) => qr_text);
  await link(page, 'Show ticket Festival Pass, four days, Noor Bakker').click();
  await h1(page, 'Your tickets').waitFor();
  await page.getByText('Kept on this device').waitFor();
  const holder = (name: string) => page.getByRole('article', { name });
  /** Waits until the ticket has come to rest, so that only its code can be scanned. */
  const untilInView = (code: string) =>
    until(page, `Math.abs(document.getElementById(${JSON.stringify(code)}).getBoundingClientRect().x - 16) < 20`);
  await untilInView(three.codes[1]!);
  assert.equal(await scanCode(page), texts[1]);
  const card = await holder('Noor Bakker').innerText();
  assert.match(card, /Festival Pass, four days/);
  assert.match(card, /July/);
  assert.match(card, /2 of 3/);
  assert.match(card, /Entrance\s+North gate/);
  await expectGoodPage(page);

  await link(page, 'Next: Ada Lovelace').click();
  await untilFocused(page, /^Ada Lovelace$/);
  await until(page, `location.hash === ${JSON.stringify(`#${three.codes[2]}`)}`);
  await untilInView(three.codes[2]!);
  assert.equal(await scanCode(page), texts[2]);
  await page.keyboard.press('ArrowLeft');
  await untilFocused(page, /^Noor Bakker$/);
  await until(page, `location.hash === ${JSON.stringify(`#${three.codes[1]}`)}`);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('This is a copy saved in your browser.').waitFor();
  await page.getByText(/^Last checked \d+ \w+ \d{4}, \d\d:\d\d$/).waitFor();
  await untilInView(three.codes[1]!);
  assert.equal(await scanCode(page), texts[1]);
  assert.equal(await page.getByRole('link', { name: 'Back to the order' }).count(), 0);
  await expectGoodPage(page);
  await link(page, 'Next: Ada Lovelace').click();
  await until(
    page,
    `Math.abs(document.getElementById(${JSON.stringify(three.codes[2])}).getBoundingClientRect().x - 16) < 20`,
  );

  // Once the device is online again, the shop's own page replaces the copy.
  await page.context().setOffline(false);
  await untilFresh(page);
  await call('change-ticket', {
    token: three.token,
    order_id: three.order,
    code: three.codes[2],
    full_name: 'Ada Lovelace',
    email: 'ada.gate@example.org',
    age: '25-34',
    reassign: true,
  });
  await page.reload();
  await untilFresh(page);
  await page.getByText('Kept on this device').waitFor();
  assert.match(
    await page.getByRole('main').innerText(),
    /Ada Lovelace, Festival Pass, four days\s+You transferred this ticket/,
  );
  assert.match(await holder('Noor Bakker').innerText(), /2 of 2/);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('This is a copy saved in your browser.').waitFor();
  assert.match(await holder('Noor Bakker').innerText(), /2 of 2/);

  // Any other page of the portal leads to the copies.
  await page.goto(`${shop.url}/portal`);
  await h1(page, 'No connection').waitFor();
  await expectGoodPage(page);
  await page.getByRole('link', { name: /^Festival Pass, four days and 2 more/ }).click();
  await holder('Noor Bakker').waitFor();
  await page.context().setOffline(false);

  await untilFresh(page);
  await page.goto(`${shop.url}/portal`);
  await button(page, /^Mila/).click();
  await button(page, 'Logout').click();
  await button(page, 'Confirm').click();
  await page.getByText('You have been logged out.').waitFor();
  await page.context().setOffline(true);
  await assert.rejects(page.goto(`${shop.url}/portal/tickets/${three.order}`));
  await assert.rejects(page.goto(`${shop.url}/portal`));
  assert.equal(await page.getByText('Noor Bakker').count(), 0);
  await page.context().setOffline(false);
  await page.goto(`${shop.url}/portal/tickets/${three.order}`);
  await page.waitForURL(/\/login/);
  await close();
});

test('an address of tickets that cannot be shown says so and keeps nothing', async () => {
  const ticket = await buyTickets('sandlark-pass');
  const { page, close } = await openOrder(ticket, PHONE, { isFresh: true });
  const old = '/assets/of-an-earlier-version.css';
  await page.evaluate(
    `caches.open('foyer.kept-pages').then((cache) => cache.put(location.origin + '${old}', new Response('')))`,
  );
  await page.goto(`${shop.url}/portal/tickets/${ticket.order}#%E0%A4`);
  await page.getByRole('article', { name: 'Mila Okonkwo' }).waitFor();
  await page.getByText('Kept on this device').waitFor();
  assert.equal(
    await page.evaluate(`caches.match(location.origin + '${old}').then((file) => file === undefined)`),
    true,
  );

  // The order is no longer in the account, as after a transfer of its only ticket.
  const gone = '/portal/tickets/SLK-GONE';
  await page.evaluate(
    `caches.open('foyer.kept-pages').then((cache) => cache.put(location.origin + '${gone}', new Response('')))`,
  );
  await page.evaluate(`history.pushState({}, '', '${gone}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByText('We could not find that order in your account.').first().waitFor();
  assert.equal(new URL(page.url()).pathname, '/portal');
  await until(page, `caches.match(location.origin + '${gone}').then((kept) => kept === undefined)`);
  await close();
});
