import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { rounds } from '../support/rounds.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { CHANGES, type Shopper } from './support/changes.ts';
import { type DatabaseProxy, givenProxy, type Statement } from './support/database-proxy.ts';

// The connection to the database breaks while a call changes something: before a statement, or after it has taken
// effect. The caller gets a 503 and retries with the same key. In the end the change was made once, and the answer is a
// success.

/** Longer than a repeated request waits for the first, and longer than the start of a payment may take. */
const CLOCK_STEP_MS = 21_000;

let database: TestDatabase;
let proxy: DatabaseProxy;
let shopper: Shopper;
let app: ShopApp;

beforeAll(async () => {
  database = await givenDatabase();
  proxy = await givenProxy(database);
  const broken = openDb({ connection: { connectionString: proxy.url } });
  app = await givenShopApp({}, { database: { ...database, db: broken }, fill: true });
  await database.db.run('update shop_items set capacity = null, capacity_wanted = null');
  await database.db.run('update departures set capacity = null, capacity_wanted = null');
});
// Each test travels in time, and an earlier login would no longer prove who asks for a refund.
beforeEach(async () => {
  shopper = { app, db: database.db, token: await app.login() };
});
afterAll(async () => {
  expect((await auditShop(database.db, app.clock.now())).findings).toEqual([]);
  await app.close({ keepDatabase: true });
  await proxy.close();
  await database.drop();
});

/** Matches statements that no call causes, and those that start a payment, where a failure gets another answer. */
const isExcluded = ({ text }: Statement) => /clock_shift|hashtext\(|sandbox_|payment_attempts\s+set action/.test(text);

/** Breaks the connection at one statement of the call, counted from 1. `wasReached` is false if the call has fewer. */
async function callBroken(name: string, body: object, at: { statement: number; phase: 'before' | 'after' }) {
  let seen = 0;
  const watched = rounds > 1 ? () => true : ({ text }: Statement) => text === 'commit';
  proxy.rule = (statement, phase) => {
    if (phase !== at.phase || isExcluded(statement) || !watched(statement)) return 'pass';
    seen += 1;
    return seen === at.statement ? 'cut' : 'pass';
  };
  const answer = await app.call(name, body);
  proxy.rule = () => 'pass';
  return { answer, wasReached: seen >= at.statement };
}

async function breakEverywhere(name: string, phase: 'before' | 'after'): Promise<number> {
  for (let statement = 1; ; statement += 1) {
    const change = await CHANGES[name]!(shopper);
    const body = { ...change.body, request_key: randomUUID() };
    const where = `${name}, ${phase} statement ${statement}`;
    const { answer, wasReached } = await callBroken(name, body, { statement, phase });
    expect([200, 503], where).toContain(answer.status);
    if (answer.status === 503) expect(Number(answer.headers.get('retry-after')), where).toBeGreaterThan(0);
    const halfWay = change.statusWhenRepeated ? await change.outcome() : null;
    // The change may be visible or not. The audit at the end shows that it was never half done.
    await app.clock.travelTo(new Date(app.clock.now().getTime() + CLOCK_STEP_MS));
    const again = await app.call(name, body);
    const wasDone = isDeepStrictEqual(halfWay, change.once);
    const wanted = wasDone ? (change.statusWhenRepeated ?? 200) : 200;
    expect({ where, status: again.status, message: again.body.message ?? '' }).toMatchObject({ where, status: wanted });
    expect({ where, outcome: await change.outcome() }).toEqual({ where, outcome: change.once });
    await database.db.run('delete from rate_limits');
    if (!wasReached) return statement - 1;
  }
}

describe('a call whose connection breaks', () => {
  for (const name of Object.keys(CHANGES)) {
    test(`${name} takes effect once when it is sent again, wherever the connection broke`, async () => {
      const before = await breakEverywhere(name, 'before');
      const after = await breakEverywhere(name, 'after');
      if (rounds > 1) console.info(`${before + after} broken statements: ${name}, each sent again and done once`);
    }, 120_000);
  }
});

test('every call that changes something and may be repeated is tested', () => {
  const names = app.server.calls.contracts.filter(({ changes, secret }) => changes && !secret).map(({ name }) => name);
  // test/waiting-room.server.test.ts repeats `enter-shop`, and its place enters once.
  expect(names.toSorted()).toEqual([...Object.keys(CHANGES), 'enter-shop'].toSorted());
});
