import assert from 'node:assert/strict';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { countedActions, openOffice, openOfficeWindow, signInAs, signInByForm } from '../support/office-journey.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

/* The office's team pages, menu and own account; office-sign-in.journey.ts tests signing in. */

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

/** Adds an authenticator of the browser itself, like one on a phone or a key. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test.each([
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: DESKTOP },
])('on a $device, an owner signs in by password and code and manages the team', async ({ device, options }) => {
  const { page, close } = await openOfficeWindow(browser, options);
  await page.goto(`${shop.url}/office/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectGoodPage(page);
  await signInByForm(page, shop.url, device === 'phone' ? 'lena' : 'berta');
  await expectGoodPage(page);
  if (device === 'phone') {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Team' }).click();
  } else {
    await page.getByRole('link', { name: 'Team' }).click();
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/office/api/staff-invite')) calls += 1;
    });
    await page.getByLabel('Name and email').fill('Ivo Maric <ivo@example>');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('link', { name: 'Please enter a valid email address.' }).waitFor();
    await page.getByLabel('Name and email').fill('Noor Bakker <NOOR@sandlark.example>');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page
      .getByRole('link', { name: 'Someone with this email address already has an account or an invitation.' })
      .waitFor();
    assert.equal(calls, 0, 'the form was sent, which asks for a proof, before it was checked');
    const invite = countedActions(page);
    await invite.fill('Name and email', 'Ivo Maric <ivo@example.org>');
    await invite.check('Support');
    await invite.click('Send invitation');
    await page.getByRole('region', { name: 'Invitations' }).getByText('Ivo Maric').waitFor();
    await invite.expectAllowed('invite a colleague');
    await expectGoodPage(page);
    await page.getByRole('link', { name: /^Noor Bakker/ }).click();
    await page.getByRole('checkbox', { name: 'Support' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Noor Bakker’s activity' }).click();
  }
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await expectGoodPage(page);
  await close();
});

test('a page that somebody may not open is not in the menu; its address names the allowed roles', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'noor', DESKTOP);
  await page.goto(`${shop.url}/office/`);
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Team' }).count(), 0);
  await page.goto(`${shop.url}/office/staff`);
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  await page.getByText('It is open to these roles: Owner. Your roles: Support.').waitFor();
  await expectGoodPage(page);
  await close();
});

test('a passkey is added, signs in, and continues a press after the session has expired', async () => {
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  await addAuthenticator(page);
  await signInAs(context, shop.url, 'joris');
  await page.goto(`${shop.url}/office/`);
  await page.getByRole('link', { name: /^Joris Hendriks/ }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  // The first passkey comes with the person's first recovery codes.
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).waitFor();
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();

  await page.getByRole('link', { name: /^Joris Hendriks/ }).click();
  await page.getByLabel('Language').waitFor();
  await context.clearCookies();
  await page.getByRole('checkbox', { name: 'Single-letter keyboard shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await expectGoodPage(page);
  await page.locator('button:focus', { hasText: 'Continue with a passkey' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Single-letter keyboard shortcuts', checked: false }).waitFor();
  await context.close();
});

test('the last way to sign in stays; recovery codes close only on purpose and work by keyboard', async () => {
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  await addAuthenticator(page);
  await signInAs(context, shop.url, 'noor');
  await page.goto(`${shop.url}/office/`);
  await page.getByRole('link', { name: /^Noor Bakker/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' });
  const removeApp = async () => {
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await question.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await question.waitFor({ state: 'detached' });
  };
  await removeApp();
  await page.getByText('This is the only way to sign in. Add another one first.').waitFor();
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const code = await codes.getByRole('listitem').first().innerText();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await codes.waitFor({ state: 'detached' });
  await removeApp();
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor();
  await page.locator('h1:focus').waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await page.keyboard.type('noor@sandlark.example');
  await page.getByLabel('Password', { exact: true }).fill('larks-mind-the-office');
  await page.getByLabel('Recovery code', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByText(/^You signed in with a recovery code/).waitFor();
  await page.getByText('9 of 10 left').waitFor();
  await expectGoodPage(page);
  await context.close();
});

test('changed roles are listed in a bar, Ctrl-S saves them, and leaving the page asks first', async () => {
  const { page, close } = await openOffice(browser, shop.url, 'berta', DESKTOP);
  await page.goto(`${shop.url}/office/staff`);
  await page.getByRole('link', { name: /^Noor Bakker/ }).click();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  const box = page.getByRole('checkbox', { name: 'Viewer' });
  await box.check();
  await bar.getByText('Role added: Viewer').waitFor();
  await page.getByRole('checkbox', { name: 'Support' }).uncheck();
  await bar.getByText('Role removed: Support').waitFor();
  await expectGoodPage(page);

  // Another page asks first. So does closing the tab.
  await page.getByRole('link', { name: /^Emma Claes/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await question.waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  const closed = page.close({ runBeforeUnload: true });
  await asked;
  await closed;

  await bar.getByRole('button', { name: 'Discard' }).click();
  await bar.waitFor({ state: 'detached' });
  assert.equal(await box.isChecked(), false);
  await box.check();
  await bar.getByText('Role added: Viewer').waitFor();
  await page.keyboard.press('Control+s');
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Noor Bakker.*Support, Viewer/ }).waitFor();
  await close();
});
