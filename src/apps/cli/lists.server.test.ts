import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { issueItems } from '#features/tickets/server/public.ts';
import { type GivenOrder, givenCustomer, givenOrder } from '#features/tickets/testing.ts';
import { runShop } from '../../../test/support/command-line.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';

const now = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;
let dataFolder: string;
let customerId: number;

beforeAll(async () => {
  database = await givenDatabase();
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'foyer-lists-'));
  const imported = await importShopFolder({ db: database.db, folder: path.resolve('demo'), imagesFolder: null, now });
  expect(imported.ok).toBe(true);
  customerId = await givenCustomer(database.db);
});
afterAll(async () => {
  await database.drop();
  await rm(dataFolder, { recursive: true, force: true });
});

const shop = (...words: string[]) => runShop({ database, now }, ...words);

const itemId = async (code: string) =>
  (await database.db.row<{ id: number }>('select id from shop_items where external_code = $1', [code]))!.id;

const departureId = async (item: string, code: string) =>
  (await database.db.row<{ id: number }>('select id from departures where item_id = $1 and code = $2', [
    await itemId(item),
    code,
  ]))!.id;

interface GivenTicket extends Partial<Pick<GivenOrder, 'paymentStatus' | 'isTermsAccepted'>> {
  item: string;
  departure?: string;
  fullName: string;
  age?: string;
  set?: string;
}

async function givenTicket({ item, departure, fullName, age, set, ...order }: GivenTicket): Promise<void> {
  const { db } = database;
  const orderId = await givenOrder(db, {
    ...order,
    customerId,
    lines: [
      {
        itemId: await itemId(item),
        departureId: departure ? await departureId(item, departure) : null,
        fullName,
        email: 'holder@example.org',
        age: age ?? null,
        frozen: { name: item },
      },
    ],
  });
  const pending = order.paymentStatus === 'partial';
  await db.transaction((tx) => issueItems(tx, orderId, { pending }, now));
  if (set) await db.run(`update tickets set ${set} where order_id = $1`, [orderId]);
}

/** The cells of each row, without the header. */
const rowsOf = (csv: string): string[][] =>
  csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'));

describe('the manifest of a departure', () => {
  test('has everybody with a current seat, by name, with open payments, and nobody in a refund', async () => {
    const coach = { item: 'coach-amsterdam', departure: 'thursday-morning' };
    const moved = await departureId('coach-amsterdam', 'thursday-morning');
    await givenTicket({ ...coach, fullName: 'Zoë Last' });
    await givenTicket({ ...coach, fullName: '=HYPERLINK("http://bad.example")' });
    await givenTicket({ ...coach, fullName: 'Émile Plan', paymentStatus: 'partial' });
    await givenTicket({ ...coach, fullName: 'Terms Open', isTermsAccepted: false });
    await givenTicket({ ...coach, fullName: 'In Refund', set: `status = 'refund'` });
    await givenTicket({ ...coach, fullName: 'Cancelled', set: `status = 'cancelled'` });
    await givenTicket({ ...coach, fullName: 'Moved Away', set: 'departure_id = null' });
    await givenTicket({
      item: 'coach-amsterdam',
      departure: 'friday-morning',
      fullName: 'Moved Here',
      set: `departure_id = ${moved}`,
    });
    const { code, out } = await shop('manifest', 'coach-amsterdam', 'thursday-morning');
    expect(code).toBe(0);
    expect(out.startsWith('\uFEFF"Full name","Email","Item","Travel time","Ticket","Order","State"\r\n')).toBe(true);
    expect(rowsOf(out).map((row) => [row[0], row.at(-1)])).toEqual([
      [`'=HYPERLINK(""http://bad.example"")`, 'valid'],
      ['Émile Plan', 'pending payment'],
      ['Moved Here', 'valid'],
      ['Terms Open', 'terms not accepted'],
      ['Zoë Last', 'valid'],
    ]);
    expect(rowsOf(out)[0]![3]).toBe('Thursday 22 July 2027, 09:30');
  });

  test('of an item with one time needs no departure', async () => {
    await givenTicket({ item: 'coach-brussels', fullName: 'Kit Brussels' });
    const { code, out } = await shop('manifest', 'coach-brussels');
    expect([code, rowsOf(out).map((row) => row[0])]).toEqual([0, ['Kit Brussels']]);
    expect((await shop('manifest', 'coach-brussels', 'noon')).code).toBe(2);
  });

  test.each([
    [[], 'The item is missing.'],
    [['coach-atlantis', 'noon'], 'There is no item "coach-atlantis".'],
    [['sandlark-pass'], 'has no travel time'],
    [['coach-amsterdam'], 'thursday-noon'],
    [['coach-amsterdam', 'midnight'], 'There is no departure "midnight".'],
  ])('for %j is refused with the reason and the possible choices', async (words, text) => {
    const { code, out, err } = await shop('manifest', ...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
  });
});

test('the door list has everybody at the event except coach passengers, is a file that only its owner can read, and is audited', async () => {
  await givenTicket({ item: 'sandlark-pass', fullName: 'Noor Bakker', age: '25-34' });
  await givenTicket({ item: 'dune-camping', fullName: 'Ada Lovelace' });
  const file = path.join(dataFolder, 'door.csv');
  await writeFile(file, 'that everybody could read', { mode: 0o644 });
  const { code, out } = await shop('door-list', 'sandlark', '--out', file, '--as', 'gate');
  expect([code, out]).toEqual([0, `2 people written to ${file}.\n`]);
  const rows = rowsOf(await readFile(file, 'utf8'));
  expect(rows.map((row) => [row[0], row[1], row[3], row[6]])).toEqual([
    ['Ada Lovelace', '', 'dune-camping', 'valid'],
    ['Noor Bakker', '25 to 34', 'sandlark-pass', 'valid'],
  ]);
  expect((await stat(file)).mode & 0o077).toBe(0);
  const nowhere = path.join(dataFolder, 'nowhere', 'door.csv');
  expect(await shop('door-list', 'sandlark', '--out', nowhere)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${nowhere} cannot be written: `),
  });
  const entry = await database.db.row('select actor, action, subject, details from audit_log order by id desc limit 1');
  expect(entry).toEqual({ actor: 'gate', action: 'list.door-list', subject: 'sandlark', details: { people: 2 } });
  expect((await shop('door-list', 'woodstock')).err).toContain('sandlark  Sandlark');
});
