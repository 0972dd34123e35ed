import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, until, untilFocused } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

const demo = { email: 'mila@example.org', password: 'dunes-at-dusk' };

interface Mail {
  kind: string;
  text: string;
  links: string[];
}

/** Waits for the newest mail of a kind to a recipient. */
async function mailTo(email: string, kind: RegExp): Promise<Mail> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${shop.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as Mail[];
    const found = mails.find((mail) => kind.test(mail.kind));
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`No ${kind} to ${email}, only ${mails.map((mail) => mail.kind)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const linkTo = (mail: Mail, path: string): string => {
  const link = mail.links.find((one) => one.includes(path));
  assert.ok(link, `the mail has no link to ${path}`);
  return link;
};

async function fillLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

test('a visitor who registers at the checkout returns by the mailed link with their cart', async () => {
  const visit = await openVisit(browser, { ...PHONE, colorScheme: 'dark' });
  const { page } = visit;
  const email = 'noor.bakker@example.org';
  await page.goto(`${shop.url}/merchandise/poster-a2`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor();
  await page.goto(`${shop.url}/checkout`);
  await page.waitForURL('**/login?from=%2Fcheckout');
  await page.getByText(/^Log in or register to check out\. Your cart is held for 1[45]:\d\d/).waitFor();
  await page.getByRole('link', { name: 'Register' }).click();
  await page.waitForURL('**/register?from=%2Fcheckout');
  await untilFocused(page, /^Register$/);
  await page.getByText('We will create a password and email it to you.').waitFor();

  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Please enter your full name and email address.' }).waitFor();
  await until(page, `document.title.startsWith('Error: Register')`);
  await expectGoodPage(page);
  await page.getByLabel('Full name').fill('Noor Bakker');
  await page.getByLabel('Email').fill('noor@example');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Please enter a valid email address.' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Register' }).click();
  await untilFocused(page, /^Check your email$/);
  await page.getByText(`We have sent an email to ${email}.`).waitFor();
  await page
    .getByText(/^If you are new here, it contains your password .+ If you already have an account, it tells you so\.$/)
    .waitFor();
  await page.getByText('If it does not arrive within 10 minutes, please check your spam or junk folder.').waitFor();
  await expectGoodPage(page);
  await visit.close();

  // The mail is read on another device.
  const reading = await openVisit(browser, DESKTOP);
  const calls: string[] = [];
  reading.page.on('request', (request) => calls.push(request.url()));
  const link = linkTo(await mailTo(email, /./), '/login-link');
  await reading.page.goto(link);
  await reading.page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await reading.page.waitForURL(`${shop.url}/login-link`);
  await expectGoodPage(reading.page);
  const secret = new URL(link).hash.slice(1);
  assert.ok(secret.length > 20);
  assert.ok(!calls.some((url) => url.includes('login-with-link') || url.includes(secret)), 'the link was used unasked');
  await reading.page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await reading.page.waitForURL('**/checkout');
  await reading.page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor();
  await reading.page
    .getByText(/^Sandlark \d{4} poster, A2$/)
    .filter({ visible: true })
    .first()
    .waitFor();

  await reading.page.goto(`${shop.url}/account`);
  await reading.page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  await expectGoodPage(reading.page);
  await reading.close();

  const again = await openVisit(browser, DESKTOP);
  await again.page.goto(link);
  await again.page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await untilFocused(again.page, /^This link has expired$/);
  await again.page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
  await expectGoodPage(again.page);
  await again.close();
});

test('a failed login keeps the email and clears the password; a successful one leads on', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await page.goto(`${shop.url}/login?from=%2Faccount`);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Please enter your email address and password.' }).waitFor();
  await expectGoodPage(page);
  await fillLogin(page, { ...demo, password: 'not it' });
  await page.getByRole('region', { name: 'Notices' }).getByText('Login failed.').waitFor();
  await page.getByRole('main').getByText('The email address or password is wrong.').waitFor();
  await untilFocused(page, /^There is a problem/);
  assert.equal(await page.getByText('Login failed.').count(), 1, 'the notice alone says it');
  const reset = page.getByRole('main').getByRole('link', { name: 'Reset your password' });
  assert.equal(await reset.getAttribute('href'), '/forgot-password');
  await expectGoodPage(page);
  assert.equal(await page.getByLabel('Email').inputValue(), demo.email);
  assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '');
  const notices = page.getByRole('region', { name: 'Notices' }).getByText('Login failed.');
  const first = await notices.elementHandle();
  await fillLogin(page, { ...demo, password: 'nor this' });
  await expect.poll(() => first?.evaluate((node) => node.isConnected)).toBe(false);
  assert.equal(await notices.count(), 1, 'the same notice takes the place of the one before it');
  assert.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username');
  assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('autocomplete'), 'current-password');

  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'text');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${shop.url}/account`);
  await page.getByText('Login success.').waitFor();
  await page.getByText('Login failed.').waitFor({ state: 'hidden', timeout: 4_000 });
  await untilFocused(page, /^Account$/);
  await close();
});

test('a login gives the cart in both tabs a new code, and the old code opens it for nobody else', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  const codeOf = (tab: Page) => tab.evaluate(() => localStorage.getItem('foyer.cart'));
  await page.goto(`${shop.url}/merchandise/poster-a2`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Cart, 1 item', includeHidden: true }).waitFor({ state: 'attached' });
  const old = await codeOf(page);
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/merchandise`);
  await other.getByRole('button', { name: 'Cart, 1 item' }).waitFor();

  await page.goto(`${shop.url}/login?from=%2Fmerchandise`);
  await fillLogin(page, demo);
  await page.waitForURL(`${shop.url}/merchandise`);
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Cart, 1 item' }).waitFor();
    assert.notEqual(await codeOf(tab), old);
  }
  const answer = await fetch(`${shop.url}/api/get-cart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cart: old }),
  });
  assert.equal(answer.status, 404);

  await other.evaluate(() => localStorage.removeItem('foyer.token'));
  await other.reload();
  await other.getByRole('button', { name: 'Cart, 1 item' }).waitFor();
  await close();
});

test('a login in the header stays on the page or leads to the portal; logging out leads home', async () => {
  const { page, close } = await openVisit(browser, { ...PHONE, colorScheme: 'dark' });
  await page.goto(`${shop.url}/tickets`);
  const opener = page.getByRole('button', { name: 'Log in' });
  await opener.click();
  const panel = page.getByRole('dialog', { name: 'Log in' });
  await panel.waitFor();
  await untilFocused(page, /^Email$/);
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await opener.click();
  await panel.getByLabel('Email').fill(demo.email);
  await panel.getByLabel('Password', { exact: true }).fill('not it');
  await panel.getByLabel('Password', { exact: true }).press('Enter');
  await panel.getByText('The email address or password is wrong.').waitFor();
  await panel.getByRole('link', { name: 'Reset your password' }).waitFor();
  assert.equal(await panel.getByText('Login failed.').count(), 0);
  await expectGoodPage(page);
  await panel.getByLabel('Password', { exact: true }).fill(demo.password);
  await panel.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByText('Login success.').waitFor();
  await panel.waitFor({ state: 'hidden' });
  assert.equal(page.url(), `${shop.url}/tickets`);

  await page.getByRole('button', { name: /Your account/ }).click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  await account.getByText(demo.email).waitFor();
  await expectGoodPage(page);
  await account.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Are you sure you want to log out?').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await account.getByRole('button', { name: 'Logout' }).click();
  await untilFocused(page, /^Confirm$/);
  await page.keyboard.press('Enter');
  await page.getByText('You have been logged out.').waitFor();
  await page.waitForURL(`${shop.url}/`);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  assert.equal(await page.evaluate(`localStorage.getItem('foyer.token')`), null);

  await page.goto(`${shop.url}/login`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await panel.getByLabel('Email').fill(demo.email);
  await panel.getByLabel('Password', { exact: true }).fill(demo.password);
  await panel.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${shop.url}/portal`);
  await close();
});

test('the link for a forgotten password sets a new one once; every wrong code leads to a restart', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await page.goto(`${shop.url}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('link', { name: 'Please enter your email address.' }).waitFor();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/login');
  await page.goto(`${shop.url}/forgot-password`);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await untilFocused(page, /^Request successful$/);
  await expectGoodPage(page);

  const link = linkTo(await mailTo(demo.email, /reset/), '/reset-password/');
  await page.goto(link);
  assert.equal(await page.getByLabel('Email').inputValue(), demo.email);
  const password = page.getByLabel(/^New password/);
  await page.getByText('At least 8 characters').waitFor();
  await password.fill('short');
  await page.getByLabel(/^Confirm password/).fill('other');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('link', { name: 'Please use at least 8 characters.' }).waitFor();
  await password.fill('dunes-at-dawn');
  await page.getByText('At least 8 characters, done').waitFor();
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('link', { name: 'Password and confirmation do not match.' }).waitFor();
  await expectGoodPage(page);
  await page.getByLabel(/^Confirm password/).fill('dunes-at-dawn');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await untilFocused(page, /^Your password was changed$/);
  await expectGoodPage(page);

  await page.goto(link);
  await password.fill('dunes-at-noon');
  await page.getByLabel(/^Confirm password/).fill('dunes-at-noon');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await untilFocused(page, /^Incorrect code$/);
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Restart' }).click();
  await page.waitForURL('**/forgot-password');

  await page.goto(`${shop.url}/login`);
  await fillLogin(page, { ...demo, password: 'dunes-at-dawn' });
  await page.waitForURL(`${shop.url}/`);
  await page.goto(`${shop.url}/login`);
  await page.waitForURL(`${shop.url}/`);
  // The password is reset, because the other tests use the demo's own one.
  await changePassword(page, 'dunes-at-dawn', demo.password);
  await close();
});

test('a new email address takes effect once the link mailed there is confirmed', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await page.goto(`${shop.url}/login?from=%2Faccount`);
  await fillLogin(page, demo);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  const change = async (to: string): Promise<string> => {
    await page.getByLabel('Email').fill(to);
    await page.getByLabel('Current password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await page.getByRole('main').getByText(`We have sent an email to ${to}.`).waitFor();
    return linkTo(await mailTo(to, /confirm-email/), '/confirm-email');
  };
  const confirm = async (link: string) => {
    await page.goto(link);
    await page.waitForURL(`${shop.url}/confirm-email`);
    await page.getByRole('button', { name: 'Confirm email address' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await untilFocused(page, /^Your email address was changed$/);
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  };
  const link = await change('mila.new@example.org');
  assert.equal(await page.getByLabel('Email').inputValue(), demo.email);
  await expectGoodPage(page);
  await confirm(link);
  assert.equal(await page.getByLabel('Email').inputValue(), 'mila.new@example.org');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await untilFocused(page, /^This link has expired$/);
  await page.goto(`${shop.url}/account`);
  await confirm(await change(demo.email));
  await close();
});

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.goto(`${shop.url}/account`);
  await page.getByLabel(/^New password/).fill(to);
  await page.getByLabel(/^Confirm password/).fill(to);
  await page.getByLabel('Current password', { exact: true }).fill(from);
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await page.getByRole('main').getByText('Account settings updated.').waitFor();
}

test('the account page lists errors in the order of its fields, and needs the current password', async () => {
  const { page, close } = await openVisit(browser, DESKTOP);
  await page.goto(`${shop.url}/account`);
  await page.waitForURL('**/login?from=%2Faccount');
  await fillLogin(page, demo);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await page.getByLabel('Full name').fill('');
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Update Settings' }).click();
  const summary = page.getByRole('main').getByRole('link');
  await summary.first().waitFor();
  assert.deepEqual(await summary.allTextContents(), [
    'Please enter your full name.',
    'Please enter your email address.',
    'Please enter your current password.',
  ]);
  await expectGoodPage(page);

  await page.getByLabel('Full name').fill('Mila A. Okonkwo');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('City').fill('Larkduin');
  await page.getByLabel('Country').selectOption('BE');
  assert.equal(await page.getByLabel('Country').getAttribute('autocomplete'), 'country');
  assert.equal(await page.getByLabel('Postal code').getAttribute('autocomplete'), 'postal-code');
  await page.getByLabel('Current password', { exact: true }).fill('not it');
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await page.getByRole('link', { name: 'Your current password is not correct.' }).waitFor();
  await page.getByLabel('Current password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await page.getByRole('main').getByText('Account settings updated.').waitFor();
  await untilFocused(page, /^Account settings updated\.$/);
  assert.equal(await page.getByLabel('Current password', { exact: true }).inputValue(), '');
  await expectGoodPage(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  assert.equal(await page.getByLabel('Full name').inputValue(), 'Mila A. Okonkwo');
  assert.equal(await page.getByLabel('Country').inputValue(), 'BE');
  assert.equal(await page.getByLabel('City').inputValue(), 'Larkduin');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(`${shop.url}/`);
  await close();
});

test('without a login, tickets are sent again, to known and unknown addresses alike', async () => {
  const { page, close } = await openVisit(browser, { ...PHONE, colorScheme: 'dark' });
  await page.goto(`${shop.url}/login`);
  await page.getByRole('link', { name: 'Resend tickets' }).click();
  await page.getByRole('button', { name: 'Resend tickets' }).click();
  await page.getByRole('link', { name: 'Please enter your email address.' }).waitFor();
  await expectGoodPage(page);
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Resend tickets' }).click();
  await untilFocused(page, /^Check your email$/);
  await page.getByText('If there are tickets for nobody@example.org, they are on their way to that address.').waitFor();
  await expectGoodPage(page);
  await close();
});
