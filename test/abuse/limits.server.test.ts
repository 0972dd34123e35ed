import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { Config } from '#platform/config/config.ts';
import { openDb } from '#platform/db/db.ts';
import {
  AMOUNT_NAMES,
  defaultLimits,
  LIMIT_NAMES,
  type LimitName,
  limitsWith,
  whatIsCounted,
  whatIsLimited,
} from '#platform/http/limits.ts';
import { limitForAll } from '../support/limit-for-all.ts';
import { accountOf, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

const EMAIL = 'mila@example.org';
const PASSWORD = 'dunes-at-dusk';
const HOUR = 60 * 60_000;
/** Limits small enough to reach. Their windows differ, so that no test passes because of another limit. */
const limits = limitsWith({
  ...limitForAll({ attempts: 1_000, minutes: 60 }),
  'changes-network': { attempts: 200, minutes: 1 },
  'login-account-network': { attempts: 3, minutes: 5 },
  'login-account': { attempts: 6, minutes: 60 },
  'account-mail-address': { attempts: 3, minutes: 15 },
  'account-mail-network': { attempts: 6, minutes: 60 },
  'account-code-network': { attempts: 3, minutes: 15 },
  'change-email': { attempts: 2, minutes: 60 },
  'resend-address': { attempts: 3, minutes: 60 },
  'resend-network': { attempts: 5, minutes: 60 },
  'voucher-cart': { attempts: 3, minutes: 15 },
  'voucher-network': { attempts: 5, minutes: 15 },
  'cart-add': { attempts: 3, minutes: 15 },
  'cart-add-account': { attempts: 6, minutes: 15 },
  'cart-add-network': { attempts: 5, minutes: 1 },
  'download-code': { attempts: 3, minutes: 10 },
  'download-network': { attempts: 5, minutes: 10 },
  'invoice-order': { attempts: 3, minutes: 10 },
  'invoice-network': { attempts: 5, minutes: 10 },
  'transfer-order': { attempts: 3, minutes: 10 },
  'transfer-network': { attempts: 5, minutes: 10 },
  'calendar-order': { attempts: 3, minutes: 10 },
  'calendar-network': { attempts: 5, minutes: 10 },
});

/** The shop is behind a proxy, so that one test can use many networks. */
let app: ShopApp;
/** A second process on the same database, which trusts no header. */
let other: ShopApp;
let mila: string;
let paid: Order;

beforeAll(async () => {
  app = await givenShopApp({ trustedProxies: ['127.0.0.1'], limits });
  mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass']);
  other = await givenProcess({});
});
afterAll(async () => {
  await other.close({ keepDatabase: true });
  await app.close();
});
beforeEach(async () => {
  for (const table of ['rate_limits', 'login_networks', 'account_requests', 'mails'])
    await app.db.run(`delete from ${table}`);
});

/** Starts one more process on the same database and clock. */
const givenProcess = (changes: Partial<Config>) =>
  givenShopApp(
    { limits, ...changes },
    { database: { ...app.database, db: openDb({ connection: app.database.connection }) }, now: app.clock.now() },
  );

let ip = '203.0.113.7';
beforeEach(() => {
  ip = '203.0.113.7';
});

async function post(name: string, body: object, headers: Record<string, string> = {}, at = app) {
  const response = await at.fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
    body: JSON.stringify({ data: 'none', ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises and fails if it is missing.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}
const statusOf = async (name: string, body: object, headers: Record<string, string> = {}, at = app) =>
  (await post(name, body, headers, at)).status;
const download = async (path: string, at = app) => {
  const response = await at.fetch(path, { headers: { 'x-forwarded-for': ip } });
  await response.arrayBuffer();
  return response;
};

const wrong = { email: EMAIL, password: 'wrong' };
const right = { email: EMAIL, password: PASSWORD };
const newCart = async () => {
  const { body } = await post('add-merchandise-to-cart', { token: mila, external_code: 'poster-a2' });
  return body.cart.code as string;
};

test('every limit is named in the operations page with its default', async () => {
  const page = await readFile('docs/operations.md', 'utf8');
  for (const name of LIMIT_NAMES) {
    const { attempts, windowSeconds } = defaultLimits[name];
    expect(page).toContain(`| \`${name}\` | ${attempts}/${windowSeconds / 60} | ${whatIsCounted(name)} |`);
  }
  for (const name of AMOUNT_NAMES)
    expect(page).toContain(`| \`${name}\` | ${defaultLimits[name]} | ${whatIsLimited(name)} |`);
});

describe('a limit cannot be avoided', () => {
  test.each([
    ['x-forwarded-for', '198.51.100.1'],
    ['x-forwarded-for', '127.0.0.1, 198.51.100.1'],
    ['forwarded', 'for=198.51.100.1'],
    ['x-real-ip', '198.51.100.1'],
    ['x-client-ip', '198.51.100.1'],
    ['true-client-ip', '198.51.100.1'],
    ['cf-connecting-ip', '198.51.100.1'],
    ['x-forwarded-host', 'elsewhere.example'],
    ['user-agent', 'another'],
  ])('by an untrusted header: %s', async (header, value) => {
    const ask = (count: number) =>
      statusOf(
        'email-tickets',
        { email: `m${count}@example.org` },
        { [header]: value.replace(/\d+$/, `${count}`) },
        other,
      );
    for (let count = 0; count < 5; count += 1) expect(await ask(count)).toBe(200);
    expect(await ask(77)).toBe(429);
  });

  test('by addresses that a visitor sends ahead of the proxy’s', async () => {
    const ask = (count: number) =>
      statusOf(
        'email-tickets',
        { email: `m${count}@example.org` },
        { 'x-forwarded-for': `198.51.100.${count}, ${ip}` },
      );
    for (let count = 0; count < 5; count += 1) expect(await ask(count)).toBe(200);
    expect(await ask(77)).toBe(429);
  });

  test.each([
    ['another ending of one /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0db8:1:2:3:4:5:6']],
    ['another port', ['203.0.113.9:1000', '203.0.113.9:2000', '203.0.113.9']],
    ['another way to write an IPv4 address', ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ])('by %s', async (_how, addresses) => {
    const ask = (count: number) => {
      ip = addresses[count % 3]!;
      return statusOf('email-tickets', { email: `m${count}@example.org` });
    };
    for (let count = 0; count < 5; count += 1) expect(await ask(count)).toBe(200);
    expect(await ask(5)).toBe(429);
  });

  test.each([
    ['login', wrong, ['MILA@example.org', ' mila@EXAMPLE.org ', 'Mila@Example.Org'], 422],
    ['request-password-reset', {}, ['MILA@example.org', 'm.i.l.a@example.org', 'mila+x@example.org'], 200],
    ['register', { full_name: 'Some Body' }, ['MILA@example.org', 'mi.la@example.org', 'mila+@EXAMPLE.org'], 200],
    ['email-tickets', {}, ['MILA@example.org', 'm.ila@example.org ', 'ｍila@example.org'], 200],
  ])('by another way to write the address: %s', async (name, body, emails, allowed) => {
    for (const email of emails) expect(await statusOf(name, { ...body, email }), email).toBe(allowed);
    expect(await statusOf(name, { ...body, email: EMAIL })).toBe(429);
  });

  test('by spaces around the code of the cart', async () => {
    const cart = await newCart();
    for (const [code, written] of [
      ['a', cart],
      ['b', ` ${cart}`],
      ['c', `${cart} `],
    ]) {
      expect(await statusOf('validate-voucher', { token: mila, cart: written, code })).toBe(422);
    }
    expect(await statusOf('validate-voucher', { token: mila, cart, code: 'd' })).toBe(429);
  });

  test('by many simultaneous calls to two processes', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 24 }, (_, count) =>
        statusOf('request-password-reset', { email: EMAIL }, {}, count % 2 ? app : other),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(21);
  });

  test('by waiting for another process to start', async () => {
    for (let count = 0; count < 3; count += 1) await post('login', wrong);
    const again = await givenProcess({ trustedProxies: ['127.0.0.1'] });
    try {
      expect(await statusOf('login', right, {}, again)).toBe(429);
    } finally {
      await again.close({ keepDatabase: true });
    }
  });
});

describe('an owner is never locked out for good', () => {
  const attack = async () => {
    for (let network = 0; network < 4; network += 1) {
      ip = `198.51.100.${network}`;
      for (let count = 0; count < 3; count += 1) await post('login', wrong);
    }
  };

  test('attempts from everywhere do not lock an account where it has been used before', async () => {
    expect(await statusOf('login', right)).toBe(200);
    await attack();
    ip = '192.0.2.1';
    expect(await statusOf('login', right)).toBe(429);
    ip = '203.0.113.7';
    expect(await statusOf('login', right)).toBe(200);
  });

  test('despite attempts from everywhere, a password reset lets the owner in from anywhere', async () => {
    await attack();
    ip = '192.0.2.1';
    expect(await statusOf('login', right)).toBe(429);
    expect(await statusOf('request-password-reset', { email: EMAIL })).toBe(200);
    await app.settle();
    const link = /\/reset-password\/\S+\/([\w-]{43})/.exec(await mailText('password-reset'))!;
    const reset = { token: link[1], email: EMAIL, password: PASSWORD };
    expect(await statusOf('reset-password', { ...reset, password: 'other-dunes-at-dusk' })).toBe(200);
    await attack();
    ip = '192.0.2.1';
    expect(await statusOf('login', { ...right, password: 'other-dunes-at-dusk' })).toBe(200);
    await app.db.run('update customers set password_hash = $1 where email = $2', [await originalHash, EMAIL]);
  });

  test('despite endless resets requested by others, the owner’s mailbox has a working code', async () => {
    for (let count = 0; count < 5; count += 1) {
      ip = `198.51.100.${count}`;
      await post('request-password-reset', { email: EMAIL });
    }
    await app.settle();
    // A code works as long as the window lasts, so a client that must wait has received one that still works.
    expect(limits['account-mail-address'].windowSeconds).toBeLessThanOrEqual(15 * 60);
    expect(defaultLimits['account-mail-address'].windowSeconds).toBeLessThanOrEqual(15 * 60);
    expect(await mailText('password-reset')).toMatch(/reset-password/);
  });

  test('an owner still gets an invoice while somebody guesses the checksum of its order', async () => {
    for (let count = 0; count < 12; count += 1) {
      ip = `198.51.100.${count % 4}`;
      expect((await download(`/download-invoice/${paid.code}/guess`)).status).not.toBe(200);
    }
    ip = '203.0.113.7';
    expect((await download(`/download-invoice/${paid.code}/${paid.checksum}`)).status).toBe(200);
  });
});

test('a flood of calls from one network writes nothing beyond the limit; other networks are let in', async () => {
  await app.travel(2 * HOUR);
  ip = '192.0.2.77';
  const flood = await Promise.all(
    Array.from({ length: 230 }, (_, count) =>
      post('register', {
        full_name: 'Junk',
        email: 'junk@example.org',
        request_key: `junk-${count}-${'x'.repeat(22)}`,
      }),
    ),
  );
  const refused = flood.filter(({ headers }) => headers.get('retry-after') === '1');
  expect(refused.length).toBe(30);
  for (const { status } of refused) expect(status).toBe(429);
  // The other 200 reached the limits of registrations, which the database counts.
  const counted = await app.db.row<{ sum: number }>(
    `select sum(count)::bigint as sum from rate_limits where bucket like 'account-mail-network:%'`,
  );
  expect(counted!.sum).toBe(200);
  // Neither reads nor another network are limited.
  expect((await post('get-data', {})).status).toBe(200);
  ip = '192.0.2.78';
  expect((await post('register', { full_name: 'Some Body', email: 'new@example.org' })).status).toBe(200);
});

test('behind an unknown proxy, one visitor does not lock out others; the log and /health warn', async () => {
  const lines: string[] = [];
  const database = { ...app.database, db: openDb({ connection: app.database.connection }) };
  const behind = await givenShopApp(
    { limits, logLevel: 'warn' },
    { database, now: app.clock.now(), writeLog: (line) => lines.push(line) },
  );
  const health = async () => await (await behind.fetch('/health')).json();
  try {
    expect(await health()).toEqual({ status: 'ok' });
    for (let count = 0; count < 12; count += 1) {
      const newcomer = { full_name: 'Some Body', email: `newcomer${count}@example.org` };
      expect(await statusOf('register', newcomer, {}, behind)).toBe(200);
      expect(await statusOf('login', { email: `m${count}@example.org`, password: 'wrong' }, {}, behind)).toBe(422);
    }
    expect(await statusOf('login', right, {}, behind)).toBe(200);
    expect(await health()).toEqual({ status: 'ok', warnings: ['unnamed_proxy'] });
    expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
    const named = await app.fetch('/health', { headers: { 'x-forwarded-for': ip } });
    expect(await named.json()).toEqual({ status: 'ok' });
  } finally {
    await behind.close({ keepDatabase: true });
  }
});

test('behind an unknown proxy, the attempts on one account are still counted', async () => {
  let allowed = 0;
  while (allowed < 150 && (await statusOf('login', wrong, {}, other)) !== 429) allowed += 1;
  expect(allowed).toBe(limits['login-account'].attempts);
});

describe('counting and refusals', () => {
  const counted: [LimitName, limit: number, ask: (count: number) => Promise<{ status: number; headers: Headers }>][] = [
    ['login-account-network', 3, () => post('login', wrong)],
    ['account-mail-address', 3, () => post('register', { full_name: 'Some Body', email: 'new@example.org' })],
    ['account-mail-address', 3, () => post('request-password-reset', { email: EMAIL })],
    ['account-mail-network', 6, (count) => post('request-password-reset', { email: `m${count}@example.org` })],
    ['account-code-network', 3, (count) => post('login-with-link', { link: `guess-${count}` })],
    ['resend-address', 3, () => post('email-tickets', { email: EMAIL })],
    ['resend-network', 5, (count) => post('email-tickets', { email: `m${count}@example.org` })],
    ['download-network', 5, (count) => download(`/download-ticket/${EMAIL}/GUESS${count}`)],
    ['download-code', 3, () => download(`/download-ticket/${EMAIL}/GUESS`)],
    ['invoice-order', 3, () => download(`/download-invoice/${paid.code}/guess`)],
    ['invoice-network', 5, (count) => download(`/download-invoice/${paid.code}/guess-${count}`)],
    ['transfer-order', 3, () => download(`/download-transfer/${paid.code}/guess/${paid.code}`)],
    ['transfer-network', 5, (count) => download(`/download-transfer/${paid.code}/guess-${count}/${paid.code}`)],
    ['calendar-order', 3, () => download(`/download-calendar/${paid.code}/guess`)],
    ['calendar-network', 5, (count) => download(`/download-calendar/${paid.code}/guess-${count}`)],
    ['cart-add-network', 5, () => post('add-merchandise-to-cart', { external_code: 'poster-a2' })],
  ];

  test.each(counted)('%s: after %i attempts the answer is 429, with the time to wait', async (name, limit, ask) => {
    await app.travel(2 * HOUR);
    for (let count = 0; count < limit; count += 1) expect((await ask(count)).status).not.toBe(429);
    const refused = await ask(limit);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(limits[name].windowSeconds);
    // Another network is not limited, unless the limit counts something else, such as an address or an order.
    ip = '198.51.100.9';
    const countsNetworks = name.endsWith('network');
    expect((await ask(limit + 1)).status === 429).toBe(!countsNetworks);
    await app.travel(wait * 1_000);
    ip = '203.0.113.7';
    expect((await ask(limit + 2)).status).not.toBe(429);
  });

  test('cart-add and voucher-cart count per cart, cart-add-account counts all carts of an account', async () => {
    await app.travel(2 * HOUR);
    mila = await app.login();
    const cart = await newCart();
    const add = (token: string | null, to: string | null) =>
      post('add-merchandise-to-cart', { token, cart: to, external_code: 'poster-a2' });
    ip = '203.0.113.8';
    for (let count = 0; count < 3; count += 1) expect((await add(null, cart)).status).toBe(200);
    expect((await add(null, cart)).status).toBe(429);
    // An account is counted across all its carts, including new ones.
    for (let count = 1; count < 6; count += 1) {
      ip = `198.51.100.${count}`;
      expect((await add(mila, count % 2 ? cart : null)).status).toBe(200);
    }
    expect((await add(mila, cart)).status).toBe(429);
    expect((await add(mila, null)).status).toBe(429);
    ip = '203.0.113.8';
    const guess = (code: string) => post('validate-voucher', { token: mila, cart, code });
    for (let count = 0; count < 3; count += 1) expect((await guess(`GUESS${count}`)).status).toBe(422);
    expect((await guess('LARK20')).status).toBe(429);
  });

  test('a change of the email address is counted, whether the new one is free or taken', async () => {
    const token = await accountOf(app, 'ada@example.org', 'Ada Lovelace');
    const change = (email: string) =>
      statusOf('update-settings', { token, old_password: 'a-long-password-of-mine', full_name: 'Ada Lovelace', email });
    for (const address of [EMAIL, 'somebody@example.org']) expect(await change(address)).not.toBe(429);
    expect(await change('mila2@example.org')).toBe(429);
    // A change without a new address is not limited.
    const { email } = (await app.call('get-data', { token })).body.data.customer;
    expect(await change(email)).toBe(200);
  });
});

let originalHash: Promise<string>;
beforeAll(() => {
  originalHash = app.db
    .row<{ hash: string }>('select password_hash as hash from customers where email = $1', [EMAIL])
    .then((row) => row!.hash);
});

async function mailText(kind: string): Promise<string> {
  const answer = await app.fetch('/dev/mailbox.json');
  const mails = (await answer.json()) as { kind: string; links: string[] }[];
  return mails.find((mail) => mail.kind === kind)!.links.join('\n');
}
