import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprintOf } from '#apps/cli/with-database.ts';
import { referrerPolicy } from '#apps/server/pages/security-headers.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { routes } from '#features/shop-config/domain/routes.ts';
import { connectClient } from '#platform/backup/testing.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { givenSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts';
import { kindsIn, type Secret, secretsInTables } from './support/secrets-kept.ts';

// A customer does everything once, in a shop with production settings. Then everything that is stored or sent is
// searched for each secret that she saw.

const SECRET_KEY = Buffer.from('c0ffee00c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77', 'hex');
const EMAIL = 'ada@example.org';
const NEW_EMAIL = 'ada.lovelace@example.org';
const OWN_PASSWORD = 'larks-over-the-dunes-99';
const NEW_PASSWORD = 'dunes-under-the-larks-77';
const MAIL_PASSWORD = 'the-password-of-the-mail-server';
const DATABASE_PASSWORD = 'the-password-of-the-database';
/** Card fields, which only a forged form would send. The shop must not keep them. */
const card = { card_number: '4111 1111 1111 1111', card_code: 'the-code-on-the-back-of-the-card' };
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let peer: SmtpPeer;
let log = '';
const secrets: Secret[] = [];
const locations: string[] = [];
/** Where the tables contain secrets while mails wait and results are stored. */
let halfWay: string[];
/** Content of a backup made at that time. */
let halfWayBackup: string;
/** The requests to the gateway as they were sent. */
const requests: string[] = [];

const noteSecret = (kind: string, value: string) => {
  expect(value.length, kind).toBeGreaterThan(7);
  secrets.push({ kind, value });
};

async function call(name: string, body: object) {
  const answer = await app.call(name, { request_key: crypto.randomUUID(), ...body });
  expect([name, answer.status, answer.body.message]).toEqual([name, 200, answer.body.message]);
  return answer.body;
}

async function findInMail(to: string, pattern: RegExp): Promise<string> {
  await app.settle();
  for (const { to: recipients, raw } of [...peer.received].reverse()) {
    if (!recipients.includes(to)) continue;
    const { text = '' } = await PostalMime.parse(raw);
    const found = pattern.exec(text);
    if (found) return found[1]!;
  }
  throw new Error(`No mail to ${to} with ${pattern}`);
}

beforeAll(async () => {
  peer = await givenSmtpPeer();
  const smtpUrl = peer.url.replace(/\/\/[^@]*@/, '//').replace('smtp://', `smtp://foyer:${MAIL_PASSWORD}@`);
  app = await givenShopApp(
    {
      shopEnv: 'production',
      timeMachine: false,
      logLevel: 'trace',
      secretKey: SECRET_KEY,
      smtpUrl,
      // Only to search for the password: the test already has its connection.
      databaseUrl: `postgresql://foyer:${DATABASE_PASSWORD}@localhost/foyer`,
    },
    { writeLog: (line) => (log += line), standIn: recorded },
  );
  noteSecret('secret key', SECRET_KEY.toString('hex'));
  noteSecret('secret key', SECRET_KEY.toString('base64'));
  noteSecret('mail server password', MAIL_PASSWORD);
  noteSecret('database password', DATABASE_PASSWORD);
  for (const value of Object.values(card)) noteSecret('card', value);
  await journey();
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

/** Wraps the gateway to record every request. */
function recorded(gateway: PaymentGateway): PaymentGateway {
  const record = <Request>(request: Request): Request => {
    requests.push(JSON.stringify(request));
    return request;
  };
  return {
    ...gateway,
    start: (request, now) => gateway.start(record(request), now),
    status: (attempt, now) => gateway.status(record(attempt), now),
    close: (attempt, now) => gateway.close(record(attempt), now),
  };
}

/** Returns the content of a backup made now, as text. */
async function backupText(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-canaries-'));
  const client = await connectClient(app.database.connection);
  try {
    const source = { client, dataDir: path.join(folder, 'data'), keyFingerprint: fingerprintOf(SECRET_KEY) };
    const { file } = await writeBackup(source, folder);
    return gunzipSync(fs.readFileSync(file)).toString('utf8');
  } finally {
    await client.end();
    fs.rmSync(folder, { recursive: true });
  }
}

async function journey() {
  await call('register', { full_name: 'Ada Lovelace', email: EMAIL, from: '/checkout' });
  const generated = await findInMail(EMAIL, /\b([2-9a-z]{5}(?:-[2-9a-z]{5}){3})\b/);
  noteSecret('generated password', generated);
  const link = await findInMail(EMAIL, /\/login-link#([\w-]{43})/);
  noteSecret('login link', link);
  const byLink = await call('login-with-link', { link });
  noteSecret('login token', byLink.remember_token);

  await call('request-password-reset', { email: EMAIL });
  const code = await findInMail(EMAIL, /\/reset-password\/[^/\s]+\/([\w-]{43})/);
  noteSecret('reset code', code);
  noteSecret('own password', OWN_PASSWORD);
  await app.fetch(`/reset-password/${EMAIL}/${code}`);
  await call('reset-password', { token: code, email: EMAIL, password: OWN_PASSWORD });
  expect((await app.call('login', { email: EMAIL, password: generated })).status).toBe(422);
  let { remember_token: token } = await call('login', { email: EMAIL, password: OWN_PASSWORD });
  noteSecret('login token', token);
  noteSecret('own password', NEW_PASSWORD);
  const settings = { token, full_name: 'Ada Lovelace', email: EMAIL, country: 'NL', address };
  await call('update-settings', { ...settings, old_password: OWN_PASSWORD, new_password: NEW_PASSWORD });
  await app.call('update-settings', { ...settings, old_password: 'wrong', new_password: 'another-secret-one' });
  noteSecret('own password', 'another-secret-one');
  await call('update-settings', { ...settings, email: NEW_EMAIL, old_password: NEW_PASSWORD });
  const emailLink = await findInMail(NEW_EMAIL, /\/confirm-email#([\w-]{43})/);
  noteSecret('email link', emailLink);
  await call('confirm-email', { link: emailLink });

  const { order, url } = await buy(token);
  noteSecret('checksum', order.checksum);
  for (const code of [order.payment_checksum, order.invoice_checksum]) noteSecret('link code', code);
  // Does what a browser does at the gateway and on its way back.
  await pay(url);
  const paid = await orderOf(token, order.code);
  expect(paid.payment_status).toBe('paid');
  for (const ticket of paid.tickets) noteSecret('ticket code', ticket.code);
  for (const { code: item } of paid.merchandisePurchases) noteSecret('merchandise code', item);
  const [first, second] = paid.tickets as [Order['tickets'][0], Order['tickets'][0]];
  for (const path of [
    `/download-ticket/${first.email}/${first.code}`,
    `/download-ticket/${first.email}/${first.code}x`,
    `/download-invoice/${order.code}/${order.invoice_checksum}`,
    `/download-invoice/${order.code}/${order.checksum}`,
    `/download-invoice/${order.code}/${order.checksum.slice(1)}?number=${order.checksum}`,
  ])
    await (await app.fetch(path)).arrayBuffer();
  await call('change-ticket', {
    token,
    order_id: order.code,
    code: first.code,
    full_name: 'Noor Bakker',
    email: 'noor@example.org',
    age: '25-34',
    reassign: true,
    note: 'For you',
  });
  noteSecret('invitation code', await findInMail('noor@example.org', /\/reset-password\/[^/\s]+\/([\w-]{43})/));
  noteSecret('iban', bankOnWire.bank_iban);
  noteSecret('iban', bankOnWire.bank_iban.replaceAll(' ', ''));
  await call('request-refund', { token, order_id: order.code, tickets: second.code, ...bankOnWire });
  halfWay = await secretsInTables(app.db, secrets);
  halfWayBackup = await backupText();
  await call('email-tickets', { email: 'holder@example.org' });
  // Failures are logged: an unreadable body, a wrong address, a callback without a signature, an error of our own.
  await app.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${OWN_PASSWORD}`,
  });
  await app.fetch(`/payments/callback/sandbox?token=${token}`, { method: 'POST', body: `{"token":"${token}"}` });
  await app.fetch(`/no-such/${order.payment_checksum}`);
  await app.fetch(`/no-such/${order.checksum}?checksum=${order.checksum}`, {
    headers: { authorization: `Bearer ${token}`, cookie: `a=${token}` },
  });
  await app.db.run('alter table refunds rename to refunds_away');
  await app.call('request-refund', { token, order_id: order.code, tickets: second.code, ...bankOnWire });
  await app.db.run('alter table refunds_away rename to refunds');
  await call('logout', { token });
  ({ remember_token: token } = await call('login', { email: NEW_EMAIL, password: NEW_PASSWORD }));
  noteSecret('login token', token);
  await app.settle();
}

async function buy(token: string) {
  let cart: string | null = null;
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    const added = await call('add-product-to-cart', {
      token,
      cart,
      external_code: 'sandlark-pass',
      full_name: name,
      email: 'holder@example.org',
      age: '25-34',
    });
    cart = added.cart.code as string;
  }
  await call('add-merchandise-to-cart', { token, cart, external_code: 'poster-a2' });
  noteSecret('cart code', cart!);
  const placed = await call('checkout-cart', {
    token,
    cart,
    voucher_code: 'LARK20',
    ...card,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'credit_card',
      shipping_name: 'Ada Lovelace',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
      ...card,
    },
  });
  return { order: placed.order as Order, url: placed.payment.url as string };
}

async function pay(url: string) {
  noteSecret('gateway page', new URL(url).pathname.split('/').at(-1)!);
  const pressed = await app.fetch(new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `outcome=paid&${new URLSearchParams(card)}`,
  });
  const back = new URL(pressed.headers.get('location')!);
  noteSecret('return token', back.pathname.split('/').at(-1)!);
  const returned = await app.fetch(back.pathname);
  locations.push(returned.headers.get('location')!);
  expect(returned.headers.get('referrer-policy')).toBe('no-referrer');
  await app.settle();
}

const orderOf = async (token: string, code: string): Promise<Order> =>
  (await app.call('get-data', { token })).body.data.orders.find((one: Order) => one.code === code);

/**
 * Secrets that the database may contain in plain text, and why. Anyone who can read the database can read orders, so a
 * key to one order is not a secret there. A key to an account, to money or to another system is a secret, and must not
 * be in plain text.
 */
const allowed: Record<string, string> = {
  'carts.code: cart code': 'a cart is found by it; it stops working when the cart expires',
  'orders.checksum: checksum': 'the codes of all links to the order are made from it',
  'payment_attempts.return_token: return token':
    'it identifies the returning browser, and only opens the page to continue on',
  'payment_attempts.action: gateway page': 'a repeated checkout answers with the same address',
  'payment_attempts.gateway_payment_id: gateway page': 'it is used to query the gateway',
  'sandbox_callbacks.sandbox_payment_id: gateway page': 'the sandbox’s own books, which no real gateway keeps here',
  'sandbox_payments.id: gateway page': 'the sandbox’s own books',
  'sandbox_payments.return_url: return token': 'the sandbox’s own books',
  'tickets.code: ticket code': 'a ticket is found by it',
  'revoked_tickets.code: ticket code': 'no longer valid; scanners receive it in order to refuse it',
  'merchandise_purchases.code: merchandise code': 'the operator identifies the goods by it',
  'mails.attachments: ticket code': 'names the ticket that is attached when the mail is sent',
  'mails.html: link code': 'the links to the invoice and to pay, which orders.checksum makes',
  'mails.body_text: link code': 'the same links in plain text',
  'request_results.answer: link code': 'the same for the answer to a checkout',
  'request_results.answer: checksum': 'the answer to a call that is repeated within a day; orders contains it too',
  'request_results.answer: cart code': 'the same for carts',
  'request_results.answer: gateway page': 'the same for payment_attempts',
};

describe('after everything that a customer can do', () => {
  test('there are secrets to search for, and the search also finds their encodings', () => {
    const kinds = new Set(secrets.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      [
        'card',
        'cart code',
        'checksum',
        'database password',
        'email link',
        'gateway page',
        'generated password',
        'iban',
        'invitation code',
        'link code',
        'login link',
        'login token',
        'mail server password',
        'merchandise code',
        'own password',
        'reset code',
        'return token',
        'secret key',
        'ticket code',
      ].sort(),
    );
    const canary = [{ kind: 'canary', value: 'NL91 ABNA 0417 1643 00' }];
    for (const text of [
      'nl91abna0417164300',
      'TkwOTEgQUJOQSA NL91%20ABNA%200417%201643%2000',
      Buffer.from('NL91 ABNA 0417 1643 00').toString('base64'),
      Buffer.from('NL91ABNA0417164300').toString('hex'),
    ])
      expect(kindsIn(text, canary), text).toEqual(['canary']);
    expect(kindsIn('NL91 ABNA 0417', canary)).toEqual([]);
  });

  test('the database contains secrets only where they belong, both during the visit and at the end', async () => {
    const found = [...new Set([...halfWay, ...(await secretsInTables(app.db, secrets))])];
    expect(found.filter((place) => !Object.hasOwn(allowed, place))).toEqual([]);
    expect(found.length).toBeGreaterThan(5);
  });

  test('every exception is still needed', async () => {
    const found = [...halfWay, ...(await secretsInTables(app.db, secrets))];
    expect(Object.keys(allowed).filter((place) => !found.includes(place))).toEqual([]);
  });

  test('a backup contains no password, card, account number or key, at any time', async () => {
    const mayBeThere = new Set(Object.keys(allowed).map((place) => place.split(': ')[1]!));
    for (const text of [halfWayBackup, await backupText()]) {
      const found = kindsIn(text, secrets);
      expect(found).toContain('checksum');
      expect(found.filter((kind) => !mayBeThere.has(kind))).toEqual([]);
    }
    expect(halfWayBackup).toContain('ada.lovelace@example.org');
  });

  test('the log contains no secret, even at its most detailed level', () => {
    expect(log.split('\n').length).toBeGreaterThan(50);
    expect(log).toContain('/download-invoice/');
    expect(log).toContain('"level":"error"');
    const lines = log.split('\n').filter((line) => kindsIn(line, secrets).length > 0);
    expect(lines.map((line) => `${kindsIn(line, secrets)}: ${line.slice(0, 500)}`)).toEqual([]);
  });

  test('sent mails keep no password, code or link that logs in', async () => {
    const kept = await app.db.rows<{ kind: string; sealed: Buffer | null; html: string | null }>(
      `select kind, sealed, html from mails where status = 'sent' and kind in ('password', 'password-reset', 'invitation')`,
    );
    expect(kept.map(({ kind }) => kind).sort()).toEqual(['invitation', 'password', 'password-reset']);
    for (const mail of kept) expect([mail.kind, mail.sealed, mail.html]).toEqual([mail.kind, null, null]);
  });

  test('requests to the gateway, its addresses, and mail headers contain no secret', async () => {
    const calls = await app.db.rows<{ text: string }>(
      'select callback_url || body as text from sandbox_callbacks c join sandbox_payments p on p.id = c.sandbox_payment_id',
    );
    expect(calls.length).toBeGreaterThan(0);
    const outgoing = secrets.filter(({ kind }) => kind !== 'gateway page');
    expect(kindsIn(calls.map(({ text }) => text).join('\n'), outgoing)).toEqual([]);
    expect(requests.length).toBeGreaterThan(0);
    // A gateway must know where the browser returns to.
    expect(kindsIn(requests.join('\n'), outgoing)).toEqual(['return token']);
    for (const { raw } of peer.received) {
      const head = raw.toString('utf8').split(/\r?\n\r?\n/, 1)[0]!;
      expect(kindsIn(head, secrets)).toEqual([]);
    }
  });
});

test('no other site learns the address of a page or document whose address opens something', () => {
  const withSecret = Object.values(routes).filter(
    ({ path, access }) => access === 'secret' || path?.includes(':token'),
  );
  expect(withSecret.length).toBeGreaterThan(3);
  for (const { path } of withSecret)
    expect([path, referrerPolicy(path!.replaceAll(':', ''))]).toEqual([path, 'no-referrer']);
  for (const path of ['/download-ticket/a/b', '/download-invoice/a/b', '/payments/return/a'])
    expect(referrerPolicy(path)).toBe('no-referrer');
  for (const location of locations)
    expect(
      kindsIn(
        location,
        secrets.filter(({ kind }) => kind !== 'checksum' && kind !== 'link code'),
      ),
    ).toEqual([]);
});
