import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beginPlanWithCard,
  givenOfficeShop,
  makePaidOrder,
  type OfficeShop,
  openOfficeShop,
  receiveStrayMoney,
  requestRefund,
} from './support/situations.ts';

/* The pages of a list follow one another without a gap or a repeated row, in the order that was chosen. */

const COPIES = 130;

let shop: OfficeShop;

beforeAll(async () => {
  shop = await givenOfficeShop(await openOfficeShop());
  await requestRefund(shop, await makePaidOrder(shop));
  await beginPlanWithCard(shop);
  await receiveStrayMoney(shop, 1_000);
  // Many rows have the same time and the same amount.
  await copyRow('receipts', `id = (select max(id) from receipts)`, {
    transaction: `'copy-' || n`,
    amount: '1000 + n % 3',
    currency: `case n % 4 when 0 then 'USD' when 1 then 'CHF' else 'EUR' end`,
    received_at: `received_at + n % 7 * interval '1 hour'`,
  });
  await copyRow('refunds', `id = (select max(id) from refunds)`, {
    code: `code || 'X' || n`,
    created_at: `created_at + n % 7 * interval '1 hour'`,
  });
  await copyRow('payments', `id = (select max(id) from payments where of_plan and status = 'pending')`, {
    position: '100 + n',
    reference: `reference || 'X' || n`,
    due_at: `due_at + n % 7 * interval '1 day'`,
  });
});
afterAll(() => shop.app.close());

/** Writes copies of a row with other values, given as SQL in which `n` counts. */
async function copyRow(table: string, which: string, values: Record<string, string>): Promise<void> {
  const others = await shop.app.db.rows<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_identity = 'NO' and column_name <> all($2)`,
    [table, Object.keys(values)],
  );
  const names = others.map(({ name }) => name);
  await shop.app.db.run(
    `insert into ${table} (${[...Object.keys(values), ...names].join(', ')})
     select ${[...Object.values(values), ...names].join(', ')}
     from ${table}, generate_series(1, ${COPIES}) n
     where ${which}`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what the contract promises and fail if it is missing.
type Row = any;

async function pagesOf(call: string, filter: object, sort: string | null): Promise<Row[][]> {
  const pages: Row[][] = [];
  let after: string | null = null;
  do {
    const page: { rows: Row[]; next: string | null } = await shop.owner.browser.done(call, { filter, sort, after });
    pages.push(page.rows);
    after = page.next;
  } while (after !== null);
  return pages;
}

type Key = string | number;

interface Paged {
  readonly call: string;
  readonly view: string;
  /** Null for the default. */
  readonly sort: string | null;
  readonly id: (row: Row) => Key;
  /** The values that the rows are sorted by, most important first. */
  readonly keys: (row: Row) => Key[];
  readonly descends: boolean;
}

const receipts = { call: 'receipts-list', view: 'all', id: ({ id }: Row) => id };
const byAmount = ({ currency, amount }: Row) => [currency, amount];
const byReceived = ({ received_at: at }: Row) => [at];
const refunds = { call: 'refunds-list', id: ({ code }: Row) => code, keys: ({ requested_at: at }: Row) => [at] };
const parts = { call: 'plans-list', id: ({ reference }: Row) => reference, keys: ({ due_at: at }: Row) => [at] };

const CASES: readonly Paged[] = [
  { ...receipts, sort: null, keys: byReceived, descends: true },
  { ...receipts, sort: 'received', keys: byReceived, descends: false },
  { ...receipts, sort: 'amount', keys: byAmount, descends: false },
  { ...receipts, sort: '-amount', keys: byAmount, descends: true },
  { ...refunds, view: 'to_decide', sort: null, descends: false },
  { ...refunds, view: 'to_decide', sort: '-requested', descends: true },
  { ...refunds, view: 'all', sort: null, descends: true },
  { ...refunds, view: 'all', sort: 'requested', descends: false },
  { ...parts, view: 'open', sort: null, descends: false },
  { ...parts, view: 'open', sort: '-due', descends: true },
  { ...parts, view: 'all', sort: null, descends: true },
  { ...parts, view: 'all', sort: 'due', descends: false },
];

test.each(CASES)('the pages of $call $view, sorted by $sort, follow one another', async (paged) => {
  const { call, view, sort, id, keys, descends } = paged;
  const pages = await pagesOf(call, { view }, sort);
  expect(pages.length).toBeGreaterThan(2);
  const rows = pages.flat();
  expect(new Set(rows.map(id)).size).toBe(rows.length);
  const { count } = await shop.owner.browser.done(call, { filter: { view }, after: null });
  expect(rows).toHaveLength(count);
  expect(count).toBeGreaterThan(COPIES);
  const sorted = rows.map(keys).toSorted((one, other) => compare(one, other) * (descends ? -1 : 1));
  expect(rows.map(keys)).toEqual(sorted);
});

function compare(one: readonly Key[], other: readonly Key[]): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  if (at < 0) return 0;
  return one[at]! < other[at]! ? -1 : 1;
}
