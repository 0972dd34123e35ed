import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Db } from '#platform/db/db.ts';
import { storedFile } from '#platform/files/files-store.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { givenShopFolder, makePicture, smallShopFile, type TestFolder } from '../testing.ts';
import { exportShopFolder } from './export-shop-folder.ts';
import { defaultImageCache } from './images/image-folders.ts';
import { importShopFolder } from './import-shop-folder.ts';
import { shopState } from './shop-state-store.ts';

const now = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;
let other: TestDatabase;
let work: string;

beforeAll(async () => {
  database = await givenDatabase();
  other = await givenDatabase();
  work = await mkdtemp(path.join(os.tmpdir(), 'foyer-export-'));
});
afterAll(async () => {
  await database.drop();
  await other.drop();
  await rm(work, { recursive: true, force: true });
});

const imagesFolder = () => path.join(work, 'images');

async function imported(db: Db, folder: string, images: string | null = null): Promise<void> {
  const folders = { folder, imagesFolder: images, cacheFolder: defaultImageCache() };
  const result = await importShopFolder({ db, ...folders, keepsSources: true, now });
  if (!result.ok)
    throw new Error(result.error.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
}

async function exported(db: Db, name: string) {
  const folder = path.join(work, name);
  const result = await exportShopFolder({ db, folder });
  if (!result.ok) throw new Error(result.error.kind);
  return { folder, ...result.value };
}

/** Everything that an import writes; ids only where they must stay the same. */
const everything = (db: Db, { includesIds }: { readonly includesIds: boolean }) =>
  db.row(
    `select
       (select jsonb_agg(to_jsonb(e) ${includesIds ? '' : "- 'id'"} order by e.code) from events e) as events,
       (select jsonb_agg(to_jsonb(i) ${includesIds ? '' : "- 'id' - 'event_id'"} order by i.external_code) from shop_items i) as items,
       (select jsonb_agg(to_jsonb(d) ${includesIds ? '' : "- 'id' - 'item_id'"} order by d.departs_at, d.code) from departures d) as departures,
       (select jsonb_agg(to_jsonb(v) - 'id' order by v.code) from vouchers v) as vouchers,
       (select jsonb_agg(to_jsonb(t) - 'id' order by t.version) from terms_versions t) as terms,
       (select config from shop_state) as config,
       (select day_zero from shop_state) as day_zero`,
  );

describe('an export of the demo', () => {
  test('results in the same shop when imported, here and into an empty database', async () => {
    await imported(database.db, path.resolve('demo'));
    const before = await everything(database.db, { includesIds: true });
    const { folder, ...report } = await exported(database.db, 'demo');
    expect(report).toMatchObject({ items: 14, events: 1, vouchers: 2, warnings: [] });
    expect(report.pictures).toBeGreaterThan(50);

    await imported(database.db, folder);
    expect(await everything(database.db, { includesIds: true })).toEqual(before);

    await imported(other.db, folder);
    const elsewhere = await everything(other.db, { includesIds: false });
    expect(elsewhere).toEqual(await everything(database.db, { includesIds: false }));
  });

  test('is the same, byte for byte, when made from a database that imported it', async () => {
    const { folder } = await exported(other.db, 'again');
    const files = async (root: string) => (await readdir(root, { recursive: true })).sort();
    expect(await files(folder)).toEqual(await files(path.join(work, 'demo')));
    const read = async (file: string) => readFile(file, 'utf8');
    for (const file of ['shop.yaml', 'items/08-coach-amsterdam.yaml', 'pages/faqs.html']) {
      expect(await read(path.join(folder, file))).toBe(await read(path.join(work, 'demo', file)));
    }
  });

  test('is refused if its folder is not empty', async () => {
    expect(await exportShopFolder({ db: database.db, folder: path.join(work, 'demo') })).toEqual({
      ok: false,
      error: { kind: 'not_empty' },
    });
  });
});

describe('an export of a shop with everything that the demo lacks', () => {
  let source: TestFolder;
  let fullDatabase: TestDatabase;
  beforeAll(async () => {
    fullDatabase = await givenDatabase();
    source = await givenShopFolder();
  });
  afterAll(async () => {
    await fullDatabase.drop();
    await source.remove();
  });

  test.each([
    ['EUR', 2, '9.99', '0.01', '10'],
    ['JPY', 0, '999', '1', '1000'],
    ['KWD', 3, '9.995', '0.005', '10'],
  ])('changes nothing when imported with prices in %s (%i decimals)', async (currency, digits, price, fee, total) => {
    await source.change({
      ...smallShopFile('shop.yaml', 'currency: EUR', `currency: ${currency}`),
      'vouchers.yaml': `- { code: größe-1, name: "# 1: 'odd'", amount: ${price}, valid_from: 2026-01-01, valid_until: 2026-12-31, uses: 3 }
- { code: '007', name: Bond, amount: ${fee}, valid_until: 2026-12-31 18:30 }
`,
      'items/1-pass.yaml': `external_code: pass
name: "Pass: all of it"
type: ticket
event: fest
price: ${price}
fee: ${fee}
tax: 5.55
stock: unlimited
limit_per_order: 3
featured: true
force_view: true
timezone: America/New_York
age_options: ['18']
refunds: { from: 2026-12-01, until: 2027-07-01 12:00, fee: ${fee} }
name_changes: { limit: unlimited }
email_changes: true
payment_plan: [{ amount: ${fee} }, { amount: ${price}, count: 2, units: weeks }]
images: [images/photo.png]
description: |
  <p>First line: <strong>bold</strong> and a “quote”.</p>
  <ul><li>a</li></ul>
`,
      'items/2-coach.yaml': `external_code: coach
name: Coach
type: transport
price: ${total}
stock: 4
travel_time: 2027-07-22 09:15
travel_time_changes_until: 2027-07-20
`,
      'items/3-mug.yaml': null,
      'images/photo.png': await makePicture(900, 700),
    });
    const shop = await readFile(path.join(source.folder, 'shop.yaml'), 'utf8');
    await writeFile(
      path.join(source.folder, 'shop.yaml'),
      `${shop.replace('price: 6.50', `price: ${price}`)}
orders: { code_prefix: TEST, cart_minutes: 20, restock_refunds: false, channels: { fair: Fair stand } }
retention: { mail_days: 30, holder_months: never }
theme: { brand_color: '#112233', radius: round, color_scheme: dark, font_text: Inter }
website: { url: https://example.org, label: Site }
tracking_pixel_id: '12345'
ticket_statuses: { active: 'Yes: usable' }
images: { logo: images/photo.png, icon: images/photo.png, banner: images/photo.png }
cards: { tickets: { title: Go, text: 'Now: #1', image: images/photo.png } }
show_out_of_stock: false
`,
    );
    await imported(fullDatabase.db, source.folder);
    expect((await shopState(fullDatabase.db))!.config.public.currencyDigits).toBe(digits);
    const before = await everything(fullDatabase.db, { includesIds: true });
    const { folder, warnings } = await exported(fullDatabase.db, `everything-${currency}`);
    expect(warnings).toEqual([]);
    await imported(fullDatabase.db, folder);
    expect(await everything(fullDatabase.db, { includesIds: true })).toEqual(before);
  });

  test('contains tax rates by country, and an item’s only if they differ from the shop’s', async () => {
    const taxed = await givenShopFolder({
      ...smallShopFile('shop.yaml', 'merchandise: 21 }', 'merchandise: { default: 21, BE: 6 } }'),
      'items/3-mug.yaml': 'external_code: mug\nname: Mug\ntype: mug\nprice: 12.50\nstock: 7\n',
      'items/4-book.yaml':
        'external_code: book\nname: Book\ntype: mug\nprice: 20\nstock: 7\ntax: { default: 9, BE: 6.5 }\n',
      'items/5-card.yaml': 'external_code: card\nname: Card\ntype: mug\nprice: 2\nstock: 7\ntax: 21\n',
    });
    const { db, drop } = await givenDatabase();
    await imported(db, taxed.folder);
    const before = await everything(db, { includesIds: true });
    const { folder } = await exported(db, 'rates-by-country');
    const taxes = await Promise.all(
      ['mug', 'book', 'card'].map(async (code) => {
        const name = (await readdir(path.join(folder, 'items'))).find((file) => file.includes(code))!;
        return parse(await readFile(path.join(folder, 'items', name), 'utf8')).tax;
      }),
    );
    expect(taxes).toEqual([undefined, { default: 9, BE: 6.5 }, 21]);
    await imported(db, folder);
    expect(await everything(db, { includesIds: true })).toEqual(before);
    await drop();
    await taxed.remove();
  });

  test('contains the shop’s own fonts, under the names with which they are served', async () => {
    const withFonts = await givenShopFolder({
      'fonts/own.woff2': await readFile(
        'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
      ),
      ...smallShopFile('shop.yaml', 'name: Small shop', 'fonts: { heading: fonts/own.woff2 }\nname: Small shop'),
    });
    const { db, drop } = await givenDatabase();
    await imported(db, withFonts.folder, imagesFolder());
    const { theme } = (await shopState(db))!.config.public;
    const served = path.basename(theme.headingFont!.url);
    expect(await storedFile(db, `images/${served}`)).toEqual(
      await readFile('node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    );
    const { folder, warnings } = await exported(db, 'with-fonts');
    expect([warnings, await readdir(path.join(folder, 'fonts'))]).toEqual([[], [served]]);
    await imported(db, folder, imagesFolder());
    expect((await shopState(db))!.config.public.theme).toEqual(theme);
    await drop();
    await withFonts.remove();
  });

  test('contains the resized pictures, with a warning, if their sources were not kept', async () => {
    await fullDatabase.db.run('delete from shop_files');
    const options = { imagesFolder: imagesFolder(), cacheFolder: defaultImageCache(), keepsSources: false };
    await importShopFolder({ db: fullDatabase.db, folder: source.folder, ...options, now });
    const { folder, warnings } = await exported(fullDatabase.db, 'without-sources');
    expect(warnings).toHaveLength(5);
    expect(warnings[0]).toMatch(/^The source of the picture .* was not kept/);
    await imported(fullDatabase.db, folder);
  });

  test('leaves out pictures that are not stored, and warns about it', async () => {
    const folder = path.join(work, 'without-pictures');
    await fullDatabase.db.run('delete from shop_files');
    const result = await exportShopFolder({ db: fullDatabase.db, folder });
    expect(result.ok && result.value).toMatchObject({ pictures: 0 });
    expect(result.ok && result.value.warnings.every((warning) => warning.endsWith('it is left out.'))).toBe(true);
    await imported(fullDatabase.db, folder);
  });
});
