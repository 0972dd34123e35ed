import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankOnWire } from '#features/refunds/testing.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { openDb } from '#platform/db/db.ts';
import { type CommandAnswer, runWith } from '../../../test/support/command-line.ts';
import { dropDatabase, givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { purchase } from '../../../test/support/purchase.ts';
import { qrOf, scan } from '../../../test/support/scanner.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';

/* This shop changes its SECRET_KEY from A to B, and forgets A once nothing depends on it. */

const A = 'aa0123456789abcdef'.repeat(4).slice(0, 64);
const B = 'bb9876543210fedcba'.repeat(4).slice(0, 64);
const NEWCOMER = 'newcomer@example.org';

let database: TestDatabase;
let refund: string;
let printed: string;

beforeAll(async () => {
  database = await givenDatabase();
  const app = await givenShopApp({ secretKey: keyFrom(A) }, { database, fill: true });
  const mila = await app.login();
  const [kept, returned] = [await purchase(app, mila, ['sandlark-pass']), await purchase(app, mila, ['sandlark-pass'])];
  printed = await qrOf(app, kept.tickets[0]!.code);
  const request = { token: mila, order_id: returned.id, tickets: returned.tickets[0]!.code, merchandise: '' };
  refund = (await app.call('request-refund', { ...request, ...bankOnWire })).body.refund_id;
  await app.call('register', { full_name: 'New Comer', email: NEWCOMER, from: '/' });
  await app.settle();
  expect(await opened(app)).toEqual({ account: expect.stringMatching(/\d{4}$/), mail: true });
  await app.close({ keepDatabase: true });
});
afterAll(async () => {
  await dropDatabase(database);
});

/** Reads content that the shop must unseal: the last digits of the refund's account, and the mail with a password. */
async function opened(app: ShopApp): Promise<{ account: string | null; mail: boolean }> {
  const { body } = await app.call('get-data', { token: await app.login() });
  const { bank_account_end: account } = body.data.refunds.find((one: { id: string }) => one.id === refund);
  const mails = (await (await app.fetch(`/dev/mailbox.json?to=${NEWCOMER}`)).json()) as { text: string }[];
  return { account, mail: /login-link#/.test(mails[0]!.text) };
}

async function withShop<Value>(
  current: string,
  older: string[],
  work: (app: ShopApp) => Promise<Value>,
): Promise<Value> {
  const again = { ...database, db: openDb({ connection: database.connection }) };
  const app = await givenShopApp(
    { secretKey: keyFrom(current), olderSecretKeys: older.map(keyFrom) },
    { database: again },
  );
  try {
    return await work(app);
  } finally {
    await app.close({ keepDatabase: true });
  }
}

const run = (older: string, ...words: string[]): Promise<CommandAnswer> =>
  runWith({ DATABASE_URL: database.url, SECRET_KEY: B, SECRET_KEYS_OLDER: older }, ...words);

test('with the new key B and A as an older key, everything opens, printed tickets are valid, and scanners get both keys', async () => {
  await withShop(B, [A], async (app) => {
    expect(await opened(app)).toEqual({ account: expect.stringMatching(/\d{4}$/), mail: true });
    expect(await scan(app, printed)).toBe('valid');
    const { keys } = (await (await app.fetch('/tickets/keys.json')).json()) as { keys: object[] };
    expect(keys).toHaveLength(2);
  });
});

test('the doctor and the status count what is still encrypted with A', async () => {
  expect((await run(A, 'doctor')).out).toMatch(/1 bank details of refunds are not encrypted with the current key/);
  expect((await run(A, 'keys', 'status')).out).toMatch(/1 older\.\n1 bank details .*\n\d+ unsent emails with a secret/);
});

test('if A is dropped too early, reseal names what it cannot open and leaves it as it is', async () => {
  const refused = await run('', 'keys', 'reseal');
  expect([refused.code, refused.err + refused.out]).toEqual([
    2,
    expect.stringMatching(/None of the keys can decrypt 1 bank/),
  ]);
  expect((await withShop(B, [A], opened)).mail).toBe(true);
});

test('once everything is resealed and A is dropped, everything opens except the tickets that A signed', async () => {
  const done = await run(A, 'keys', 'reseal');
  expect([done.code, done.out]).toEqual([
    0,
    expect.stringMatching(/^1 bank details of refunds encrypted with the current key/),
  ]);
  expect((await run('', 'keys', 'status')).out).toContain('Everything is encrypted with the current key.');
  await withShop(B, [], async (app) => {
    expect(await opened(app)).toEqual({ account: expect.stringMatching(/\d{4}$/), mail: true });
    expect(await scan(app, printed)).toBe('forged');
    const [{ code }] = (await app.db.rows<{ code: string }>(
      `select code from tickets where status = 'active' and not pending order by id desc limit 1`,
    )) as [{ code: string }];
    expect(await scan(app, await qrOf(app, code))).toBe('valid');
  });
});
