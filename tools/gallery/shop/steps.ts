import type { Page } from 'playwright-core';
import { bankOnWire } from '#features/refunds/testing.ts';

/* Steps that lead to a state. Controls are found by the names that visitors see. */

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()
    .click();

const neverAnswer = () => new Promise<void>(() => {});

export const untilLoggedIn = (page: Page) => page.getByRole('button', { name: /^Mila/ }).first().waitFor();

export async function openLogin(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Log ?in/i })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

export async function refusedLogin(page: Page): Promise<void> {
  await openLogin(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('nobody@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Leaves all calls unanswered. */
export const holdCalls = (page: Page) => page.route('**/api/**', neverAnswer);
export const failCalls = (page: Page) => page.route('**/api/**', (route) => route.abort());

/** Goes from a loaded page to one whose code cannot be loaded. */
export async function failCodeLoading(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.evaluate(`history.pushState({}, '', '/register'); dispatchEvent(new PopStateEvent('popstate'))`);
}
export const failShownTickets = (page: Page) => page.route('**/api/show-tickets', (route) => route.abort());

/** Reloads the page offline, so that the browser shows the tickets that it keeps for the gate. */
export async function withoutNetwork(page: Page): Promise<void> {
  await page.getByText('Kept on this device').waitFor();
  await page.context().setOffline(true);
  await page.reload();
}
export const failPayment = (page: Page) => page.route('**/api/get-payment-plan*', (route) => route.abort());

/** Removes an item while the shop answers that it is busy. */
export async function removeWhileBusy(page: Page): Promise<void> {
  await page.route('**/api/remove-*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '30', 'content-type': 'application/json' },
      body: JSON.stringify({ error: 'busy', message: 'The shop is very busy.', busy: true }),
    }),
  );
  await openCart(page);
  await press(page, /^Remove /);
}

/** Adds something without a holder to the cart. */
export const add = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();

export async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cart, / }).click();
  await page.getByRole('dialog', { name: 'Your cart' }).waitFor();
}

export async function removeLine(page: Page): Promise<void> {
  await openCart(page);
  await press(page, /^Remove Lark tee/);
}

export async function editLine(page: Page): Promise<void> {
  await openCart(page);
  await press(page, /^Personalise /);
}

export async function letExpire(page: Page): Promise<void> {
  await openCart(page);
  await page.getByText('Add to cart again').waitFor();
}

export const letExpireAtCheckout = (page: Page) => page.getByText('Add to cart again').first().waitFor();

export const sendForm = (page: Page) => page.getByRole('main').locator('button[type=submit]').click();

export async function register(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Yara Smit');
  await page.getByLabel('Email').fill('yara@example.org');
  await press(page, 'Register');
}

async function sendEmail(page: Page): Promise<void> {
  await page.getByRole('main').getByLabel('Email').fill('mila@example.org');
  await sendForm(page);
}

export const forgot = sendEmail;
export const resend = sendEmail;

export async function resetPassword(page: Page): Promise<void> {
  const fields = page.locator('main input[type=password]');
  await fields.nth(0).fill('sand-between-toes');
  await fields.nth(1).fill('sand-between-toes');
  await sendForm(page);
}

export async function untilTotal(page: Page): Promise<void> {
  await page.getByRole('form', { name: 'Checkout' }).waitFor();
  await page.getByText('One moment, we are calculating your total.').waitFor({ state: 'detached' });
}

export async function shipElsewhere(page: Page): Promise<void> {
  await untilTotal(page);
  await page.getByLabel('Ship to the billing address').uncheck();
  await untilTotal(page);
}

export async function shipToAustralia(page: Page): Promise<void> {
  await untilTotal(page);
  await press(page, 'Change billing address');
  await page.getByLabel('Country').first().selectOption('AU');
  await untilTotal(page);
}

export async function checkoutEmpty(page: Page): Promise<void> {
  await page.getByRole('form', { name: 'Checkout' }).waitFor();
  await page.getByLabel('Ship to the billing address').uncheck();
  await page.getByRole('region', { name: 'Billing address' }).getByLabel('Country').selectOption('NL');
  await page.getByRole('region', { name: 'Shipping address' }).getByLabel('Country').selectOption('NL');
  await untilTotal(page);
  await acceptTerms(page);
  await press(page, 'Checkout');
}

export async function byTransfer(page: Page): Promise<void> {
  await untilTotal(page);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
}

export const voucher =
  (code: string) =>
  async (page: Page): Promise<void> => {
    await untilTotal(page);
    await page.getByText('Add a voucher').click();
    await page.getByLabel('Voucher code').fill(code);
    await press(page, 'Apply');
    await page
      .getByRole('button', { name: 'Apply', exact: true, disabled: false })
      .or(page.getByText(`Voucher ${code}`))
      .first()
      .waitFor();
    await page
      .locator('[id*=voucher][id$=error]')
      .or(page.getByRole('button', { name: /^Remove voucher/ }))
      .first()
      .waitFor();
  };

export const acceptTerms = (page: Page) => page.getByRole('checkbox', { name: /^I accept the Terms/ }).check();

export async function openTerms(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /Terms and Conditions/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

export async function handOver(page: Page): Promise<void> {
  // An answer without content keeps the browser on the page. A call that never ends would also hold up the picture.
  await page.route('**/sandbox-gateway/**', (route) => route.fulfill({ status: 204 }));
  await untilTotal(page);
  await acceptTerms(page);
  await press(page, 'Checkout');
}

export async function acceptOffline(page: Page): Promise<void> {
  await page.route('**/api/accept-*', (route) => route.abort());
  await acceptTerms(page);
  await press(page, /^Accept/);
}

export async function acceptByLink(page: Page): Promise<void> {
  await acceptTerms(page);
  await press(page, 'Accept');
}

/** The age belongs to the person, so a new name asks for it again. */
async function chooseAge(page: Page): Promise<void> {
  const age = page.getByLabel('Age');
  if (await age.isVisible()) await age.selectOption({ index: 1 });
}

export async function renameTicket(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Mila A. Okonkwo');
  await chooseAge(page);
  await press(page, 'Continue');
}

export async function reassignTicket(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Yara Smit');
  await chooseAge(page);
  await page.getByLabel('Email', { exact: true }).fill('yara@example.org');
  await page.getByRole('checkbox').first().check();
  await press(page, 'Continue');
}

export async function renameOffline(page: Page): Promise<void> {
  await page.route('**/api/change-ticket', (route) => route.abort());
  await saveTicket(page);
}

export async function saveTicket(page: Page): Promise<void> {
  await renameTicket(page);
  await press(page, 'Save changes');
}

export async function selectRefund(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('checkbox').first().check();
}

export async function toBank(page: Page): Promise<void> {
  await selectRefund(page);
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'Where should we send your refund?' }).waitFor();
}

/** Acts as if no more than this could be refunded to the card, in minor units. */
export const cardTakesOnly = (amount: number) => (page: Page) =>
  page.route('**/api/get-refund-ways', (route) => route.fulfill({ json: { to_card: amount } }));

export async function toConfirmCard(page: Page): Promise<void> {
  await toBank(page);
  await page.getByRole('radio', { name: /^Back to the card you paid with/ }).waitFor();
  await press(page, 'Continue');
}

export async function bankMistakes(page: Page): Promise<void> {
  await toBank(page);
  await page.getByLabel('Bank country').selectOption('NL');
  await press(page, 'Continue');
}

export async function toConfirmRefund(page: Page): Promise<void> {
  await toBank(page);
  await page.getByLabel('Bank country').selectOption('NL');
  await page.getByLabel('IBAN').fill(bankOnWire.bank_iban);
  await page.getByLabel('BIC/SWIFT').fill(bankOnWire.bank_bic);
  await page.getByLabel('Bank name').fill(bankOnWire.bank_name);
  for (const [label, line] of [
    ['Street and number', 'Zandpad 12'],
    ['Postal code', '4325 AB'],
    ['City', 'Noorderzand'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(line);
  }
  await press(page, 'Continue');
}
