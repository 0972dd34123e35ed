import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { type Db, openDb, type Queryable, type Tx } from '#platform/db/db.ts';
import { accountOf, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

// A call about somebody else's address reveals nothing. timing.server.test.ts compares times; this test compares the
// statements sent to the database, which no noise can hide.

let app: ShopApp;
let token: string;
let paid: Order;
let recorded: string[] = [];

beforeAll(async () => {
  const filled = await givenShopApp();
  const db = recording(openDb({ connection: filled.database.connection }));
  app = await givenShopApp(
    {},
    { database: { ...filled.database, db, drop: () => db.end().then(() => filled.close()) }, now: filled.clock.now() },
  );
  token = await app.login();
  await accountOf(app, 'known@example.org', 'Known Person');
  paid = await purchase(app, token, ['sandlark-pass', 'sandlark-pass']);
});
afterAll(() => app.close());

/** Statements that every process sends in the background. */
const BACKGROUND = /from shop_state|from shop_items item|from clock_shift|from waiting_rooms/;

/** Wraps a database to record every statement. */
function recording(db: Db): Db {
  const listening = <Inner extends Queryable>(inner: Inner): Inner => {
    const record =
      <Answer>(how: (text: string, parameters?: readonly unknown[]) => Promise<Answer>) =>
      (text: string, parameters?: readonly unknown[]) => {
        if (!BACKGROUND.test(text)) recorded.push(text);
        return how(text, parameters);
      };
    return {
      ...inner,
      rows: record(inner.rows) as Inner['rows'],
      row: record(inner.row) as Inner['row'],
      run: record(inner.run),
    };
  };
  return {
    ...listening(db),
    transaction: (work) => db.transaction((tx) => work(listening<Tx>(tx))),
    stockTransaction: (work, options) => db.stockTransaction((tx) => work(listening<Tx>(tx)), options),
  };
}

/** Returns the statements of one call, which has to succeed. */
async function statementsOf(name: string, body: object): Promise<{ statements: string[]; answer: unknown }> {
  recorded = [];
  const answer = await app.call(name, { token, data: 'none', ...body });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return { statements: recorded, answer: answer.body };
}

test('reassigning a ticket looks the same whether or not the new address has an account', async () => {
  const reassignTo = (index: number, email: string) => {
    const { code, full_name, age } = paid.tickets[index]!;
    return statementsOf('change-ticket', { order_id: paid.code, code, reassign: true, full_name, email, age });
  };
  const toKnown = await reassignTo(0, 'known@example.org');
  const toStranger = await reassignTo(1, 'stranger@example.org');
  expect(toStranger.statements).toEqual(toKnown.statements);
  expect(toKnown.statements.length).toBeGreaterThan(5);
  expect(JSON.stringify(toStranger.answer).replace('REASSIGNED-2', 'REASSIGNED-1')).toEqual(
    JSON.stringify(toKnown.answer),
  );
  await app.settle();
  const invited = (await app.mails()).filter(({ kind }) => kind === 'invitation');
  expect(invited.map(({ recipient }) => recipient)).toEqual(['stranger@example.org']);
});

test('changing the email address looks the same whether or not the new one has an account', async () => {
  const request = (email: string) =>
    statementsOf('update-settings', { old_password: 'dunes-at-dusk', full_name: 'Mila Okonkwo', email });
  const known = await request('known@example.org');
  const unknown = await request('unknown@example.org');
  expect(unknown).toEqual(known);
  expect(known.statements.length).toBeGreaterThan(3);
});
