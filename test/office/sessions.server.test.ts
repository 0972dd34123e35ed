import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OfficeCallContract } from '#features/staff/domain/office-call.ts';
import {
  CHROME,
  codeAt,
  givenPerson,
  MINUTE,
  type OfficePerson,
  officeBrowser,
  STAFF_PASSWORD,
  signIn,
} from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let berta: OfficePerson;

beforeAll(async () => {
  app = await givenShopApp();
  berta = await givenPerson(app, 'Berta Vos', ['owner']);
});
afterAll(() => app.close());
beforeEach(() => app.travel(16 * MINUTE));

const SECOND = 1_000;
/** Moves the clock without running due work, which would delete expired sessions. */
const wait = (milliseconds: number) => app.clock.travelTo(new Date(app.clock.now().getTime() + milliseconds));
const isSignedIn = async (browser: { call: (name: string) => Promise<{ status: number }> }) =>
  (await browser.call('me')).status === 200;

describe('a session ends', () => {
  test('30 minutes after the last press', async () => {
    const browser = await signIn(app, berta);
    await wait(30 * MINUTE - SECOND);
    expect(await isSignedIn(browser)).toBe(true);
    await wait(30 * MINUTE - SECOND);
    expect(await isSignedIn(browser)).toBe(true);
    await wait(30 * MINUTE);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.done('session')).toMatchObject({ step: 'login', person: null, permissions: [] });
  });

  test('after 30 minutes without a press, even if a page polls every minute', async () => {
    const browser = await signIn(app, berta);
    for (let minute = 1; minute < 30; minute += 1) {
      await app.travel(MINUTE);
      expect((await browser.call('me', {}, { 'x-office-polls': '1' })).status).toBe(200);
    }
    await app.travel(MINUTE);
    expect((await browser.call('me', {}, { 'x-office-polls': '1' })).status).toBe(401);
  });

  test('12 hours after signing in, despite presses and fresh proofs', async () => {
    const browser = await signIn(app, berta);
    const { ends_at: endsAt } = await browser.done('session');
    expect(Date.parse(endsAt) - app.clock.now().getTime()).toBe(12 * 60 * MINUTE);
    for (let past = 0; past < 12 * 60 - 20; past += 20) {
      await wait(20 * MINUTE);
      expect(await isSignedIn(browser)).toBe(true);
    }
    expect((await browser.done('session')).ends_at).toBe(endsAt);
    await wait(20 * MINUTE);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('in both browsers if its cookie is used in another one', async () => {
    const browser = await signIn(app, berta);
    const thief = officeBrowser(app, 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0');
    thief.token = browser.token;
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    const row = await app.db.row('select action, via from audit_log order by id desc limit 1');
    expect(row).toEqual({ action: 'staff.session-copied', via: 'office' });
  });

  test('when its person signs out, on the server too', async () => {
    const browser = await signIn(app, berta);
    const { token } = browser;
    await browser.done('logout');
    expect(browser.token).toBe(null);
    browser.token = token;
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('only if its sign-out can be recorded', async () => {
    const browser = await signIn(app, berta);
    const { token } = browser;
    await app.db.run(
      `alter table audit_log add constraint no_sign_outs check (action <> 'staff.signed-out') not valid`,
    );
    try {
      expect((await browser.call('logout')).status).toBe(500);
    } finally {
      await app.db.run('alter table audit_log drop constraint no_sign_outs');
    }
    browser.token = token;
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('when the same person ends it from another session, but nobody else’s', async () => {
    const one = await signIn(app, berta);
    await app.travel(MINUTE);
    const two = await signIn(app, berta);
    const other = await givenPerson(app, 'Other Person', ['viewer']);
    const { sessions } = await two.done('me');
    const first = sessions.find(({ is_current: isCurrent }: { is_current: boolean }) => !isCurrent);
    expect((await other.browser.call('end-session', { id: first.id })).status).toBe(404);
    expect(await isSignedIn(one)).toBe(true);
    await two.done('end-session', { id: first.id });
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
    await app.travel(MINUTE);
    await signIn(app, berta);
    expect((await two.done('end-other-sessions')).ended).toBeGreaterThan(0);
    expect((await two.done('me')).sessions).toHaveLength(1);
  });

  test('when its person is suspended, even if the session’s row still exists', async () => {
    const person = await givenPerson(app, 'Still There', ['viewer']);
    await app.db.run('update staff set suspended_at = now() where id = $1', [person.id]);
    expect(await isSignedIn(person.browser)).toBe(false);
  });

  test('when the password is changed, except the session that changed it', async () => {
    const person = await givenPerson(app, 'New Password', ['viewer']);
    await app.travel(MINUTE);
    const two = await signIn(app, person);
    await two.done('set-password', { password: 'an owl counts the tide' });
    expect([await isSignedIn(person.browser), await isSignedIn(two)]).toEqual([false, true]);
    const { email } = person;
    expect((await officeBrowser(app).call('login-password', { email, password: STAFF_PASSWORD })).status).toBe(422);
  });
});

describe('a token', () => {
  test('that somebody planted is never accepted', async () => {
    const browser = officeBrowser(app);
    const planted = 'A'.repeat(43);
    browser.token = planted;
    await browser.done('login-password', { email: berta.email, password: STAFF_PASSWORD });
    expect(browser.token).not.toBe(planted);
    browser.token = planted;
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('changes with every step of signing in, and the earlier ones are invalid', async () => {
    const browser = officeBrowser(app);
    await browser.done('login-password', { email: berta.email, password: STAFF_PASSWORD });
    const half = browser.token;
    await signInRest(browser);
    expect(browser.token).not.toBe(half);
    const earlier = officeBrowser(app);
    earlier.token = half;
    expect((await earlier.done('session')).step).toBe('login');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('of an attacker who has only the password is not completed by the victim’s code', async () => {
    // The attacker, who knows the password, plants the unfinished session in the victim's browser. Then the victim
    // signs in.
    const attacker = officeBrowser(app);
    await attacker.done('login-password', { email: berta.email, password: STAFF_PASSWORD });
    const victim = officeBrowser(app);
    victim.token = attacker.token;
    await signIn(app, berta, victim);
    expect(await isSignedIn(victim)).toBe(true);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  test('is stored only as a hash', async () => {
    const browser = await signIn(app, berta);
    const rows = await app.db.rows('select * from staff_sessions');
    expect(JSON.stringify(rows)).not.toContain(browser.token!);
    expect(rows.some((row) => (row.token_hash as Buffer).toString() === browser.token)).toBe(false);
  });

  test('behind https is in a cookie that only this host can set and no script can read', async () => {
    const behind = await givenShopApp({ shopUrl: 'https://sandlark.example', shopUrlIsDefault: false });
    try {
      const response = await fetch(`http://127.0.0.1:${behind.config.port}/office/api/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://sandlark.example' },
        body: '{}',
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBe(
        '__Host-office=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
      );
      expect(response.headers.get('cache-control')).toBe('no-store');
    } finally {
      await behind.close();
    }
  });

  async function signInRest(browser: ReturnType<typeof officeBrowser>) {
    await browser.done('login-code', { code: codeAt(berta.secret, app.clock.now()) });
  }
});

describe('another site', () => {
  /** Sends a request without the headers that `fetch` adds by itself. */
  const send = (
    headers: Record<string, string>,
    body = '{}',
    { name = 'me', method = 'POST' } = {},
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = http.request(`${app.url}/office/api/${name}`, { method, headers }, (response) => {
        let text = '';
        response.on('data', (part) => (text += part)).on('end', () => resolve({ status: response.statusCode!, text }));
      });
      request.on('error', reject).end(method === 'GET' ? undefined : body);
    });

  let cookie: Record<string, string>;
  beforeEach(async () => {
    const browser = await signIn(app, berta);
    cookie = { cookie: `office=${browser.token}`, 'user-agent': CHROME, 'content-type': 'application/json' };
  });

  test('cannot call with the cookie, whatever headers it sends', async () => {
    const own = { origin: app.url };
    expect((await send({ ...cookie, ...own })).status).toBe(200);
    expect((await send({ ...cookie, ...own, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await send({ ...cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${app.url}.evil.example` },
      { origin: app.url.replace('http:', 'https:') },
      { origin: app.url.replace('127.0.0.1', 'localhost') },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { ...own, 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { referer: `${app.url}/office` },
    ];
    for (const headers of foreign) {
      const answer = await send({ ...cookie, ...headers });
      expect([answer.status, JSON.parse(answer.text).code], JSON.stringify(headers)).toEqual([403, 'foreign_site']);
    }
  });

  test('is refused by every call before any other check', async () => {
    const contracts: readonly OfficeCallContract[] = app.server.officeCalls.contracts;
    for (const { name } of contracts) {
      const answer = await send({ ...cookie, origin: 'https://evil.example' }, '{}', { name });
      expect([name, answer.status]).toEqual([name, 403]);
    }
  });

  test('cannot send a form, plain text or a link: only JSON objects sent by POST are accepted', async () => {
    const own = { ...cookie, origin: app.url };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await send({ ...own, 'content-type': type })).status, type).toBe(415);
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
      expect([400, 404], method).toContain((await send(own, '{}', { method })).status);
    for (const body of ['[]', '"x"', 'null', '{', '1']) expect((await send(own, body)).status, body).toBe(400);
  });
});

describe('an office with its own host', () => {
  test('does not exist on the shop’s host', async () => {
    const apart = await givenShopApp({
      shopUrl: 'https://sandlark.example',
      officeUrl: 'https://office.sandlark.example',
      shopUrlIsDefault: false,
    });
    const ask = (host: string, origin: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { host, origin, 'content-type': 'application/json' };
        const request = http.request(
          `http://127.0.0.1:${apart.config.port}/office/api/session`,
          { method: 'POST', headers },
          (response) => {
            response.resume().on('end', () => resolve(response.statusCode!));
          },
        );
        request.on('error', reject).end('{}');
      });
    try {
      expect(await ask('office.sandlark.example', 'https://office.sandlark.example')).toBe(200);
      expect(await ask('sandlark.example', 'https://sandlark.example')).toBe(404);
      expect(await ask('sandlark.example', 'https://office.sandlark.example')).toBe(404);
      expect(await ask('office.sandlark.example', 'https://sandlark.example')).toBe(403);
    } finally {
      await apart.close();
    }
  });
});

describe('the office speaks', () => {
  const languageFor = async (browser: ReturnType<typeof officeBrowser>, accepted: string) =>
    (await browser.call('session', {}, { 'accept-language': accepted })).body.language;

  test('the browser’s language before signing in, or the shop’s if it does not have it', async () => {
    const browser = officeBrowser(app);
    expect(await languageFor(browser, 'de-AT,de;q=0.9,en;q=0.8')).toBe('de');
    expect(await languageFor(browser, 'fr')).toBe('en');
    const wrong = { email: berta.email, password: 'not this one' };
    const refused = await browser.call('login-password', wrong, { 'accept-language': 'hr' });
    const plain = await browser.call('login-password', wrong);
    expect(refused.body.message).not.toBe(plain.body.message);
  });

  test('the person’s own language once signed in, or the shop’s', async () => {
    const browser = await signIn(app, berta);
    expect(await languageFor(browser, 'de')).toBe('en');
    await browser.done('my-settings', { language: 'hr' });
    expect(await languageFor(browser, 'de')).toBe('hr');
    await browser.done('my-settings', { language: null });
  });
});
