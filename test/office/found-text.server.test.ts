import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { searchMeanings } from '#features/search/domain/search-meaning.ts';
import { findText, foundCondition } from '#features/search/server/found-text-store.ts';
import { foundOf } from '#features/search/server/list-parts.ts';
import * as lists from '#features/search/server/order-matches-store.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { aroundStatements } from '../support/around-statements.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let paid: Order;

/** The conditions of each list, its rows, and the column of their ids. */
const LISTS = [
  { matches: lists.ORDER_MATCHES, rows: 'orders o', id: 'o.id' },
  { matches: lists.TICKET_MATCHES, rows: 'tickets t', id: 't.id' },
  { matches: lists.PERSON_MATCHES, rows: 'customers c', id: 'c.id' },
  { matches: lists.RECEIPT_MATCHES, rows: 'receipts r', id: 'r.id' },
  { matches: lists.REFUND_MATCHES, rows: 'refunds f', id: 'f.id' },
  { matches: lists.INSTALMENT_MATCHES, rows: 'payments p', id: 'p.id' },
  { matches: lists.INVOICE_MATCHES, rows: 'invoices d', id: 'd.id' },
  { matches: lists.MAIL_MATCHES, rows: 'mails m', id: 'm.id' },
];

beforeAll(async () => {
  app = await givenShopApp();
  const mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass', 'saturday']);
  await placeOrder(app, mila, ['saturday'], null, 'bank_transfer');
  await app.settle();
  const named = `(select id from orders where code = $1)`;
  await app.db.run(`update orders set customer_name = 'Ana  Marija van Višser' where code = $1`, [paid.code]);
  await app.db.run(
    `update tickets set full_name = 'Ivo Đurić', email = 'ivo@example.net' where id = (select min(id) from tickets where order_id = ${named})`,
    [paid.code],
  );
});
afterAll(() => app.close());

/** Returns the ids that a text finds in a list. With `most` 0, rows are compared one by one. */
async function idsOf({ matches, rows, id }: (typeof LISTS)[number], text: string, most?: number): Promise<number[]> {
  const meanings = searchMeanings(text, {
    orderPrefix: paid.code.split('-')[0]!,
    money: { locale: 'en', currency: 'EUR', currencyDigits: 2 },
  });
  const found = await findText(app.db, matches, meanings, most);
  const condition = foundCondition(found, id, 1);
  const matching = await app.db.rows<{ id: number }>(
    `select ${id} from ${rows} where ${condition.sql} order by 1`,
    condition.values,
  );
  return matching.map((row) => row.id);
}

test('a list finds the same rows whether its text is expected to find few or many', async () => {
  const [ticket] = await app.db.rows<{ code: string }>('select code from tickets order by id');
  const [receipt] = await app.db.rows<{ transaction: string; amount: number }>('select * from receipts');
  const [invoice] = await app.db.rows<{ code: string }>('select code from invoices');
  const [person] = await app.db.rows<{ email: string }>('select customer_email as email from orders');
  const texts = [
    ...['ana', 'van visser', 'visser', 'marija van vis', 'VAN', 'mila', 'ivo', 'duric', 'jan visser', 'ana visser'],
    ...['ivo@example.net', person!.email, 'nobody@', paid.code, paid.code.slice(0, 4), paid.code.slice(0, 6)],
    ...[paid.payments[0]!.reference, ticket!.code, receipt!.transaction, `=${receipt!.amount / 100}`, invoice!.code],
  ];
  const counts: Record<string, number> = {};
  for (const list of LISTS) {
    for (const text of texts) {
      const few = await idsOf(list, text);
      expect(await idsOf(list, text, 0), `${text} in ${list.rows}`).toEqual(few);
      counts[list.rows] = (counts[list.rows] ?? 0) + few.length;
    }
  }
  // Only refunds are missing, because there are none.
  expect(Object.values(counts).filter((count) => count === 0)).toHaveLength(1);
});

test('an order counts once, although its total and several of its payments have the amount', async () => {
  const total = paid.total_price;
  for (const amount of [total, total - 1]) {
    await app.db.run(
      `insert into receipts (source, transaction, order_id, amount, currency, received_at)
       select source, transaction || ':' || copy, order_id, $2, currency, received_at
       from receipts, generate_series(1, 2) as copy
       where amount = $1`,
      [total, amount],
    );
    const meanings = searchMeanings(`=${amount / 100}`, {
      orderPrefix: paid.code.split('-')[0]!,
      money: { locale: 'en', currency: 'EUR', currencyDigits: 2 },
    });
    expect((await findText(app.db, lists.TICKET_MATCHES, meanings, 1)).kind).toBe('few');
    await app.db.run(`delete from receipts where transaction like '%:1' or transaction like '%:2'`);
  }
});

test('a last name of several words is found by its words and by the last one, wherever it begins', async () => {
  const orders = LISTS[0]!;
  const [id] = await idsOf(orders, paid.code);
  for (const text of ['van visser', 'Visser', 'marija van vis', 'ana marija']) {
    expect(await idsOf(orders, text), text).toEqual([id]);
  }
  for (const text of ['van', 'ana visser', 'an visser', 'marija']) expect(await idsOf(orders, text), text).toEqual([]);
});

test('search_key returns what normalising the text in full returns', async () => {
  const { differing } = (await app.db.row<{ differing: string[] }>(
    `select coalesce(array_agg(words) filter (where search_key(words) is distinct from translate(
        replace(lower(regexp_replace(regexp_replace(normalize(trim(words), nfd), '[\\u0300-\\u036f]', '', 'g'), '\\s+', ' ', 'g')), 'ß', 'ss'),
        'đłøæœ', 'dloao')), '{}') as differing
     from unnest($1::text[]) as words`,
    [
      [
        'Ada Lovelace',
        "Mary-Ann O'Neil Jr.",
        ' Ada',
        'Ada  Lovelace',
        'Ada\tLovelace',
        'Željka Marić',
        'Groß',
        '',
        'A1',
        null,
      ],
    ],
  ))!;
  expect(differing).toEqual([]);
});

test('the tabs of a list look their text up once', async () => {
  const shop = await loadShop(app.db);
  let statements = 0;
  const counted = aroundStatements<Queryable>(app.db, (text, send) => {
    statements += 1;
    return send(text);
  });
  const found = await foundOf(counted, 'visser', shop, lists.ORDER_MATCHES);
  const once = statements;
  expect(await foundOf(counted, 'visser', shop, lists.ORDER_MATCHES)).toBe(found);
  expect(statements).toBe(once);
  await foundOf(counted, 'visser', shop, lists.TICKET_MATCHES);
  await foundOf(counted, 'duric', shop, lists.ORDER_MATCHES);
  expect(statements).toBeGreaterThanOrEqual(once + 2);
});
