import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCallRegistry } from '#platform/http/calls.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { linksIn } from '#platform/mail/html-to-text.ts';
import { readBody } from '#platform/mail/outbox.ts';
import { listMails } from '#platform/mail/outbox-store.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { accountPartsFor, givenCustomer } from '../testing.ts';
import type { AccountParts } from './account-parts.ts';
import { answerAccountRequests } from './answer-account-requests.ts';
import { findCustomer } from './customer-store.ts';
import { customersWork } from './due-work.ts';
import { logIn } from './log-in.ts';
import { createPasswords } from './passwords.ts';
import { addCustomerCalls, authenticate, customerForBundle, findOrCreateCustomer } from './public.ts';

const start = new Date('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const email = 'mila@example.org';
const password = 'correct horse battery';

let database: TestDatabase;
let parts: AccountParts;
let app: FastifyInstance;
let now: Date;
let ip: string;

beforeAll(async () => {
  database = await givenDatabase();
  parts = accountPartsFor(database.db);
  app = Fastify({ trustProxy: true });
  const calls = createCallRegistry(app, {
    db: database.db,
    clock: { now: () => now, travelTo: async () => {}, stop() {} },
    authenticate: (token, at) => authenticate(database.db, token, at),
    bundle: async (customerId) =>
      JSON.stringify({ customer: customerId === null ? null : await customerForBundle(database.db, customerId) }),
    originOf: () => 'https://shop.sandlark.example',
  });
  addCustomerCalls(calls, parts);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['customers', 'account_requests', 'mails', 'rate_limits', 'request_results']) {
    await database.db.run(`delete from ${table}`);
  }
  now = start;
  ip = '203.0.113.7';
});

interface Answer {
  status: number;
  retryAfter: string | undefined;
  message: string;
  errors?: Record<string, string[]>;
  remember_token: string;
  from: string;
  cart: string | null;
  data: {
    customer: {
      full_name: string;
      email: string;
      country: string | null;
      address: object;
      password_generated: boolean;
    } | null;
  };
}

async function post(name: string, body: object): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/${name}`,
    headers: { 'x-forwarded-for': ip },
    payload: body,
  });
  return { status: response.statusCode, retryAfter: response.headers['retry-after'] as string, ...response.json() };
}

/** Does what was asked for, and returns the mails, oldest first. */
async function mails() {
  const work = answerAccountRequests(parts, (error) => {
    throw error;
  });
  while ((await work.run(now)) > 0);
  const found = await listMails(database.db, 100);
  return found.reverse().map((mail) => ({ ...mail, ...readBody(mail, parts.sealer) }));
}

async function registered(extra: object = {}) {
  await post('register', { full_name: 'Mila Okonkwo', email, ...extra });
  const mail = (await mails()).at(-1)!;
  return {
    mail,
    password: /^ {4}(\S+)$/m.exec(mail.text)![1]!,
    link: linksIn(mail.html)
      .find((url) => url.includes('/login-link#'))!
      .split('#')[1]!,
  };
}

async function resetCode(): Promise<string> {
  await post('request-password-reset', { email });
  const mail = (await mails()).at(-1)!;
  const link = linksIn(mail.html).find((url) => url.includes('/reset-password/'))!;
  const [, address, code] = /\/reset-password\/([^/]+)\/([^/]+)$/.exec(link)!;
  expect(decodeURIComponent(address!)).toBe(email);
  return code!;
}

const isLoggedIn = async (token: string) => (await authenticate(database.db, token, now)) !== null;

describe('registering', () => {
  test('given a new address, then a password and a one-time link are mailed, and both log in', async () => {
    const answer = await post('register', {
      full_name: ' Mila Okonkwo ',
      email: ` ${email} `,
      from: '/checkout',
      cart: 'CART1',
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.message).toContain('password was sent by email');
    expect(answer.message).toContain('within 10 minutes');
    expect(answer.message).toContain('spam');
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'password', recipient: email, status: 'waiting' });
    expect(mail!.text).toContain('Hello Mila Okonkwo,');

    const { password: mailed } = { password: /^ {4}(\S+)$/m.exec(mail!.text)![1]! };
    const login = await post('login', { email: email.toUpperCase(), password: mailed });
    expect(login.status).toBe(200);
    expect(login.data.customer).toMatchObject({ full_name: 'Mila Okonkwo', email, password_generated: true });
    expect(await isLoggedIn(login.remember_token)).toBe(true);
  });

  test('given the link of the mail, then it logs in once and knows where the customer was', async () => {
    const { link } = await registered({ from: '/checkout', cart: 'CART1' });
    const login = await post('login-with-link', { link });
    expect(login).toMatchObject({ status: 200, from: '/checkout', cart: 'CART1', data: { customer: { email } } });
    expect(await isLoggedIn(login.remember_token)).toBe(true);
    expect(await post('login-with-link', { link })).toMatchObject({ status: 409 });
  });

  test('given the link in the field `token`, as the contract names it, then it works as well', async () => {
    const { link } = await registered();
    expect(await post('login-with-link', { token: link })).toMatchObject({ status: 200, from: '/', cart: null });
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'given from %s, then it leads home',
    async (from) => {
      const { link } = await registered({ from });
      expect((await post('login-with-link', { link })).from).toBe('/');
    },
  );

  test('given a link used twice at the same moment, then one wins', async () => {
    const { link } = await registered();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('login-with-link', { link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('given an address that is taken, then the answer is the same, and its owner is told', async () => {
    const fresh = await post('register', { full_name: 'Ada', email: 'ada@example.org' });
    await givenCustomer(database.db, { email: 'Mila@Example.org' });
    const taken = await post('register', { full_name: 'Somebody', email });
    expect(taken).toEqual(fresh);
    const [, mail] = await mails();
    expect(mail).toMatchObject({ kind: 'already-registered', recipient: 'Mila@Example.org' });
    expect(mail!.html + mail!.text).not.toMatch(/login-link|Somebody/);
    expect(await post('login', { email, password })).toMatchObject({ status: 200 });
  });

  test('given an account that nobody ever logged in to, when it registers again, then a new password comes', async () => {
    const first = await registered();
    now = new Date(start.getTime() + DAY);
    const second = await registered();
    expect(second.password).not.toBe(first.password);
    expect(await post('login', { email, password: first.password })).toMatchObject({ status: 422 });
    expect(await post('login-with-link', { link: first.link })).toMatchObject({ status: 409 });
    expect(await post('login', { email, password: second.password })).toMatchObject({ status: 200 });
  });

  test('given an account that nobody ever logged in to, when it registers again by another name, then it has the new name', async () => {
    await post('register', { full_name: 'Mlia Okonwko', email });
    await mails();
    now = new Date(start.getTime() + DAY);
    const { mail, password: secret } = await registered();
    expect(mail.text).toContain('Hello Mila Okonkwo,');
    expect((await post('login', { email, password: secret })).data.customer?.full_name).toBe('Mila Okonkwo');
  });

  test('given a double click, then one password is mailed', async () => {
    await Promise.all([1, 2, 3].map(() => post('register', { full_name: 'Mila', email })));
    expect(await mails()).toHaveLength(1);
  });

  test('given a generated password, when nobody used it for seven days, then it and the link have ended and are wiped', async () => {
    const made = await registered();
    now = new Date(start.getTime() + 7 * DAY);
    expect(await post('login', { email, password: made.password })).toMatchObject({
      status: 422,
      message: 'Login failed.',
    });
    expect(await post('login-with-link', { link: made.link })).toMatchObject({ status: 409 });
    for (const work of customersWork(parts)) await work.run(new Date(now.getTime() + DAY + 1));
    expect(await database.db.row('select password_hash, password_generated from customers')).toEqual({
      password_hash: null,
      password_generated: false,
    });
    expect(await database.db.rows('select 1 from single_use_links')).toHaveLength(0);
    now = new Date(start.getTime() + 9 * DAY);
    expect(await registered()).toBeTruthy();
  });

  test('given a generated password, when it was used within seven days, then it lasts, and the link has ended', async () => {
    const made = await registered();
    now = new Date(start.getTime() + 7 * DAY - 1);
    expect(await post('login', { email, password: made.password })).toMatchObject({ status: 200 });
    expect(await post('login-with-link', { link: made.link })).toMatchObject({ status: 409 });
    now = new Date(start.getTime() + 20 * DAY);
    expect(await post('login', { email, password: made.password })).toMatchObject({ status: 200 });
  });

  test.each([
    'http://evil.example win',
    'evil.example',
    'Click here now and win a prize today',
    'A'.repeat(100),
    '<b>x</b>',
  ])('given %j for a name, then the mail does not carry it to a stranger', async (fullName) => {
    const { mail } = await (async () => {
      await post('register', { full_name: fullName, email });
      return { mail: (await mails())[0]! };
    })();
    expect(mail.text).not.toContain(fullName);
    expect(mail.text).toContain('Hello, your account is ready.');
  });

  test('given no mail yet, then no secret of it stands in the database in clear', async () => {
    const { password: secret, link } = await registered();
    const tables = ['customers', 'single_use_links', 'mails', 'account_requests', 'login_tokens', 'request_results'];
    for (const table of tables) {
      const dump = JSON.stringify(await database.db.rows(`select row_to_json(t)::text as row from ${table} t`));
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(link);
      expect(dump).not.toContain(Buffer.from(link).toString('hex'));
    }
  });

  test('given a request that cannot be done, then it holds up no other and is tried again', async () => {
    await post('register', { full_name: 'Ada', email: 'ada@example.org' });
    await post('register', { full_name: 'Mila', email });
    let broken = true;
    const errors: unknown[] = [];
    const work = answerAccountRequests(
      {
        ...parts,
        passwords: {
          ...parts.passwords,
          hash: async (text) => {
            if (broken) throw new Error('out of memory');
            return await parts.passwords.hash(text);
          },
        },
      },
      (error) => errors.push(error),
    );
    expect(await work.run(now)).toBe(1);
    broken = false;
    expect(await work.run(now)).toBe(1);
    expect(await work.run(now)).toBe(0);
    expect((await listMails(database.db, 9)).map(({ recipient }) => recipient)).toEqual([email]);
    expect(await work.run(new Date(now.getTime() + 15_000))).toBe(1);
    expect((await listMails(database.db, 9)).map(({ recipient }) => recipient)).toEqual(['ada@example.org', email]);
    expect(errors).toHaveLength(1);
  });

  test('given several workers, then each request is answered once', async () => {
    ip = '2001:db8::1';
    for (let count = 0; count < 12; count += 1)
      await post('register', { full_name: 'Mila', email: `m${count}@example.org` });
    const workers = [1, 2, 3, 4].map(() => answerAccountRequests(parts));
    await Promise.all(
      workers.map(async (work) => {
        while ((await work.run(now)) > 0);
      }),
    );
    const recipients = (await listMails(database.db, 99)).map(({ recipient }) => recipient);
    expect(new Set(recipients).size).toBe(12);
    expect(recipients).toHaveLength(12);
  });
});

describe('logging in', () => {
  test('given right data, then a new token comes each time, and the bundle is that of the customer', async () => {
    await givenCustomer(database.db);
    const [one, two] = [await post('login', { email, password }), await post('login', { email, password })];
    expect(one.remember_token).not.toBe(two.remember_token);
    expect(Buffer.from(one.remember_token, 'base64url')).toHaveLength(32);
    expect(one.data.customer).toEqual({
      full_name: 'Mila Okonkwo',
      email,
      country: null,
      address: {},
      password_generated: false,
    });
  });

  test('given a wrong password, an unknown email or an account without a password, then there is one answer', async () => {
    await givenCustomer(database.db);
    await givenCustomer(database.db, { email: 'none@example.org', password: null });
    const answers = [
      await post('login', { email, password: 'wrong horse' }),
      await post('login', { email: 'unknown@example.org', password }),
      await post('login', { email: 'none@example.org', password }),
      await post('login', { email: 'none@example.org', password: 'null' }),
      await post('login', { email: 'no address', password }),
    ];
    for (const answer of answers)
      expect(answer).toEqual({ status: 422, message: 'Login failed.', retryAfter: undefined });
    expect(await database.db.rows('select 1 from login_tokens')).toHaveLength(0);
  });

  test('given nothing, then both are asked for', async () => {
    const message = 'Please enter your email address and password.';
    expect(await post('login', {})).toMatchObject({ status: 422, message, errors: { email: [message] } });
    expect(await post('login', { email })).toMatchObject({ status: 422, message, errors: { password: [message] } });
  });

  test.each([
    { email: 5, password },
    { email, password: ['x'] },
    { email: { $ne: 1 }, password },
    { email, password: 'x'.repeat(2_000) },
  ])('given a wrong type or a huge text, then it is refused', async (body) => {
    await givenCustomer(database.db);
    expect((await post('login', body)).status).toBe(422);
  });

  test('given the same password in another Unicode form, then it fits', async () => {
    await givenCustomer(database.db, { password: 'cafe\u0301 de la mer' });
    expect(await post('login', { email, password: 'caf\u00e9 de la mer' })).toMatchObject({ status: 200 });
    expect(await post('login', { email, password: 'cafe de la mer' })).toMatchObject({ status: 422 });
  });

  test('given too many wrong passwords, then the account waits, for everybody alike, and not for good', async () => {
    await givenCustomer(database.db);
    for (const address of [email, 'unknown@example.org']) {
      ip = '203.0.113.7';
      for (let count = 0; count < 10; count += 1) {
        expect(await post('login', { email: address, password: 'wrong' })).toMatchObject({ status: 422 });
      }
      const refused = await post('login', { email: address.toUpperCase(), password });
      expect(refused.status).toBe(429);
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect(Number(refused.retryAfter)).toBeLessThanOrEqual(300);
    }
    ip = '198.51.100.4';
    expect(await post('login', { email, password })).toMatchObject({ status: 200 });
    ip = '203.0.113.7';
    now = new Date(start.getTime() + 5 * MINUTE);
    expect(await post('login', { email, password })).toMatchObject({ status: 200 });
  });

  test('given wrong passwords all at once, then no more are looked at than the limit says', async () => {
    await givenCustomer(database.db);
    const answers = await Promise.all(Array.from({ length: 25 }, () => post('login', { email, password: 'wrong' })));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('given a hall of people behind one address, who know their passwords, then nobody waits', async () => {
    for (let count = 0; count < 120; count += 1) await givenCustomer(database.db, { email: `m${count}@example.org` });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, count) => post('login', { email: `m${count}@example.org`, password })),
    );
    // At once they may meet the limit of failed tries for a moment; one after the other they never do.
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    for (let count = 0; count < 120; count += 1) {
      expect(await post('login', { email: `m${count}@example.org`, password })).toMatchObject({ status: 200 });
    }
  });

  test('given an account with weaker hashing than today, when it logs in, then the hash is made anew', async () => {
    const id = await givenCustomer(database.db);
    const hashOf = async () => (await findCustomer(database.db, id))!.passwordHash!;
    const weak = await hashOf();
    const stronger = createPasswords({ memoryKiB: 16, passes: 1 });
    const attempt = { email, password, ip };
    expect(await logIn({ ...parts, passwords: stronger }, attempt, now)).toMatchObject({ ok: true });
    expect(await hashOf()).not.toBe(weak);
    expect(stronger.isOutdated(await hashOf())).toBe(false);
    expect(await logIn(parts, attempt, now)).toMatchObject({ ok: true });
    expect(stronger.isOutdated(await hashOf())).toBe(false);
  });

  test('given a known and an unknown email, then a wrong password takes the same time', async () => {
    await givenCustomer(database.db);
    const times = { [email]: [] as number[], 'unknown@example.org': [] as number[] };
    for (let round = 0; round < 40; round += 1) {
      for (const address of Object.keys(times)) {
        await database.db.run('truncate rate_limits');
        const before = performance.now();
        await post('login', { email: address, password: 'wrong' });
        times[address as keyof typeof times]!.push(performance.now() - before);
      }
    }
    const [known, unknown] = Object.values(times).map((list) => list.sort((a, b) => a - b)[20]!) as [number, number];
    expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(0.4);
  });
});

describe('a login token', () => {
  async function aToken(): Promise<string> {
    await givenCustomer(database.db);
    return (await post('login', { email, password })).remember_token;
  }

  test('ends when it was not used for thirty days, to the millisecond', async () => {
    const token = await aToken();
    now = new Date(start.getTime() + 30 * DAY - 1);
    expect(await isLoggedIn(token)).toBe(true);
    now = new Date(now.getTime() + 30 * DAY - 1);
    expect(await isLoggedIn(token)).toBe(true);
    now = new Date(now.getTime() + 30 * DAY);
    expect(await isLoggedIn(token)).toBe(false);
  });

  test('notes its use once an hour at most', async () => {
    const token = await aToken();
    const usedAt = async () => (await database.db.row<{ at: Date }>('select last_used_at as at from login_tokens'))!.at;
    now = new Date(start.getTime() + 59 * MINUTE);
    await isLoggedIn(token);
    expect(await usedAt()).toEqual(start);
    now = new Date(start.getTime() + 60 * MINUTE);
    await isLoggedIn(token);
    expect(await usedAt()).toEqual(now);
  });

  test('is dead after logging out, and logging out again does no harm', async () => {
    const token = await aToken();
    const other = (await post('login', { email, password })).remember_token;
    expect(await post('logout', { token })).toMatchObject({ status: 200, data: { customer: null } });
    expect(await isLoggedIn(token)).toBe(false);
    expect(await post('logout', { token })).toMatchObject({ status: 200 });
    expect(await isLoggedIn(other)).toBe(true);
  });

  test('is nothing that can be guessed from what is stored', async () => {
    const token = await aToken();
    const { token_hash: stored } = (await database.db.row<{ token_hash: Buffer }>(
      'select token_hash from login_tokens',
    ))!;
    for (const guess of [stored.toString('hex'), stored.toString('base64url'), token.slice(1), '', 'null']) {
      expect(await isLoggedIn(guess)).toBe(false);
    }
  });

  test('is forgotten once it has ended', async () => {
    await aToken();
    const work = customersWork(parts).find(({ name }) => name === 'forget-idle-logins')!;
    expect(await work.run(new Date(start.getTime() + 30 * DAY - 1))).toBe(0);
    expect(await work.run(new Date(start.getTime() + 30 * DAY))).toBe(1);
  });
});

describe('a new password by mail', () => {
  test('given a known and an unknown address, then the answer is the same, and only the known one gets a mail', async () => {
    await givenCustomer(database.db);
    const known = await post('request-password-reset', { email });
    const unknown = await post('request-password-reset', { email: 'unknown@example.org' });
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200 });
    expect(known.message).toContain('Request successful');
    expect((await mails()).map(({ recipient, kind }) => [recipient, kind])).toEqual([[email, 'password-reset']]);
  });

  test('given the code, then the password is new, every login and link has ended, and the owner is told', async () => {
    const { password: generated, link } = await registered();
    const token = (await post('login-with-link', { link })).remember_token;
    const code = await resetCode();
    expect(await post('reset-password', { token: code, email, password: 'a brand new one' })).toMatchObject({
      status: 200,
    });
    expect(await isLoggedIn(token)).toBe(false);
    expect(await post('login', { email, password: generated })).toMatchObject({ status: 422 });
    const login = await post('login', { email, password: 'a brand new one' });
    expect(login.data.customer).toMatchObject({ password_generated: false });
    expect((await mails()).at(-1)).toMatchObject({ kind: 'password-changed', recipient: email });
  });

  test('given a code that was used, is too old, or is not the newest, then it is refused', async () => {
    await givenCustomer(database.db);
    const older = await resetCode();
    const newer = await resetCode();
    const reset = (code: string) => post('reset-password', { token: code, email, password: 'a brand new one' });
    expect(await reset(older)).toMatchObject({ status: 409 });
    expect(await reset(newer)).toMatchObject({ status: 200 });
    expect(await reset(newer)).toMatchObject({ status: 409 });
    const late = await resetCode();
    now = new Date(start.getTime() + 15 * MINUTE);
    expect(await reset(late)).toMatchObject({ status: 409 });
    now = new Date(now.getTime() - 1);
    expect(await reset(late)).toMatchObject({ status: 200 });
  });

  test('given a code used twice at the same moment, then one wins', async () => {
    await givenCustomer(database.db);
    const code = await resetCode();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post('reset-password', { token: code, email, password: `brand new no. ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await post('login', { email, password: `brand new no. ${winner}` })).toMatchObject({ status: 200 });
  });

  test('given the code of somebody else, or the email of somebody else, then nothing changes', async () => {
    await givenCustomer(database.db);
    await givenCustomer(database.db, { email: 'ada@example.org' });
    const code = await resetCode();
    expect(
      await post('reset-password', { token: code, email: 'ada@example.org', password: 'a brand new one' }),
    ).toMatchObject({ status: 409 });
    expect(await post('reset-password', { token: 'x', email, password: 'a brand new one' })).toMatchObject({
      status: 409,
    });
    expect(await post('reset-password', { token: '', email: '', password: 'a brand new one' })).toMatchObject({
      status: 409,
    });
    expect(await post('login', { email: 'ada@example.org', password })).toMatchObject({ status: 200 });
    expect(
      await post('reset-password', { token: code, email: email.toUpperCase(), password: 'a brand new one' }),
    ).toMatchObject({ status: 200 });
  });

  test('given a login link for a code, or a code for a login link, then it does not work', async () => {
    const { link } = await registered();
    const code = await resetCode();
    expect(await post('reset-password', { token: link, email, password: 'a brand new one' })).toMatchObject({
      status: 409,
    });
    expect(await post('login-with-link', { link: code })).toMatchObject({ status: 409 });
  });

  test('given a password that cannot be taken, then the code stays usable', async () => {
    await givenCustomer(database.db);
    const code = await resetCode();
    const refusals: [string, string][] = [
      ['', 'Please enter your new password.'],
      ['short', 'Please use at least 8 characters.'],
      ['password123', 'This password is easy to guess. Please choose another one.'],
      [email, 'This password is easy to guess. Please choose another one.'],
    ];
    for (const [attempt, message] of refusals) {
      expect(await post('reset-password', { token: code, email, password: attempt })).toMatchObject({
        status: 422,
        message,
        errors: { password: [message] },
      });
    }
    expect(await post('reset-password', { token: code, email, password: `${'x'.repeat(60)} and more` })).toMatchObject({
      status: 200,
    });
  });

  test('given too many mails for one address, then it waits, known or not', async () => {
    await givenCustomer(database.db);
    for (const address of [email, 'unknown@example.org']) {
      for (let count = 0; count < defaultLimits['account-mail-address'].tries; count += 1) {
        expect(await post('request-password-reset', { email: address })).toMatchObject({ status: 200 });
      }
      expect(await post('request-password-reset', { email: address.toUpperCase() })).toMatchObject({ status: 429 });
      expect(await post('register', { full_name: 'Mila', email: address })).toMatchObject({ status: 200 });
    }
  });

  test('given two codes under one request key, then the second is not answered with the result of the first', async () => {
    await givenCustomer(database.db);
    const code = await resetCode();
    const reset = (token: string) =>
      post('reset-password', { token, email, password: 'a brand new one', request_key: 'k1' });
    expect(await reset('a wrong code')).toMatchObject({
      status: 409,
      message: expect.stringContaining('code was used'),
    });
    expect(await reset(code)).toMatchObject({ status: 409, message: expect.stringContaining('request key') });
    expect(await post('reset-password', { token: code, email, password: 'a brand new one' })).toMatchObject({
      status: 200,
    });
  });

  test('given somebody who guesses codes, then the network waits', async () => {
    for (let count = 0; count < 30; count += 1) {
      expect(await post('login-with-link', { link: `guess ${count}` })).toMatchObject({ status: 409 });
    }
    expect(await post('login-with-link', { link: 'guess' })).toMatchObject({ status: 429 });
    expect(await post('reset-password', { token: 'guess', email, password: 'a brand new one' })).toMatchObject({
      status: 429,
    });
  });
});

describe('account settings', () => {
  let id: number;
  let token: string;
  const settings = { old_password: password, new_password: '', full_name: 'Mila Okonkwo', email };

  beforeEach(async () => {
    id = await givenCustomer(database.db);
    token = (await post('login', { email, password })).remember_token;
  });
  const update = (changed: object) => post('update-settings', { token, ...settings, ...changed });
  const stored = () => database.db.row('select * from customers where id = $1', [id]);

  test('given no login, then it is refused', async () => {
    expect(await update({ token: '' })).toMatchObject({ status: 401 });
    expect(await update({ token: 'unknown' })).toMatchObject({ status: 401 });
  });

  test('given new details, then the bundle shows them, and of the address only lines that the shop asks for', async () => {
    const answer = await update({
      full_name: 'Mila O.',
      country: 'NL',
      address: { street: ' Strandweg 12 ', city: '', planet: 'Mars', constructor: 'x' },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.data.customer).toEqual({
      full_name: 'Mila O.',
      email,
      country: 'NL',
      address: { street: 'Strandweg 12' },
      password_generated: false,
    });
    expect(await mails()).toHaveLength(0);
    expect((await update({})).data.customer).toMatchObject({ country: 'NL', address: { street: 'Strandweg 12' } });
    expect((await update({ country: null, address: {} })).data.customer).toMatchObject({ country: null, address: {} });
  });

  test.each([
    [{ old_password: '' }, 'old_password', 'Please enter your current password.'],
    [{ old_password: 'wrong' }, 'old_password', 'Your current password is not correct.'],
    [{ full_name: ' ' }, 'full_name', 'Please enter your full name.'],
    [{ email: '' }, 'email', 'Please enter your email address.'],
    [{ email: 'a@b' }, 'email', 'Please enter a valid email address.'],
    [{ new_password: 'short' }, 'new_password', 'Please use at least 8 characters.'],
    [{ new_password: 'Password1!' }, 'new_password', 'This password is easy to guess. Please choose another one.'],
    [{ new_password: 'sandlark2026' }, 'new_password', 'This password is easy to guess. Please choose another one.'],
    [{ country: 'XX' }, 'country', 'Please choose your country.'],
    [{ full_name: 'x'.repeat(121) }, 'full_name', 'Please use at most 120 characters.'],
    [{ address: 5 }, 'address', 'This field has a wrong type or value.'],
  ])('given %j, then %s is told, and nothing changes', async (changed, field, message) => {
    const before = await stored();
    expect(await update(changed)).toMatchObject({ status: 422, message, errors: { [field]: [message] } });
    expect(await stored()).toEqual(before);
    expect(await mails()).toHaveLength(0);
  });

  test('given a new password, then other logins and links end, this one stays, and the owner is told', async () => {
    const other = (await post('login', { email, password })).remember_token;
    const code = await resetCode();
    expect(await update({ new_password: 'a brand new one' })).toMatchObject({ status: 200 });
    expect(await isLoggedIn(token)).toBe(true);
    expect(await isLoggedIn(other)).toBe(false);
    expect(await post('reset-password', { token: code, email, password: 'yet another one' })).toMatchObject({
      status: 409,
    });
    expect(await post('login', { email, password })).toMatchObject({ status: 422 });
    expect(await post('login', { email, password: 'a brand new one' })).toMatchObject({ status: 200 });
    expect((await mails()).at(-1)).toMatchObject({ kind: 'password-changed', recipient: email });
  });

  /** The token of the link that was mailed to an address. */
  const linkTo = async (address: string): Promise<string> => {
    const mail = (await mails())
      .filter(({ kind, recipient }) => kind === 'confirm-email' && recipient === address)
      .at(-1)!;
    return linksIn(mail.html)
      .find((url) => url.includes('/confirm-email#'))!
      .split('#')[1]!;
  };

  test('given a new email, then it counts once its link is used, and the old one is told of the wish and of the change', async () => {
    const code = await resetCode();
    expect(await update({ email: 'Mila.New@Example.org', full_name: 'Mila New' })).toMatchObject({
      status: 200,
      data: { customer: { email, full_name: 'Mila New' } },
    });
    const link = await linkTo('Mila.New@Example.org');
    expect((await mails()).find(({ kind }) => kind === 'email-asked')).toMatchObject({
      recipient: email,
      text: expect.stringContaining('Mila.New@Example.org'),
    });
    expect(await post('login', { email: 'mila.new@example.org', password })).toMatchObject({ status: 422 });
    expect(await post('confirm-email', { link })).toMatchObject({ status: 200, data: { customer: null } });
    const told = (await mails()).at(-1)!;
    expect(told).toMatchObject({ kind: 'email-changed', recipient: email });
    expect(told.text).toContain('Mila.New@Example.org');
    for (const address of [email, 'mila.new@example.org']) {
      expect(await post('reset-password', { token: code, email: address, password: 'yet another one' })).toMatchObject({
        status: 409,
      });
    }
    expect(await post('login', { email: 'mila.new@example.org', password })).toMatchObject({ status: 200 });
    expect(await post('login', { email, password })).toMatchObject({ status: 422 });
    expect(await post('confirm-email', { link })).toMatchObject({ status: 409 });
  });

  test('given a link to a new email, then it lasts a day, the newest counts, and a new password ends it', async () => {
    await update({ email: 'one@example.org' });
    const first = await linkTo('one@example.org');
    await update({ email: 'two@example.org' });
    const second = await linkTo('two@example.org');
    expect(await post('confirm-email', { link: first })).toMatchObject({ status: 409 });
    now = new Date(start.getTime() + DAY);
    expect(await post('confirm-email', { link: second })).toMatchObject({ status: 409 });
    await update({ email: 'three@example.org' });
    const third = await linkTo('three@example.org');
    expect(await update({ new_password: 'a brand new one' })).toMatchObject({ status: 200 });
    await update({ email: 'four@example.org', old_password: 'a brand new one' });
    const fourth = await linkTo('four@example.org');
    const reset = { token: await resetCode(), email, password: 'yet another one' };
    expect(await post('reset-password', reset)).toMatchObject({ status: 200 });
    for (const link of [third, fourth]) expect(await post('confirm-email', { link })).toMatchObject({ status: 409 });
    expect((await post('confirm-email', { link: 'x'.repeat(43) })).message).toContain('used already or has timed out');
    expect(await database.db.rows('select email from customers')).toEqual([{ email }]);
  });

  test('given the same email in other letters, then it is no new one', async () => {
    expect(await update({ email: 'MILA@example.org' })).toMatchObject({
      status: 200,
      data: { customer: { email: 'MILA@example.org' } },
    });
    expect(await mails()).toHaveLength(0);
  });

  test('given an email that is taken, then the answer and what the old address is told are the same, its owner is told, and nothing changes', async () => {
    await givenCustomer(database.db, { email: 'Ada@example.org' });
    expect(await update({ email: 'ada@example.org', old_password: 'wrong' })).toMatchObject({
      errors: { old_password: ['Your current password is not correct.'] },
    });
    const taken = await update({ email: 'ada@example.org' });
    const free = await update({ email: 'nobody@example.org' });
    expect({ ...taken, retryAfter: null }).toEqual({ ...free, retryAfter: null });
    const sent = await mails();
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['email-taken', 'Ada@example.org'],
      ['email-asked', email],
      ['confirm-email', 'nobody@example.org'],
      ['email-asked', email],
    ]);
    const [first, second] = sent.filter(({ kind }) => kind === 'email-asked');
    expect(first!.text.replace('ada@', 'nobody@')).toBe(second!.text);
    expect(await post('login', { email: 'ada@example.org', password })).toMatchObject({ status: 200 });
  });

  test('given two accounts that take one address at the same moment, then one gets it', async () => {
    await givenCustomer(database.db, { email: 'ada@example.org' });
    const ada = (await post('login', { email: 'ada@example.org', password })).remember_token;
    await update({ email: 'new@example.org' });
    const links = [await linkTo('new@example.org')];
    await update({ token: ada, email: 'new@example.org' });
    links.push(await linkTo('new@example.org'));
    const answers = await Promise.all(links.map((link) => post('confirm-email', { link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('given two new passwords at the same moment, then one is taken', async () => {
    const answers = await Promise.all([
      update({ new_password: 'a brand new one' }),
      update({ new_password: 'another new one' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('given many wrong passwords, then the account waits', async () => {
    for (let count = 0; count < 10; count += 1)
      expect(await update({ old_password: 'wrong' })).toMatchObject({ status: 422 });
    expect(await update({})).toMatchObject({ status: 429 });
    now = new Date(start.getTime() + 5 * MINUTE);
    expect(await update({})).toMatchObject({ status: 200 });
  });

  test('given the same request twice under one key, then the second answers like the first', async () => {
    const body = { new_password: 'a brand new one', request_key: 'k1' };
    expect(await update(body)).toMatchObject({ status: 200 });
    expect(await update(body)).toMatchObject({ status: 200 });
    expect((await mails()).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
  });
});

describe('what other features ask', () => {
  test('given an email, then its account is found, or made once, also by two at the same moment', async () => {
    const ask = () =>
      database.db.transaction((tx) => findOrCreateCustomer(tx, { email: 'New@example.org', fullName: 'New' }, now));
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one!.customerId).toBe(two!.customerId);
    expect([one!.isNew, two!.isNew].sort()).toEqual([false, true]);
    expect(await post('login', { email: 'new@example.org', password: '' })).toMatchObject({ status: 422 });
    expect(await customerForBundle(database.db, 999_999)).toBeNull();
  });

  test('given an account made for somebody, when they register, then they get a password', async () => {
    await database.db.transaction((tx) => findOrCreateCustomer(tx, { email, fullName: 'Mila' }, now));
    const { password: mailed } = await registered();
    expect(await post('login', { email, password: mailed })).toMatchObject({ status: 200 });
  });
});
