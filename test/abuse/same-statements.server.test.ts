import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { type Db, openDb, type Queryable, type Tx } from '#platform/db/db.ts';
import { accountOf, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

// Who names an address that is not theirs learns nothing of it: beside the times themselves (timing.server.test.ts) it is compared what
// the database is asked, which no noise hides.

let app: ShopApp;
let token: string;
let paid: Order;
let asked: string[] = [];

beforeAll(async () => {
  const filled = await givenShopApp();
  const db = overheard(openDb({ connection: filled.database.connection }));
  app = await givenShopApp(
    {},
    { database: { ...filled.database, db, drop: () => db.end().then(() => filled.close()) }, now: filled.clock.now() },
  );
  token = await app.login();
  await accountOf(app, 'known@example.org', 'Known Person');
  paid = await purchase(app, token, ['sandlark-pass', 'sandlark-pass']);
});
afterAll(() => app.close());

/** What every process asks by itself, whoever calls. */
const IN_BETWEEN = /from shop_state|from shop_items item|from clock_shift/;

/** A database that lets every statement through and writes it down. */
function overheard(db: Db): Db {
  const listening = <Inner extends Queryable>(inner: Inner): Inner => {
    const heard =
      <Answer>(how: (text: string, parameters?: readonly unknown[]) => Promise<Answer>) =>
      (text: string, parameters?: readonly unknown[]) => {
        if (!IN_BETWEEN.test(text)) asked.push(text);
        return how(text, parameters);
      };
    return {
      ...inner,
      rows: heard(inner.rows) as Inner['rows'],
      row: heard(inner.row) as Inner['row'],
      run: heard(inner.run),
    };
  };
  return {
    ...listening(db),
    transaction: (work) => db.transaction((tx) => work(listening<Tx>(tx))),
    stockTransaction: (work, options) => db.stockTransaction((tx) => work(listening<Tx>(tx)), options),
  };
}

/** What the database is asked for one call, which has to work. */
async function askedFor(name: string, body: object): Promise<{ statements: string[]; answer: unknown }> {
  asked = [];
  const answer = await app.call(name, { token, data: 'none', ...body });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return { statements: asked, answer: answer.body };
}

test('given a ticket that is handed to an address, then the answer and what the database is asked are the same with and without an account there', async () => {
  const handTo = (index: number, email: string) => {
    const { code, full_name, age } = paid.tickets[index]!;
    return askedFor('change-ticket', { order_id: paid.code, code, reassign: true, full_name, email, age });
  };
  const toKnown = await handTo(0, 'known@example.org');
  const toStranger = await handTo(1, 'stranger@example.org');
  expect(toStranger.statements).toEqual(toKnown.statements);
  expect(toKnown.statements.length).toBeGreaterThan(5);
  expect(JSON.stringify(toStranger.answer).replace('REASSIGNED-2', 'REASSIGNED-1')).toEqual(
    JSON.stringify(toKnown.answer),
  );
  await app.settle();
  const invited = (await app.mails()).filter(({ kind }) => kind === 'invitation');
  expect(invited.map(({ recipient }) => recipient)).toEqual(['stranger@example.org']);
});

test('given another address that an account wishes to have, then the answer and what the database is asked are the same with and without an account there', async () => {
  const wish = (email: string) =>
    askedFor('update-settings', { old_password: 'dunes-at-dusk', full_name: 'Mila Okonkwo', email });
  const known = await wish('known@example.org');
  const unknown = await wish('unknown@example.org');
  expect(unknown).toEqual(known);
  expect(known.statements.length).toBeGreaterThan(3);
});
