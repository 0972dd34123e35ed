import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { AccountParts } from '#features/customers/server/account-parts.ts';
import { answerAccountRequests } from '#features/customers/server/answer-account-requests.ts';
import {
  type Authenticate,
  addCustomerCalls,
  createAuthenticate,
  customerForBundle,
} from '#features/customers/server/public.ts';
import { accountPartsFor } from '#features/customers/testing.ts';
import { ENGLISH } from '#kernel/language.ts';
import { createCallRegistry } from '#platform/http/calls.ts';
import { linksIn } from '#platform/mail/html-to-text.ts';
import { readBody } from '#platform/mail/outbox.ts';
import { listMails } from '#platform/mail/outbox-store.ts';
import { makeMailLook } from '#platform/mail/testing.ts';
import { givenDatabase, type TestDatabase } from './database.ts';

export const start = new Date('2026-11-20T12:00:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const email = 'mila@example.org';
export const password = 'correct horse battery';

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

/**
 * Opens the calls of accounts on their own database, which is empty before each test. Called once, at the top of a test
 * file.
 */
export function givenAccountShop() {
  let database: TestDatabase;
  let parts: AccountParts;
  let authenticate: Authenticate;
  let app: FastifyInstance;

  beforeAll(async () => {
    database = await givenDatabase();
    parts = accountPartsFor(database.db);
    authenticate = createAuthenticate(database.db);
    app = Fastify({ trustProxy: true });
    const calls = createCallRegistry(app, {
      db: database.db,
      clock: { now: () => shop.now, leadMs: () => 0, travelTo: async () => {}, stop() {} },
      authenticate,
      bundle: async (customerId) =>
        JSON.stringify({ customer: customerId === null ? null : await customerForBundle(database.db, customerId) }),
      language: () => ENGLISH,
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
    shop.now = start;
    shop.ip = '203.0.113.7';
  });

  const shop = {
    /** The time, which tests may set. */
    now: start,
    /** The caller's address, which tests may set. */
    ip: '203.0.113.7',
    get database() {
      return database;
    },
    get parts() {
      return parts;
    },

    async post(name: string, body: object): Promise<Answer> {
      const response = await app.inject({
        method: 'POST',
        url: `/api/${name}`,
        headers: { 'x-forwarded-for': shop.ip },
        payload: body,
      });
      return { status: response.statusCode, retryAfter: response.headers['retry-after'] as string, ...response.json() };
    },

    /** Does the due work. Returns the mails, oldest first. */
    async mails() {
      const work = answerAccountRequests(parts, (error) => {
        throw error;
      });
      while ((await work.run(shop.now)) > 0);
      const found = await listMails(database.db, 100);
      return found.reverse().map((mail) => ({ ...mail, ...readBody(mail, parts.sealer, () => makeMailLook()) }));
    },

    async registered(extra: object = {}) {
      await shop.post('register', { full_name: 'Mila Okonkwo', email, ...extra });
      const mail = (await shop.mails()).at(-1)!;
      return {
        mail,
        password: /^ {4}(\S+)$/m.exec(mail.text)![1]!,
        link: linksIn(mail.html)
          .find((url) => url.includes('/login-link#'))!
          .split('#')[1]!,
      };
    },

    async resetCode(): Promise<string> {
      await shop.post('request-password-reset', { email });
      const mail = (await shop.mails()).at(-1)!;
      const link = linksIn(mail.html).find((url) => url.includes('/reset-password/'))!;
      const [, address, code] = /\/reset-password\/([^/]+)\/([^/]+)$/.exec(link)!;
      expect(decodeURIComponent(address!)).toBe(email);
      return code!;
    },

    isLoggedIn: async (token: string) => (await authenticate(token, shop.now)) !== null,
  };
  return shop;
}
