import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInWithPassword } from '#features/staff/server/log-in-with-password.ts';
import type { Db, OfficeDb } from '#platform/db/db.ts';
import { kindsIn, type Secret, secretsInTables } from '../abuse/support/secrets-kept.ts';
import {
  codeAt,
  givenPasskeyPerson,
  givenPerson,
  invite,
  MINUTE,
  type OfficeBrowser,
  officeBrowser,
  STAFF_PASSWORD,
  signIn,
  staffPartsOf,
} from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

// Somebody does everything once, in a shop that logs everything. Then the log and every table are searched for each
// secret that appeared.

let app: ShopApp;
let log = '';
const secrets: Secret[] = [];
const noteSecret = (kind: string, value: string | null) => secrets.push({ kind, value: value! });

/** Wraps a browser to collect every token that it receives. */
function watched(browser: OfficeBrowser): OfficeBrowser {
  const { call } = browser;
  browser.call = async (...requested) => {
    const answer = await call(...requested);
    if (browser.token) noteSecret('session', browser.token);
    return answer;
  };
  return browser;
}

beforeAll(async () => {
  app = await givenShopApp({ logLevel: 'debug' }, { writeLog: (line) => (log += line) });
  noteSecret('password', STAFF_PASSWORD);
  const owner = await givenPerson(app, 'Berta Vos', ['owner']);
  noteSecret('key of the code app', owner.secret);
  for (const code of owner.recoveryCodes) noteSecret('recovery code', code);
  await app.travel(MINUTE);
  const browser = await signIn(app, owner, watched(officeBrowser(app)));
  await app.travel(6 * MINUTE);
  await browser.call('step-up', { code: 'wrong' });
  await browser.done('step-up', { code: codeAt(owner.secret, app.clock.now()) });
  noteSecret('password', 'a stork waits for the ebb');
  await browser.call('set-password', { password: 'too short' });
  await browser.done('set-password', { password: 'a stork waits for the ebb' });
  for (const code of (await browser.done('recovery-codes')).recovery_codes) noteSecret('recovery code', code);
  noteSecret('key of the code app', (await browser.done('totp-setup')).secret);
  await browser.done('staff-invite', { name: 'Noor Bakker', email: 'noor@sandlark.example', roles: ['support'] });
  const { token } = await invite(app, 'Tomas Kral', ['catalogue']);
  noteSecret('invitation', token);
  await officeBrowser(app).done('invite', { token });
  await app.fetch(`/office/invite/${token}`);
  await watched(officeBrowser(app)).done('accept-invite', { token, password: STAFF_PASSWORD });
  const keyOnly = await givenPasskeyPerson(app, 'Lena Ruiz', ['manager'], watched(officeBrowser(app)));
  const again = watched(officeBrowser(app));
  const { options } = await again.done('login-passkey-options');
  noteSecret('challenge', options.challenge);
  await again.done('login-passkey', { response: keyOnly.passkey.answer(options) });
  await again.done('step-up-options');
  const failed = officeBrowser(app);
  noteSecret('typed by mistake', 'my-secret-in-the-wrong-field');
  await failed.call('login-password', { email: 'my-secret-in-the-wrong-field', password: 'x' });
  await failed.call('login-password', { email: owner.email, password: 'my-secret-in-the-wrong-field' });
  await app.settle();
});
afterAll(() => app.close());

test('there are secrets to search for', () => {
  expect([...new Set(secrets.map(({ kind }) => kind))].sort()).toEqual(
    [
      'challenge',
      'invitation',
      'key of the code app',
      'password',
      'recovery code',
      'session',
      'typed by mistake',
    ].sort(),
  );
  expect(secrets.every(({ value }) => value.length > 7)).toBe(true);
  expect(log).toContain('/office/api/login-password');
});

test('no secret is in the log', () => {
  expect(kindsIn(log, secrets)).toEqual([]);
});

test('no secret is in a table', async () => {
  expect(await secretsInTables(app.db, secrets)).toEqual([]);
});

test('an unknown address causes the same statements and hashing as a wrong password', async () => {
  const work = async (email: string) => {
    const recorded: string[] = [];
    const db = recording(app.db.forOffice(), recorded);
    const parts = staffPartsOf(app);
    const passwords: typeof parts.passwords = {
      ...parts.passwords,
      matches(stored, password) {
        recorded.push('password hashed');
        return parts.passwords.matches(stored, password);
      },
    };
    const attempt = {
      email,
      password: 'not the password',
      ip: '203.0.113.9',
      device: 'Chrome on Windows',
      former: null,
    };
    const result = await logInWithPassword({ ...parts, db, passwords }, attempt, app.clock.now());
    expect(result.ok).toBe(false);
    return recorded;
  };
  const known = await work('berta.vos@sandlark.example');
  expect(await work('nobody@sandlark.example')).toEqual(known);
  expect(known).toContain('password hashed');
  expect(known.length).toBeGreaterThan(3);
});

test('calls that only read run in transactions that cannot write', async () => {
  const office = app.db.forOffice();
  await expect(office.read((tx) => tx.run('delete from staff_devices'))).rejects.toThrow(/read-only transaction/);
  await expect(office.read((tx) => tx.run('select pg_sleep(1)'), { timeoutMs: 20 })).rejects.toThrow(/timeout/);
  expect((await office.row<{ on: string }>(`select current_setting('transaction_read_only') as on`))!.on).toBe('off');
});

test('a busy office leaves the shop’s connections free', async () => {
  const office = app.db.forOffice();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let begun = 0;
  const reads = Array.from({ length: 12 }, () =>
    office.read(async () => {
      begun += 1;
      await isOver;
    }),
  );
  await expect.poll(() => begun).toBeGreaterThan(0);
  expect((await app.call('get-data', {})).status).toBe(200);
  const atOnce = begun;
  end();
  await Promise.all(reads);
  // The others had to wait for the office's few connections.
  expect(atOnce).toBeLessThan(12);
  expect(begun).toBe(12);
});

function recording(db: OfficeDb, into: string[]): OfficeDb {
  const note = <Statements extends Pick<Db, 'rows' | 'row' | 'run'>>(of: Statements): Statements => ({
    ...of,
    rows: (text: string, parameters?: readonly unknown[]) => {
      into.push(text);
      return of.rows(text, parameters);
    },
    row: (text: string, parameters?: readonly unknown[]) => {
      into.push(text);
      return of.row(text, parameters);
    },
    run: (text: string, parameters?: readonly unknown[]) => {
      into.push(text);
      return of.run(text, parameters);
    },
  });
  return { ...note(db), transaction: (work) => db.transaction((tx) => work(note(tx))) };
}
