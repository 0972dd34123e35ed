import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { MailboxEntry } from '#platform/mail/mailbox.ts';
import { browserWithPictures, DESKTOP } from '../support/browser.ts';
import { callShop, loginToken, openBuyer } from '../support/buyer.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { openVisit, type Visit } from '../support/visit.ts';
import { givenHostileShopFolder, HOSTILE_TEXT } from './support/hostile-shop-folder.ts';

// An editor of the shop folder and a customer both try to run code in other people's browsers. Nothing runs, everything
// is shown as text, and no request goes to another origin.

let hostile: Awaited<ReturnType<typeof givenHostileShopFolder>>;
let shop: ShopProcess;
let browser: Browser;
let token: string;
let order: Order;

beforeAll(async () => {
  hostile = await givenHostileShopFolder();
  [shop, browser] = await Promise.all([startShop({ env: { SHOP_FOLDER: hostile.folder } }), browserWithPictures()]);
  token = await loginToken(shop);
  order = await purchaseWithHostileTexts();
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await hostile?.remove();
});

const address = { street: HOSTILE_TEXT, postal_code: '"><svg onload=hacked=11>', city: '=HYPERLINK("x")' };
/** A name in roman letters, as the rule requires. */
const NAME = `<img src=x onerror=hacked=12> "O'Brien" </script>`;

async function purchaseWithHostileTexts(): Promise<Order> {
  let cart: string | null = null;
  for (const holder of ['first', 'second']) {
    const added = await callShop(shop, 'add-product-to-cart', {
      token,
      cart,
      external_code: 'sandlark-pass',
      full_name: `${NAME} ${holder}`,
      email: 'holder@example.org',
      age: '25-34',
    });
    cart = added.cart.code;
  }
  await callShop(shop, 'add-merchandise-to-cart', { token, cart, external_code: 'poster-a2' });
  const placed = await callShop(shop, 'checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'credit_card',
      shipping_name: HOSTILE_TEXT.slice(0, 100),
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
  });
  const pressed = await fetch(placed.payment.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'paid' }),
  });
  await fetch(pressed.headers.get('location')!, { redirect: 'manual' });
  const bundle = await callShop(shop, 'get-data', { token });
  const paid = bundle.data.orders.find(({ code }: Order) => code === placed.order.code) as Order;
  assert.equal(paid.payment_status, 'paid');
  await callShop(shop, 'change-ticket', {
    token,
    order_id: paid.code,
    code: paid.tickets[0]!.code,
    full_name: `${NAME} new`,
    email: 'noor@example.org',
    age: '25-34',
    note: HOSTILE_TEXT,
  });
  await callShop(shop, 'request-refund', {
    token,
    order_id: paid.code,
    tickets: paid.tickets[1]!.code,
    bank_owner_full_name: NAME,
    bank_owner_address: address,
    bank_name: HOSTILE_TEXT.slice(0, 100),
    bank_city: NAME,
    bank_country: 'NL',
    bank_bic: 'ABNANL2A',
    bank_iban: 'NL91 ABNA 0417 1643 00',
    note: HOSTILE_TEXT,
  });
  return (await callShop(shop, 'get-data', { token })).data.orders.find(({ code }: Order) => code === paid.code);
}

/** Collects everything that a page must not do. */
function watch(page: Page): string[] {
  const done: string[] = [];
  page.on('dialog', async (dialog) => {
    done.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== shop.url && protocol !== 'data:' && protocol !== 'blob:') done.push(`request: ${request.url()}`);
  });
  return done;
}

async function inspect(visit: Pick<Visit, 'page'>, path: string): Promise<void> {
  await visit.page.goto(shop.url + path);
  await visit.page.waitForLoadState('networkidle');
  assert.equal(await visit.page.evaluate('typeof hacked'), 'undefined', path);
  const handlers = await visit.page.evaluate(
    `[...document.querySelectorAll('*')].flatMap((one) => [...one.attributes].filter(({ name, value }) => /^on|^srcdoc$/.test(name) || /^\\s*javascript:/i.test(value)).map(({ name }) => one.tagName + ' ' + name))`,
  );
  assert.deepEqual(handlers, [], path);
}

test('the test notices a page that treats the texts as markup', async () => {
  const page = await browser.newPage();
  const done = watch(page);
  await page.setContent(`<img src="https://evil.example/pixel"><p>${HOSTILE_TEXT}`);
  assert.notEqual(await page.evaluate('typeof hacked'), 'undefined');
  assert.deepEqual(done, ['request: https://evil.example/pixel']);
  await page.close();
});

test('every page for visitors shows hostile texts and addresses as text, and runs nothing', async () => {
  const visit = await openVisit(browser, DESKTOP);
  const done = watch(visit.page);
  const encoded = encodeURIComponent(HOSTILE_TEXT);
  for (const path of [
    '/',
    '/tickets',
    '/tickets/coach-amsterdam',
    '/merchandise/poster-a2',
    '/faqs',
    `/tickets?type=${encoded}`,
    `/login?from=${encodeURIComponent('javascript:hacked=20')}`,
    `/tickets/${encoded}`,
    `/reset-password/${encoded}/${encoded}`,
    `/payment-plan-payment/${encoded}/${encoded}/${encoded}`,
    `/login-link#${encoded}`,
  ]) {
    await inspect(visit, path);
  }
  assert.deepEqual(done, []);
  await visit.close();
});

test('the portal shows hostile names, addresses and notes of customers as text, and runs nothing', async () => {
  const buyer = await openBuyer(browser, shop, DESKTOP, { token });
  const done = watch(buyer.page);
  const { refunds } = (await callShop(shop, 'get-data', { token })).data;
  for (const path of [
    '/portal',
    `/portal/orders/${order.code}`,
    `/portal/orders/${order.code}/confirmation`,
    `/portal/orders/${order.code}/manage-ticket/${order.tickets[0]!.code}`,
    `/portal/orders/${order.code}/request-refund`,
    `/portal/refunds/${refunds[0].id}`,
    '/account',
  ]) {
    await inspect(buyer, path);
  }
  assert.match(await buyer.page.content(), /Okonkwo/);
  await inspect(buyer, `/portal/orders/${order.code}`);
  assert.ok((await buyer.page.locator('main').textContent())!.includes('<img src=x onerror=hacked=12>'));
  assert.deepEqual(done, []);
  await buyer.close();
});

test('mails with all these texts show them, run nothing and load nothing', async () => {
  const mails = (await (await fetch(`${shop.url}/dev/mailbox.json`)).json()) as MailboxEntry[];
  assert.ok(mails.length > 3);
  const visit = await openVisit(browser, DESKTOP, { isFresh: true });
  const done = watch(visit.page);
  for (const mail of mails) {
    // The mail is shown as in a mail program, without a content policy: no page that would set one was opened before.
    await visit.page.setContent(mail.html, { waitUntil: 'load' });
    assert.equal(await visit.page.evaluate('typeof hacked'), 'undefined', mail.subject);
    assert.equal(
      await visit.page.locator('script, iframe, form, object, embed, base, [srcdoc]').count(),
      0,
      mail.subject,
    );
    assert.doesNotMatch(mail.subject, /[\r\n]/);
    for (const link of mail.links) assert.match(link, /^(https?:\/\/|mailto:)/);
  }
  await inspect(visit, '/dev/mailbox');
  await inspect(visit, `/dev/mailbox/${mails[0]!.id}`);
  assert.deepEqual(done, []);
  await visit.close();
});

test('documents with all these texts contain nothing that a reader would run or open', async () => {
  const ticket = order.tickets[0]!;
  for (const path of [
    `/download-ticket/${encodeURIComponent(ticket.email)}/${ticket.code}`,
    `/download-invoice/${order.code}/${order.checksum}`,
  ]) {
    const answer = await fetch(shop.url + path);
    assert.equal(answer.headers.get('content-type'), 'application/pdf', path);
    assert.match(answer.headers.get('content-disposition')!, /^inline; filename="[\w-]+\.pdf"$/);
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    assert.doesNotMatch(bytes, /\/(JavaScript|JS|OpenAction|Launch|AA|SubmitForm|EmbeddedFile|URI)\b/, path);
  }
});

test('with all these texts in a page’s data, every script is still the shop’s own', async () => {
  for (const path of ['/', '/tickets/sandlark-pass', '/faqs', '/login']) {
    const html = await (await fetch(shop.url + path)).text();
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)];
    for (const [, attributes, inside] of scripts) {
      const isOurs =
        attributes === '' ||
        / type="module" src="\/assets\//.test(attributes!) ||
        /type="application\/(ld\+)?json"/.test(attributes!);
      assert.ok(isOurs, `${path}: <script${attributes}>`);
      assert.doesNotMatch(inside!, /<!--|<script|[\u2028\u2029]/i);
      if (attributes!.includes('json')) JSON.parse(inside!);
    }
    assert.equal(html.match(/<script/gi)!.length, scripts.length, path);
  }
});
