import { beforeAll, describe, expect, test } from 'vitest';
import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson, officeBrowser } from '../support/office-people.ts';
import { app, awaiting, balanceOf, givenTransferShop, now } from '../support/transfer-shop.ts';

/* The office imports bank statements as the command line does: read first, then booked line by line, each once. */

givenTransferShop();
let finance: OfficePerson;

beforeAll(async () => {
  finance = await givenPerson(app, 'The bookkeeper', ['finance']);
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

interface Line {
  number: number;
  mark: string;
  group: string;
  is_sure: boolean;
  amount: number;
  why: string;
  choices: { order: string }[];
}

const source = (entries: readonly CamtEntry[], account?: string) => ({
  files: [{ name: 'bank.xml', content: Buffer.from(camtOf(entries, account)).toString('base64') }],
  csv: '',
  running_days: false,
});
type Source = ReturnType<typeof source>;

const read = async (wanted: Source): Promise<Line[]> => (await finance.browser.done('statement-read', wanted)).lines;
const book = (
  wanted: Source,
  lines: readonly { number: number; mark: string; order?: string; without_order?: boolean }[],
) =>
  finance.browser.done('statement-book', {
    ...wanted,
    lines: lines.map(({ number, mark, order = '', without_order = false }) => ({ number, mark, order, without_order })),
  });
const paying = ({ code }: Order, amount = '76.00', reference = `B${code}`): CamtEntry => ({
  amount,
  text: code,
  reference,
});

describe('a bank statement', () => {
  test('is read without booking anything, with the reason of each line', async () => {
    const order = await awaiting();
    const wanted = source([
      paying(order),
      { amount: '12.00', text: 'thanks', reference: 'X1' },
      { amount: '-9.99', text: 'bank fee', reference: 'X2' },
    ]);
    const answer = await finance.browser.done('statement-read', wanted);
    expect(answer.statements).toMatchObject([{ file: 'bank.xml', lines: 3, balance: 'fits' }]);
    expect(answer.lines).toMatchObject([
      { number: 1, group: 'certain', is_sure: true, amount: 7_600, why: `${order.code} pays exactly` },
      { number: 2, group: 'unknown', is_sure: false, why: 'no reference' },
      { number: 3, group: 'money_out', is_sure: false, amount: -999, why: 'not related to a refund' },
    ]);
    expect((await now(order)).payment_status).toBe('pending');
  });

  test('is booked line by line, and the same file again books nothing', async () => {
    const [one, other] = [await awaiting(), await awaiting()];
    const wanted = source([paying(one), paying(other)]);
    const lines = await read(wanted);
    const before = await balanceOf('bank');
    expect((await book(wanted, lines)).results).toMatchObject([
      { kind: 'booked', orders: [one.code], waiting: [] },
      { kind: 'booked', orders: [other.code], waiting: [] },
    ]);
    expect((await now(other)).payment_status).toBe('paid');
    expect((await book(wanted, lines)).results).toMatchObject([{ kind: 'booked_before' }, { kind: 'booked_before' }]);
    expect((await read(wanted)).map(({ group }) => group)).toEqual(['booked', 'booked']);
    expect((await balanceOf('bank')) - before).toBe(15_200);
    expect(
      await app.db.row(`select details from audit_log where action = 'statement.booked' order by id limit 1`),
    ).toEqual({
      details: { files: ['bank.xml'], lines: 2, booked: 2 },
    });
  });

  test('has lines that a person decides about: for a chosen order, or as money without an order', async () => {
    const [one, other] = [await awaiting(), await awaiting()];
    const wanted = source([paying(one, '70.00'), { amount: '12.34', text: 'for the festival', reference: 'Y1' }]);
    const [short, unknown] = (await read(wanted)) as [Line, Line];
    expect(short.why).toContain(one.code);
    const { results } = await book(wanted, [
      { ...short, order: short.choices[0]?.order },
      { ...unknown, without_order: true },
    ]);
    expect(results).toMatchObject([
      { kind: 'booked', orders: [one.code] },
      { kind: 'booked', orders: [], waiting: [expect.any(Number)] },
    ]);
    expect((await now(one)).total_paid).toBe(7_000);
    expect((await now(other)).payment_status).toBe('pending');
  });

  test('leaves a line that nobody decided about, and one that would now book something else', async () => {
    const order = await awaiting();
    const wanted = source([paying(order), { amount: '3.21', text: 'hello', reference: 'Z1' }]);
    const [sure, unknown] = (await read(wanted)) as [Line, Line];
    const other = source([paying(order, '76.00', 'another-line')]);
    await book(other, await read(other));
    const { results } = await book(wanted, [sure, unknown, { number: 99, mark: 'x' }]);
    expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(['changed', 'left', 'changed']);
  });
});

describe('a file that cannot be read', () => {
  const refused = async (files: { name: string; content: string }[]) =>
    (await finance.browser.call('statement-read', { files, csv: '', running_days: false })).body;
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each([
    ['letter.txt', 'Dear bank', /looks like CSV/],
    ['empty.xml', '', /not a camt, MT940/],
    ['page.html', '<html></html>', /not a camt, MT940/],
  ])('%s says so', async (name, content, message) => {
    expect((await refused([{ name, content: base64(content) }])).errors.files[0]).toMatch(message);
  });

  test('says that its balance does not add up', async () => {
    const wrong = camtOf([{ amount: '76.00', text: 'x', reference: 'W1' }]).replace('>76.00<', '>67.00<');
    expect((await refused([{ name: 'wrong.xml', content: base64(wrong) }])).errors.files[0]).toMatch(/closing balance/);
  });

  test('above 3 MB is refused, and no body is read from strangers', async () => {
    const large = base64('x'.repeat(3 * 1024 * 1024 + 1));
    expect((await refused([{ name: 'large.txt', content: large }])).errors.files[0]).toMatch(/larger than 3 MB/);
    expect((await refused([{ name: 'broken.txt', content: 'not base64!' }])).errors).toBeDefined();
    const stranger = officeBrowser(app);
    const body = { files: [{ name: 'a', content: large }], csv: '', running_days: false };
    expect((await stranger.call('statement-read', body)).status).toBe(401);
  });
});
