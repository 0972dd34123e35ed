import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMails } from '#platform/mail/outbox-store.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { accountPartsFor } from '../testing.ts';
import { insertAccountRequest } from './account-request-store.ts';
import { answerAccountRequests } from './answer-account-requests.ts';

const now = new Date('2026-11-20T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());

test('while the password of a registration is hashed, no transaction is open and no account is locked', async () => {
  const parts = accountPartsFor(database.db);
  const open: number[] = [];
  const hash = async (text: string) => {
    const row = await database.db.row<{ count: number }>(
      `select count(*) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    );
    open.push(row!.count);
    return await parts.passwords.hash(text);
  };
  await insertAccountRequest(
    database.db,
    { kind: 'register', email: 'ada@example.org', fullName: 'Ada Lovelace', payload: { from: '/', cart: null } },
    now,
  );
  const work = answerAccountRequests({ ...parts, passwords: { ...parts.passwords, hash } });
  expect(await work.run(now)).toBe(1);
  expect(open).toEqual([0]);
  expect((await listMails(database.db, 9)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['password', 'ada@example.org'],
  ]);
});
