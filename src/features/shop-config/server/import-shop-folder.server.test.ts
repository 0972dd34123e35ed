import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemForSale, listShopItems, shopItem } from '#features/catalogue/server/public.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { untilLockWaits } from '../../../../test/support/lock-waits.ts';
import { givenShopFolder, smallShop, smallShopFile, type TestFolder } from '../testing.ts';
import { type ImportReport, importShopFolder } from './import-shop-folder.ts';
import { loadShop } from './load-shop.ts';

const now = new Date('2026-11-20T10:00:00Z');
let database: TestDatabase;
let folder: TestFolder;

beforeEach(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
});
afterEach(async () => {
  await database.drop();
  await folder.remove();
});

const importNow = (moment = now) =>
  importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: moment });

async function imported(moment = now): Promise<ImportReport> {
  const result = await importNow(moment);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function everything(): Promise<unknown> {
  const tables = ['shop_state', 'shop_items', 'departures', 'events', 'vouchers', 'terms_versions'];
  return Promise.all(tables.map((table) => database.db.rows(`select * from ${table} order by id`)));
}

test('an import writes an entry to the audit log, and changes nothing if it cannot', async () => {
  await database.db.run(`alter table audit_log add constraint refused check (action <> 'shop.imported') not valid`);
  await expect(importNow()).rejects.toThrow('refused');
  expect(await database.db.rows('select 1 from shop_state')).toEqual([]);
  await database.db.run('alter table audit_log drop constraint refused');
  await imported();
  await imported();
  expect(await database.db.rows('select actor, action, subject, details, at from audit_log')).toEqual([
    {
      ...{ actor: 'system', action: 'shop.imported', subject: folder.folder, at: now },
      details: { version: 1, items: 3, withdrawn_items: 0, vouchers: expect.any(Number) },
    },
  ]);
});

test('the first import puts its items on sale in the order of the folder', async () => {
  expect(await imported()).toMatchObject({ version: 1, isChanged: true, items: { total: 3, added: 3, withdrawn: 0 } });
  const { tickets, merchandise } = await listShopItems(database.db, now);
  expect(tickets.map((item) => item.external_code)).toEqual(['pass', 'coach']);
  expect(merchandise.map((item) => item.external_code)).toEqual(['mug']);
  expect(tickets[0]).toMatchObject({
    name: 'Pass',
    event: 'Fest 2027',
    price: 10_000,
    fee: 500,
    in_stock: true,
    stock_level: 10,
    shop_description: '<p>From 22 July 2027.</p>',
    is_refundable: true,
    allow_refund_requests_until: '2027-06-22T21:59:59.000Z',
    name_change_limit: 3,
    age_options: ['0-17', '18'],
    timezone: 'Europe/Amsterdam',
  });
  expect(tickets[1]!.travel_times).toEqual([
    { id: expect.any(String), travel_time: '2027-07-22T07:30:00.000Z', remaining: 4 },
    { id: expect.any(String), travel_time: '2027-07-22T11:00:00.000Z', remaining: null },
  ]);
});

test('importing the same folder again writes nothing', async () => {
  await imported();
  const before = await everything();
  expect(await imported(new Date('2026-12-01T00:00:00Z'))).toMatchObject({ version: 1, isChanged: false });
  expect(await everything()).toEqual(before);
});

test('when one file changes, the rest stays and the version goes up', async () => {
  await imported();
  const pass = await itemForSale(database.db, 'pass');
  await folder.change(smallShopFile('items/3-mug.yaml', '12.50', '13'));
  expect(await imported()).toMatchObject({ version: 2, items: { added: 0, withdrawn: 0 } });
  expect(await itemForSale(database.db, 'pass')).toEqual(pass);
  expect((await shopItem(database.db, 'mug', now))!.price).toBe(1_300);
});

test('day zero stays when the folder is imported a year later', async () => {
  await imported();
  await folder.change(smallShopFile('items/3-mug.yaml', '12.50', '13'));
  await imported(new Date('2027-11-20T10:00:00Z'));
  expect((await loadShop(database.db)).private.dayZero).toBe('2027-07-22');
  expect((await loadShop(database.db)).public.events[0]).toMatchObject({ starts_at: '2027-07-22T10:00:00.000Z' });
});

const PLAN = `payment_plan:
  - amount: 55.00
  - { amount: 50.00, count: 6, units: months }
`;
const planned = () => ({ 'items/1-pass.yaml': `${smallShop['items/1-pass.yaml']}${PLAN}` });

test('a plan that would end on the day of the event or later is refused with file and line', async () => {
  const late = new Date('2027-01-22T10:00:00Z');
  await folder.change({ ...planned(), ...smallShopFile('shop.yaml', '150', '30') });
  const refused = await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: late });
  expect(refused).toEqual({
    ok: false,
    error: [
      {
        file: 'items/1-pass.yaml',
        line: 12,
        message:
          'payment_plan: cannot be ordered: the last payment of an order placed today would be due on 2027-07-22, but must be due before 2027-07-22, the day of the event or departure',
      },
    ],
  });
  const inTime = new Date('2027-01-21T10:00:00Z');
  expect(await imported(inTime)).toMatchObject({ isChanged: true, warnings: [] });
});

test('a plan on sale that has become too late causes a warning, until the event is over', async () => {
  await folder.change(planned());
  await imported();
  await folder.change(smallShopFile('items/3-mug.yaml', '12.50', '13'));
  const { warnings } = await imported(new Date('2027-05-01T10:00:00Z'));
  expect(warnings).toMatchObject([{ file: 'items/1-pass.yaml', line: 12 }]);
  await folder.change(smallShopFile('items/3-mug.yaml', '12.50', '14'));
  expect((await imported(new Date('2027-08-01T10:00:00Z'))).warnings).toEqual([]);
});

test('a changed rule for day zero is resolved again', async () => {
  await imported();
  await folder.change(smallShopFile('shop.yaml', 'month: 7', 'month: 8'));
  await imported();
  expect((await loadShop(database.db)).private.dayZero).toBe('2027-08-26');
});

test('the import of a folder with mistakes names all of them and changes nothing', async () => {
  await imported();
  const before = await everything();
  await folder.change({
    ...smallShopFile('items/3-mug.yaml', 'price: 12.50', 'price: 12.505'),
    'items/1-pass.yaml': smallShop['items/1-pass.yaml']!.replace('event: fest', 'event: party').replace(
      'stock: 10',
      'stock: 11',
    ),
    'vouchers.yaml': '- { code: TEN, name: Ten off, amount: 10.00 }\n- { code: ten, name: Again, amount: 1 }\n',
  });
  const result = await importNow();
  expect(result).toEqual({
    ok: false,
    error: [
      { file: 'items/1-pass.yaml', line: 4, message: 'event: there is no event party in events.yaml' },
      { file: 'items/3-mug.yaml', line: 4, message: 'price: 12.505 is not an amount with at most 2 decimals' },
      { file: 'vouchers.yaml', line: 2, message: 'code: the voucher TEN occurs twice' },
    ],
  });
  expect(await everything()).toEqual(before);
});

test('changed terms without a new version are named together with all other mistakes', async () => {
  await imported();
  const before = await everything();
  await folder.change({
    ...smallShopFile('shop.yaml', 'currency: EUR', 'currency: euro'),
    'pages/terms-conditions.html': '<p>Other terms.</p>\n',
  });
  const result = await importNow();
  expect(result.ok ? [] : result.error.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '5 currency: expected a currency code such as EUR',
    '8 terms_version: pages/terms-conditions.html has changed since version 1; give it a new one',
  ]);
  await folder.change({ 'pages/terms-conditions.html': null });
  const without = await importNow();
  expect(without.ok ? [] : without.error.map(({ file, message }) => `${file} ${message}`)).toEqual([
    'pages/terms-conditions.html is missing',
    'shop.yaml currency: expected a currency code such as EUR',
  ]);
  expect(await everything()).toEqual(before);
});

test('if stock is lowered below the sold and held units, no sale is lost and nothing more is sold', async () => {
  await imported();
  await database.db.run("update shop_items set sold = 3, held = 2 where external_code = 'pass'");
  await folder.change(smallShopFile('items/1-pass.yaml', 'stock: 10', 'stock: 4'));
  await imported();
  const row = await database.db.row(
    "select capacity, capacity_wanted, sold, held from shop_items where external_code = 'pass'",
  );
  expect(row).toEqual({ capacity: 5, capacity_wanted: 4, sold: 3, held: 2 });
  expect(await shopItem(database.db, 'pass', now)).toMatchObject({ in_stock: false, stock_level: 0 });
});

test('a removed departure with held seats is no longer offered, but keeps its counters', async () => {
  await imported();
  await database.db.run("update departures set held = 2 where code = 'early'");
  await folder.change(smallShopFile('items/2-coach.yaml', '  - { code: early, at: day+0 09:30, stock: 4 }\n', ''));
  await imported();
  expect((await shopItem(database.db, 'coach', now))!.travel_times).toHaveLength(1);
  expect(await database.db.row("select is_active, held from departures where code = 'early'")).toEqual({
    is_active: false,
    held: 2,
  });
});

test('a sale that commits while the import waits for its item is counted', async () => {
  await imported();
  await folder.change(smallShopFile('items/1-pass.yaml', 'stock: 10', 'stock: 2'));
  const buyer = new pg.Client(database.connection);
  await buyer.connect();
  await buyer.query('begin');
  await buyer.query("update shop_items set sold = sold + 4 where external_code = 'pass'");
  const waiting = imported();
  // Until the import waits for the buyer's row there is nothing to observe.
  for (;;) {
    const blocked = await database.db.row('select 1 from pg_locks where not granted');
    if (blocked) break;
  }
  await buyer.query('commit');
  await buyer.end();
  await waiting;
  expect(await database.db.row("select capacity, sold from shop_items where external_code = 'pass'")).toEqual({
    capacity: 4,
    sold: 4,
  });
});

test('an item that is removed from the folder is withdrawn, and it returns with the file', async () => {
  await imported();
  await folder.change({ 'items/3-mug.yaml': null });
  expect(await imported()).toMatchObject({ items: { total: 2, added: 0, withdrawn: 1 } });
  expect(await shopItem(database.db, 'mug', now)).toBeNull();
  expect(await database.db.row("select is_active from shop_items where external_code = 'mug'")).toEqual({
    is_active: false,
  });
  await folder.change({ 'items/3-mug.yaml': smallShop['items/3-mug.yaml']! });
  expect(await imported()).toMatchObject({ items: { added: 0, withdrawn: 0 } });
  expect(await shopItem(database.db, 'mug', now)).not.toBeNull();
});

test('a changed voucher keeps its uses, and a removed one is disabled', async () => {
  await imported();
  await database.db.run('update vouchers set uses = 3');
  await folder.change({ 'vouchers.yaml': '- { code: Ten, name: Eleven off, amount: 11.00 }\n' });
  await imported();
  const voucher = () => database.db.row('select code, amount, uses, uses_limit, is_active from vouchers');
  expect(await voucher()).toEqual({ code: 'Ten', amount: 1_100, uses: 3, uses_limit: null, is_active: true });
  await folder.change({ 'vouchers.yaml': '' });
  await imported();
  expect(await voucher()).toMatchObject({ uses: 3, is_active: false });
});

test('changed terms need a new version, and the old text is kept', async () => {
  await imported();
  await folder.change({ 'pages/terms-conditions.html': '<p>Other terms.</p>' });
  expect(await importNow()).toMatchObject({
    ok: false,
    error: [{ file: 'shop.yaml', line: 8, message: expect.stringContaining('has changed since version 1') }],
  });
  await folder.change(smallShopFile('shop.yaml', "terms_version: '1'", "terms_version: '2'"));
  await imported();
  const rows = await database.db.rows<{ id: number; version: string; html: string }>(
    'select id, version, html from terms_versions order by id',
  );
  expect(rows).toMatchObject([
    { version: '1', html: '<p>The terms.</p>' },
    { version: '2', html: '<p>Other terms.</p>' },
  ]);
  expect((await loadShop(database.db)).private.termsVersionId).toBe(rows[1]!.id);
});

test('an item sold as a ticket cannot become merchandise', async () => {
  await imported();
  await folder.change({ 'items/1-pass.yaml': 'external_code: pass\nname: Pass\ntype: mug\nprice: 1\nstock: 1\n' });
  expect(await importNow()).toEqual({
    ok: false,
    error: [
      {
        file: 'items/1-pass.yaml',
        line: 3,
        message: 'type: pass was sold as tickets before; give it another external_code',
      },
    ],
  });
});

test('two imports at once store the shop once', async () => {
  const reports = await Promise.all([imported(), imported()]);
  expect(reports.map((report) => report.isChanged).sort()).toEqual([false, true]);
  expect(await database.db.row('select count(*) from shop_items')).toEqual({ count: 3 });
});

test('a loaded shop has its labels in the folder’s order, and the second load comes from memory', async () => {
  await imported();
  const shop = await loadShop(database.db);
  expect(Object.keys(shop.public.productTypes)).toEqual(['ticket', 'transport', 'addon']);
  expect(shop.public).toMatchObject({
    currencyDigits: 2,
    countries: [
      { code: 'BE', name: 'Belgium' },
      { code: 'NL', name: 'Netherlands' },
      { code: 'GB', name: 'United Kingdom' },
    ],
    addressLines: [{ key: 'street', text: 'Street', required: true, autocomplete: null }],
    shopPaymentBankTransferCountries: ['NL'],
    refundStatuses: { active: 'Requested', processed: 'Completed' },
  });
  expect(shop.private.shippingRates).toEqual({
    NL: { name: 'Post', type: 'standard', price: 650 },
    BE: { name: 'Post', type: 'standard', price: 650 },
  });
  expect(await loadShop(database.db)).toBe(shop);
  await folder.change(smallShopFile('shop.yaml', 'name: Small shop', 'name: Other shop'));
  await imported();
  expect((await loadShop(database.db)).public.name).toBe('Other shop');
});

test('the shop has the default accessibility statement until the folder contains one', async () => {
  await imported();
  const statement = async () => (await loadShop(database.db)).public.texts.accessibilityHtml;
  expect(await statement()).toContain('hello@small.example');
  await folder.change({ 'pages/accessibility.html': '<p>Call us.</p>' });
  await imported();
  expect(await statement()).toBe('<p>Call us.</p>');
});

test('loading the shop before the first import throws', async () => {
  await expect(loadShop(database.db)).rejects.toThrow('No shop has been imported yet');
});

async function givenOrder(): Promise<void> {
  await database.db.run(
    `with customer as (
       insert into customers (email, email_key, full_name, created_at) values ('a@b.c', 'a@b.c', 'A', now()) returning id
     )
     insert into orders (
       code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total, total_price,
       customer_name, customer_email, billing_country, billing_address
     )
     select 'ORDER', 'ORDER', id, 'web', now(), 'credit_card', 'pending', 0, 0, 'A', 'a@b.c', 'NL', '{}' from customer`,
  );
}

test.each([
  ['currency: EUR', 'currency: USD', 'currency: the shop has sold in EUR'],
  ['currency: EUR', 'currency: EUR\ncurrency_digits: 0', 'currency_digits: the shop has sold with 2 digits'],
])('after an order with %s, a folder with %j is refused and changes nothing', async (from, to, message) => {
  const inOtherUnits = {
    ...smallShopFile('shop.yaml', from, to),
    // Only whole amounts, so that nothing else is wrong.
    ...smallShopFile('items/3-mug.yaml', '12.50', '12'),
  };
  await imported();
  await givenOrder();
  const before = await everything();
  await folder.change({ ...inOtherUnits, 'shop.yaml': inOtherUnits['shop.yaml']!.replace('6.50', '6') });
  expect(await importNow()).toEqual({ ok: false, error: [{ file: 'shop.yaml', line: expect.any(Number), message }] });
  expect(await everything()).toEqual(before);
});

test('the currency can change before anything was sold', async () => {
  await imported();
  await folder.change(smallShopFile('shop.yaml', 'currency: EUR', 'currency: USD'));
  expect(await imported()).toMatchObject({ isChanged: true });
});

test('an import that waits for the voucher of a checkout holds nothing that the checkout needs', async () => {
  await imported();
  await folder.change(smallShopFile('vouchers.yaml', 'Ten off', 'Ten less'));
  const importing = await database.db.transaction(async (checkout) => {
    await checkout.row("select 1 from vouchers where code_key = 'TEN' for no key update");
    const begun = imported();
    await untilLockWaits(database.db);
    // A checkout locks the items twice: its lines refer to them, and then it sells them. Both locks must be free.
    await checkout.run("set local lock_timeout = '500ms'");
    await checkout.rows('select 1 from shop_items order by id for key share');
    await checkout.rows('select 1 from shop_items order by id for no key update');
    // In an object, because a bare promise would be awaited before the commit.
    return { begun };
  });
  expect(await importing.begun).toMatchObject({ isChanged: true });
});

test('wrong tax rates by country of delivery are refused, each with its file and line', async () => {
  await folder.change({
    ...smallShopFile('shop.yaml', 'merchandise: 21 }', 'merchandise: { default: 21, FR: 20, BE: 6.123 } }'),
    'items/1-pass.yaml':
      'external_code: pass\nname: Pass\ntype: ticket\nprice: 10\nstock: 1\ntax: { default: 9, BE: 6 }\n',
    'items/3-mug.yaml': 'external_code: mug\nname: Mug\ntype: mug\nprice: 12.50\nstock: 7\ntax: { BE: 6 }\n',
    'items/4-cup.yaml': `external_code: cup
name: Cup
type: mug
price: 2
stock: 7
tax:
  default: 21
  Belgium: 6
`,
  });
  const result = await importNow();
  expect(result.ok).toBe(false);
  const mistakes = result.ok ? [] : result.error;
  expect(mistakes.map(({ file, line, message }) => `${file}:${line} ${message}`).sort()).toEqual([
    'items/1-pass.yaml:6 tax: a ticket is taxed where its event is: expected one rate',
    'items/3-mug.yaml:6 tax: expected a rate in percent, or rates by country with a default',
    'items/4-cup.yaml:8 tax.Belgium: Belgium is not in countries of shop.yaml',
    'shop.yaml:11 tax.merchandise.BE: expected a rate in percent with at most two decimals',
    'shop.yaml:11 tax.merchandise.FR: FR is not in countries of shop.yaml',
  ]);
});

test('a warning names a rate for a country that nothing is shipped to', async () => {
  await folder.change(smallShopFile('shop.yaml', 'merchandise: 21 }', 'merchandise: { default: 21, GB: 20 } }'));
  const { warnings } = await imported();
  expect(warnings.map(({ message }) => message)).toContain(
    'tax.merchandise.GB: nothing is shipped to GB, so the rate is never used',
  );
});
