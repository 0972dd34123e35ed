import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { bankOnWire } from '#features/refunds/testing.ts';
import { DESKTOP, expectAccessible, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { callShop, loginToken, openBuyer } from '../support/buyer.ts';
import { runShop } from '../support/command-line.ts';
import type { TestDatabase } from '../support/database.ts';
import { givenLoadedDatabase, type ShopProcess, startShop } from '../support/server.ts';
import { untilFocused } from '../support/visit.ts';

let database: TestDatabase;
let shop: ShopProcess;
let browser: Browser;
let token: string;

beforeAll(async () => {
  database = await givenLoadedDatabase();
  [shop, browser] = await Promise.all([startShop({ databaseUrl: database.url }), workerBrowser()]);
  token = await loginToken(shop);
});
afterAll(async () => {
  await shop?.stop();
  await database?.drop();
});

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const names = ['Mila Okonkwo', 'Noor Bakker', 'Ivo Jansen', 'Ada Lovelace', 'Sam de Wit', 'Lin Chen'];

/** Buys items for the demo's customer, and pays the first payment of a plan. Returns the order's code. */
async function buyItems(...items: string[]): Promise<string> {
  let cart: string | null = null;
  for (const [index, item] of items.entries()) {
    const isMerchandise = item.startsWith('lark-tee');
    const added = await callShop(shop, isMerchandise ? 'add-merchandise-to-cart' : 'add-product-to-cart', {
      token,
      cart,
      external_code: item,
      full_name: names[index],
      email: 'mila@example.org',
      age: item.startsWith('coach') ? null : '25-34',
    });
    cart = added.cart.code;
  }
  const { order, payment } = await callShop(shop, 'checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'credit_card',
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
  });
  const paid = await fetch(shop.url + new URL(payment.url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=paid',
  });
  await fetch(shop.url + new URL(paid.headers.get('location')!, shop.url).pathname, { redirect: 'manual' });
  return order.code;
}

const operator = async (...words: string[]) => {
  const answer = await runShop({ database, now: new Date() }, 'refunds', ...words);
  assert.equal(answer.code, 0, answer.err);
};

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name });
const h1 = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const text = (page: Page): Promise<string> => page.getByRole('main').innerText();

async function fillBank(page: Page): Promise<void> {
  await page.getByLabel('Bank country').selectOption('NL');
  await page.getByLabel('IBAN').fill(bankOnWire.bank_iban);
  await page.getByLabel('BIC/SWIFT').fill(bankOnWire.bank_bic);
  await page.getByLabel('Bank name').fill(bankOnWire.bank_name);
  for (const [label, line] of Object.entries({
    'Street and number': address.street,
    'Postal code': address.postal_code,
    City: address.city,
  })) {
    await page.getByLabel(label, { exact: true }).fill(line);
  }
}

test('on a desktop, a refund is requested in three steps with every check, and then cancelled', async () => {
  const code = await buyItems('sandlark-pass', 'saturday', 'lark-tee-m');
  const buyer = await openBuyer(browser, shop, DESKTOP, { token });
  const { page } = buyer;
  await buyer.goto(`/portal/orders/${code}`);
  await link(page, 'Request Refund').click();
  await h1(page, 'Request a refund').waitFor();
  await untilFocused(page, /^Request a refund$/);
  assert.match(await text(page), /Step 1 of 3/);
  assert.match(await text(page), /Saturday day ticket, Noor Bakker: this item is sold without refunds\./);
  await expectGoodPage(page);

  await button(page, 'Continue').click();
  await link(page, 'Please select at least one item.').waitFor();
  await untilFocused(page, /^There is a problem/);
  await expectAccessible(page);

  // One request cannot contain both kinds: the other is disabled, with the reason, until the first is unticked.
  await page.getByLabel(/Lark tee, size M/).check();
  assert.match(await text(page), /Untick the merchandise to choose tickets\./);
  assert.equal(await page.getByLabel(/Festival Pass/).isDisabled(), true);
  assert.match(await text(page), /Shipping[^€]*€6\.50[\s\S]*Your refund\s+€34\.50/);
  await page.getByLabel(/Lark tee, size M/).uncheck();
  await page.getByLabel(/Festival Pass/).check();
  assert.match(await text(page), /Your refund\s+€184\.00/);
  await expectGoodPage(page);
  await button(page, 'Continue').click();

  await h1(page, 'Where should we send your refund?').waitFor();
  await untilFocused(page, /^Where should we send your refund\?$/);
  assert.match(await text(page), /Step 2 of 3/);
  await page.getByLabel('Account holder name').fill('');
  await button(page, 'Continue').click();
  await page
    .getByText(/^Please fill out the following fields: IBAN, BIC\/SWIFT, Bank name, Account holder name/)
    .waitFor();
  // Each name in the sentence links to its field, which shows its own text.
  for (const name of ['IBAN', 'BIC/SWIFT', 'Bank name', 'Account holder name']) {
    await link(page, name).click();
    await untilFocused(page, new RegExp(`^${name}`));
  }
  assert.ok((await page.getByText('Please fill out this field.').count()) >= 4);
  assert.match(await page.title(), /^Error: /);
  await expectGoodPage(page);
  await page.getByLabel('Account holder name').fill('Mila Okonkwo');
  await fillBank(page);

  // A wrong number causes a warning, which the customer can override.
  await page.getByLabel('IBAN').fill('nl92abna0417164300');
  await page.getByLabel('Bank name').focus();
  await page.getByText('This IBAN does not look right').waitFor();
  assert.equal(await page.getByLabel('IBAN').inputValue(), 'NL92 ABNA 0417 1643 00');
  await button(page, 'Continue').click();
  await link(page, /^Please check these numbers/).waitFor();
  await link(page, /^This IBAN does not look right/).click();
  await untilFocused(page, /^IBAN/);
  await expectAccessible(page);
  await page.getByLabel('These numbers are correct').check();
  await button(page, 'Continue').click();
  await h1(page, 'Check your refund request').waitFor();
  await untilFocused(page, /^Check your refund request$/);
  assert.match(await text(page), /NL92 ABNA 0417 1643 00/);
  await expectGoodPage(page);

  // Change leads to the first field; the browser's Back leads from one step to the other, and everything is kept.
  await button(page, 'Change where the refund goes').click();
  await untilFocused(page, /^Bank country/);
  await page.getByLabel('IBAN').fill(bankOnWire.bank_iban);
  await button(page, 'Continue').click();
  await h1(page, 'Check your refund request').waitFor();
  await page.goBack();
  await h1(page, 'Where should we send your refund?').waitFor();
  await page.goBack();
  await h1(page, 'Request a refund').waitFor();
  assert.equal(await page.getByLabel(/Festival Pass/).isChecked(), true);
  await page.goForward();
  await page.goForward();
  await h1(page, 'Check your refund request').waitFor();

  // Another request was faster: the details step returns with the server's message.
  const ticket = (await callShop(shop, 'get-data', { token })).data.orders.find(
    (order: { code: string }) => order.code === code,
  ).tickets[0].code;
  const other = await callShop(shop, 'request-refund', { token, order_id: code, tickets: ticket, ...bankOnWire });
  await button(page, 'Send refund request').click();
  await page.getByText('A refund has already been requested for Festival Pass, four days.').first().waitFor();
  await h1(page, 'Where should we send your refund?').waitFor();
  await untilFocused(page, /^There is a problem/);
  await callShop(shop, 'cancel-refund', { token, refund_id: other.refund_id });

  await buyer.goto(`/portal/orders/${code}/request-refund`);
  await page.getByLabel(/Festival Pass/).check();
  await button(page, 'Continue').click();
  await fillBank(page);
  await button(page, 'Continue').click();
  await button(page, 'Send refund request').click();
  await page.getByText('Refund request submitted successfully.').waitFor();
  await h1(page, `Refund ${code}-R2`).waitFor();
  assert.match(await text(page), /Requested[\s\S]*Bank account\s+•••• 4300/);
  await expectGoodPage(page);

  await link(page, code).click();
  await h1(page, `Order ${code}`).waitFor();
  assert.match(await text(page), /You have a refund request on this order/);
  assert.match(await text(page), /Refund of €184\.00:\s+Requested/);
  assert.equal(await link(page, /^Download Festival Pass/).count(), 0);
  await expectGoodPage(page);

  await page.getByRole('link', { name: `${code}-R2`, exact: true }).click();
  await button(page, 'Cancel Refund').click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this refund request?' });
  await dialog.getByText('Are you sure you want to cancel this refund request?').waitFor();
  await expectAccessible(page);
  await untilFocused(page, /^Confirm$/);
  await page.keyboard.press('Escape');
  await untilFocused(page, /^Cancel Refund$/);
  await button(page, 'Cancel Refund').click();
  await untilFocused(page, /^Confirm$/);
  await page.keyboard.press('Enter');
  await page.getByText(`Refund ${code}-R2 cancelled successfully.`).waitFor();
  await page.getByText('This request was cancelled').waitFor();
  await untilFocused(page, new RegExp(`^Festival Pass, four days Refund ${code}-R2$`));
  await expectGoodPage(page);
  await buyer.close();
});

test('on a phone, merchandise is refunded to an account without IBAN, and each step is shown', async () => {
  const code = await buyItems('lark-tee-m');
  const buyer = await openBuyer(browser, shop, { ...PHONE, colorScheme: 'dark' }, { token });
  const { page } = buyer;
  await buyer.goto(`/portal/orders/${code}/request-refund`);
  await page.getByLabel(/Lark tee/).check();
  await button(page, 'Continue').click();
  await fillBank(page);
  await page.getByLabel('Bank country').selectOption('US');
  assert.equal(await page.getByLabel('IBAN').count(), 0);
  await page.getByLabel('Bank account number').fill('021000021 1234');
  await expectGoodPage(page);
  await button(page, 'Continue').click();
  await expectGoodPage(page);
  assert.match(await text(page), /Bank account number\s+021000021 1234/);
  await button(page, 'Send refund request').click();
  await h1(page, `Refund ${code}-R1`).waitFor();
  await expectGoodPage(page);

  const shows = async (status: string, words: RegExp) => {
    await page.reload();
    await h1(page, `Refund ${code}-R1`).waitFor();
    await page.getByText(words).waitFor();
    assert.match(await text(page), new RegExp(status));
    await expectAccessible(page);
    return button(page, 'Cancel Refund').count();
  };
  assert.equal(await shows('Requested', /We have received your request/), 1);
  await operator('start', `${code}-R1`);
  assert.equal(await shows('Processing', /Your refund is being processed/), 0);
  await operator('problem', `${code}-R1`);
  assert.equal(await shows('Processing', /Your refund is being processed/), 0);
  await operator('start', `${code}-R1`);
  await operator('done', `${code}-R1`);
  assert.equal(await shows('Completed', /Your refund has been paid/), 0);
  assert.match(await text(page), /Processed at/);
  assert.match(await text(page), /Credit note/);

  await buyer.goto('/portal');
  await page.getByRole('heading', { name: 'My refunds' }).waitFor();
  await link(page, `Refund ${code}-R1`).click();
  await h1(page, `Refund ${code}-R1`).waitFor();
  await buyer.goto(`/portal/orders/${code}/request-refund`);
  await h1(page, `Order ${code}`).waitFor();
  await buyer.goto('/portal/refunds/SLK-NOBODY-R1');
  await h1(page, 'My orders').waitFor();
  await buyer.close();
});

test('the customer enters the account of an operator’s refund in the portal', async () => {
  const code = await buyItems('saturday');
  await operator('create', code, '--to', 'bank', '--reason', 'The stage was closed.');
  const buyer = await openBuyer(browser, shop, PHONE, { token });
  const { page } = buyer;
  await buyer.goto('/portal');
  await page.getByRole('link', { name: `Enter bank account: refund ${code}-R1` }).click();
  await h1(page, 'Where should we send your refund?').waitFor();
  await button(page, 'Save bank account').click();
  await page.getByText('There is a problem').waitFor();
  await expectGoodPage(page);
  await fillBank(page);
  await button(page, 'Save bank account').click();
  await h1(page, `Refund ${code}-R1`).waitFor();
  await page.getByText('We are paying your refund to your account.').waitFor();
  assert.match(await text(page), /Bank account\s+•••• 4300/);
  await expectGoodPage(page);
  await buyer.goto('/portal');
  assert.equal(await page.getByText('Enter bank account').count(), 0);
  await buyer.close();
});

test('with only a keyboard, a plan is refunded as a whole in two steps, and its instalments wait', async () => {
  const code = await buyItems('sandlark-pass-plan');
  const buyer = await openBuyer(browser, shop, DESKTOP, { token });
  const { page } = buyer;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses Tab until something with this name has focus. */
  const tabTo = async (name: RegExp) => {
    for (let turn = 0; turn < 80; turn += 1) {
      await press('Tab');
      const there = await page.evaluate(
        `((element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim())(document.activeElement)`,
      );
      if (name.test(there as string)) return;
    }
    assert.fail(`Tab never reached ${name}`);
  };
  await buyer.goto(`/portal/orders/${code}`);
  await h1(page, `Order ${code}`).waitFor();
  await tabTo(/^Request Refund$/);
  await press('Enter');
  await h1(page, 'Where should we send your refund?').waitFor();
  assert.match(await text(page), /Step 1 of 2/);
  assert.match(
    await text(page),
    /Paid so far\s+€54\.50\s+Booking fee\s+−€9\.50\s+Refund fee\s+−€5\.00\s+Your refund\s+€40\.00/,
  );
  await expectGoodPage(page);
  for (const [field, typed] of [
    [/^IBAN/, 'nl91abna0417164300'],
    [/^BIC/, 'abnanl2a'],
    [/^Bank name/, 'Duinbank'],
  ] as const) {
    await tabTo(field);
    await page.keyboard.type(typed);
  }
  for (const [field, typed] of [
    [/^Street/, address.street],
    [/^Postal code/, address.postal_code],
    [/^City$/, address.city],
  ] as const) {
    await tabTo(field);
    await press('ControlOrMeta+a');
    await page.keyboard.type(typed);
  }
  await press('Enter');
  await h1(page, 'Check your refund request').waitFor();
  await untilFocused(page, /^Check your refund request$/);
  assert.match(await text(page), /Step 2 of 2[\s\S]*NL91 ABNA 0417 1643 00[\s\S]*ABNANL2A/);
  await tabTo(/^Send refund request$/);
  await press('Space');
  await h1(page, `Refund ${code}-R1`).waitFor();

  await buyer.goto(`/portal/orders/${code}`);
  await h1(page, `Order ${code}`).waitFor();
  assert.equal(await link(page, /^Pay /).count(), 0, 'an instalment is offered although the plan has a refund request');
  const { payments, checksum } = (await callShop(shop, 'get-data', { token })).data.orders.find(
    (order: { code: string }) => order.code === code,
  );
  await buyer.goto(`/payment-plan-payment/${code}/${checksum}/${payments[1].reference}`);
  await page.getByText('You have an active refund request on this order.').waitFor();

  await buyer.goto(`/portal/refunds/${code}-R1`);
  await button(page, 'Cancel Refund').waitFor();
  await tabTo(/^Cancel Refund$/);
  await press('Enter');
  await untilFocused(page, /^Confirm$/);
  await press('Space');
  await page.getByText('This request was cancelled').waitFor();
  await buyer.goto(`/portal/orders/${code}`);
  await link(page, /^Pay /).first().waitFor();

  // A reload at the last step loses the bank details, and the page says so. A tab that is too late ends at that step.
  await buyer.goto(`/portal/orders/${code}/request-refund`);
  await fillBank(page);
  await button(page, 'Continue').click();
  await h1(page, 'Check your refund request').waitFor();
  await page.reload();
  await page.getByText('Please enter your bank details again').waitFor();
  await fillBank(page);
  await button(page, 'Continue').click();
  await h1(page, 'Check your refund request').waitFor();
  await callShop(shop, 'request-refund', { token, order_id: code, tickets: '', ...bankOnWire });
  await button(page, 'Send refund request').click();
  await page.getByText('Nothing else in this order can be refunded at the moment.').waitFor();
  await untilFocused(page, /^There is a problem\s*A refund has already been requested for .*\./);
  assert.ok(!(await text(page)).includes('Your refund'));
  await link(page, 'View order').click();
  await h1(page, `Order ${code}`).waitFor();
  await buyer.close();
});

test('twenty minutes after the login, the request needs the password, and no entry is lost', async () => {
  const code = await buyItems('sandlark-pass');
  await database.db.run(`update login_tokens set created_at = created_at - interval '20 minutes', proved_at = null`);
  const buyer = await openBuyer(browser, shop, PHONE, { token });
  const { page } = buyer;
  await buyer.goto(`/portal/orders/${code}/request-refund`);
  await page.getByLabel(/Festival Pass/).check();
  await button(page, 'Continue').click();
  await h1(page, 'Where should we send your refund?').waitFor();
  await fillBank(page);
  await button(page, 'Continue').click();
  await h1(page, 'Check your refund request').waitFor();
  await button(page, 'Send refund request').click();

  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  await untilFocused(page, /^Current password/);
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.match(await text(page), /NL91 ABNA 0417 1643 00/);
  await untilFocused(page, /^Send refund request$/);

  await button(page, 'Send refund request').click();
  await dialog.getByLabel('Current password').fill('not-the-password');
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Your current password is not correct.' }).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Current password').fill('dunes-at-dusk');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await h1(page, /Refund SLK-/).waitFor();
  assert.match(page.url(), new RegExp(`/portal/refunds/${code}-R1$`));
  await buyer.close();
});

test('a shop with card refunds offers the card first, which needs no bank details', async () => {
  const code = await buyItems('sandlark-pass');
  await database.db.run(
    `update shop_state
     set config = jsonb_set(jsonb_set(config, '{public,refundWay}', '"ask"'), '{private,refundWay}', '"ask"'),
         version = version + 1`,
  );
  while ((await callShop(shop, 'get-data', {})).data.config.refundWay !== 'ask');
  const buyer = await openBuyer(browser, shop, PHONE, { token });
  const { page } = buyer;
  const card = page.getByRole('radio', { name: /^Back to the card you paid with/ });
  await buyer.goto(`/portal/orders/${code}/request-refund`);
  await page.getByLabel(/Festival Pass/).check();
  await button(page, 'Continue').click();
  await h1(page, 'Where should we send your refund?').waitFor();
  await card.waitFor();
  assert.equal(await card.isChecked(), true);
  assert.match(await text(page), /No bank details needed\./);
  assert.equal(await page.getByLabel('IBAN').count(), 0);
  await expectGoodPage(page);

  // The account can be chosen instead, and must be complete then.
  await page.getByRole('radio', { name: 'To a bank account' }).check();
  await button(page, 'Continue').click();
  await page.getByText(/^Please fill out the following fields: /).waitFor();
  await card.check();
  await button(page, 'Continue').click();
  await h1(page, 'Check your refund request').waitFor();
  assert.match(await text(page), /Card\s+€184\.00 to the card you paid with/);
  await expectGoodPage(page);
  await button(page, 'Change where the refund goes').click();
  await untilFocused(page, /^Back to the card you paid with/);
  await button(page, 'Continue').click();
  await button(page, 'Send refund request').click();
  await h1(page, `Refund ${code}-R1`).waitFor();
  await page.getByText(/send the refund to your card/).waitFor();

  await operator('start', `${code}-R1`);
  await page.reload();
  await page.getByText(/We will email you once your refund has been sent\./).waitFor();
  await buyer.close();
});
