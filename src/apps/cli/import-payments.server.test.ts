import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import { creditorReference } from '#features/orders/domain/creditor-reference.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { app, folder, givenCommandShop, mila, shop } from '../../../test/support/command-shop.ts';
import { purchase } from '../../../test/support/purchase.ts';

givenCommandShop();

let files = 0;
async function fileOf(content: string | Uint8Array, ending = 'xml'): Promise<string> {
  files += 1;
  const file = path.join(folder, `statement-${files}.${ending}`);
  await writeFile(file, content);
  return file;
}
const camt = (entries: readonly CamtEntry[], account?: string) => fileOf(camtOf(entries, account));

let holders = 0;
/** Places an unpaid order by bank transfer and returns its code. */
async function awaiting(item = 'saturday'): Promise<string> {
  holders += 1;
  const added = await app.call('add-product-to-cart', {
    token: mila,
    external_code: item,
    full_name: `Holder ${'abcdefghijklmnopqrstuvwxyz'[holders]}`,
    email: 'holder@example.org',
    age: '25-34',
  });
  expect(added.body.message).toBeUndefined();
  const placed = await app.call('checkout-cart', {
    token: mila,
    cart: added.body.cart.code,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  expect(placed.body.message).toBeUndefined();
  return placed.body.order.code;
}

async function startedRefund(): Promise<string> {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const { body } = await app.call('request-refund', {
    token: mila,
    order_id: order.id,
    tickets: order.tickets[0]!.code,
    ...bankOnWire,
  });
  await shop('refunds', 'start', body.refund_id);
  return body.refund_id;
}

const statusOf = async (code: string) =>
  (await app.db.row<{ payment_status: string }>('select payment_status from orders where code = $1', [code]))
    ?.payment_status;
const refundStatus = async (code: string) =>
  (await app.db.row<{ status: string }>('select status from refunds where code = $1', [code]))?.status;
const state = () =>
  app.db.row(
    `select (select count(*) from receipts) as receipts, (select count(*) from ledger_entries) as entries,
       (select count(*) from audit_log) as audited, (select count(*) from refund_bank_lines) as lines`,
  );

describe('payments import', () => {
  test('shows what it would book, books it once, and the second time reports it as already booked', async () => {
    const [one, other] = [await awaiting(), await awaiting()];
    const file = await camt([
      { amount: '76.00', reference: 'B1', text: `Order ${one}`, name: 'Mila Okonkwo' },
      { amount: '76.00', reference: 'B2', text: creditorReference(other) },
      { amount: '5.00', reference: 'B3', text: 'a gift' },
      { amount: '-9.90', reference: 'B4', text: 'fee' },
    ]);
    const before = await state();
    const preview = await shop('payments', 'import', file);
    expect(preview).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toContain('4 lines, the balance matches (€147.10)');
    expect(preview.out).toContain('Certain: 2 lines, €152.00 in');
    expect(preview.out).toMatch(new RegExp(`1 +2026-11-19 +€76.00 +Mila Okonkwo +${one} pays exactly +Order ${one}`));
    expect(preview.out).toContain(`${other} pays exactly`);
    expect(preview.out).toMatch(/3 +2026-11-19 +€5.00 +no reference +a gift/);
    expect(preview.out).toContain('Money out: 1 line, €9.90 out');
    expect(preview.out).toContain('Nothing was booked. To book it, add --book.');
    expect(await state()).toEqual(before);

    const booked = await shop('payments', 'import', file, '--book', '--as', 'Berta');
    expect(booked).toMatchObject({ code: 0, err: '' });
    expect(booked.out).toMatch(new RegExp(`1  2026-11-19  €76.00  Mila Okonkwo  receipt \\d+: order ${one} is paid`));
    expect(booked.out).toMatch(new RegExp(`order ${other} is paid`));
    expect(booked.out).toContain('Booked: 2 lines, €152.00 in.');
    expect(booked.out).toContain('Skipped: 1 line, €5.00 in.');
    expect([await statusOf(one), await statusOf(other)]).toEqual(['paid', 'paid']);
    expect((await shop('orders', 'show', one)).out).toContain('2026-11-19');

    const after = await state();
    const again = await shop('payments', 'import', file, '--book');
    expect(again.out).toContain('Booked: 0 lines.');
    expect(again.out).toMatch(/Already booked: 2 lines, €152\.00 in\./);
    expect((await shop('payments', 'import', file)).out).toContain('Already booked: 2 lines, €152.00 in');
    expect(await state()).toEqual(after);
  });

  test('takes two equal lines as two payments', async () => {
    const code = await awaiting();
    const line = { amount: '76.00', text: code };
    const file = await camt([line, line]);
    const booked = await shop('payments', 'import', file, '--book', '--accept', '2');
    expect(booked.out).toContain(`order ${code} is paid (double, €76.00 in suspense)`);
    expect(booked.out).toContain('Booked: 2 lines, €152.00 in.');
  });

  test('books a line whose code is clear but whose amount or order does not fit only if it is accepted', async () => {
    const [short, ended] = [await awaiting(), await awaiting()];
    await shop('orders', 'cancel', ended);
    const file = await camt([
      { amount: '70.00', reference: 'S1', text: creditorReference(short) },
      { amount: '76.00', reference: 'S2', text: ended },
    ]);
    const preview = await shop('payments', 'import', file);
    expect(preview.out).toContain('Likely: book with --accept: 2 lines, €146.00 in');
    expect(preview.out).toContain(`the code matches, the amount does not: ${short} pays less than is due`);
    expect(preview.out).toContain(`no payment is expected: ${ended} pays an order that is no longer valid`);
    expect((await shop('payments', 'import', file, '--book')).out).toContain('Booked: 0 lines.');
    expect([await statusOf(short), await statusOf(ended)]).toEqual(['pending', 'cancelled']);

    const booked = await shop('payments', 'import', file, '--book', '--accept', '1,2');
    expect(booked.out).toContain(`order ${short} is partial (short)`);
    // Its items are still free, so late money makes it valid again.
    expect([await statusOf(short), await statusOf(ended)]).toEqual(['partial', 'paid']);
  });

  test('repeating an interrupted import books nothing twice', async () => {
    const [one, other] = [await awaiting(), await awaiting()];
    const lines = [one, other].map((text) => ({ amount: '76.00', text, reference: text }));
    await shop('payments', 'import', await camt(lines.slice(0, 1)), '--book');
    const booked = await shop('payments', 'import', await camt(lines), '--book');
    expect(booked.out).toContain('Booked: 1 line, €76.00 in.');
    expect([await statusOf(one), await statusOf(other)]).toEqual(['paid', 'paid']);
  });

  test('books likely lines that are accepted, and unknown ones without an order', async () => {
    const code = await awaiting('sandlark-pass');
    const needed = (await app.db.row<{ total_price: number }>('select total_price from orders where code = $1', [
      code,
    ]))!;
    const amount = (needed.total_price / 100).toFixed(2);
    const file = await camt([
      { amount, reference: 'L1', text: 'festival', name: 'OKONKWO MILA', iban: 'NL91ABNA0417164300' },
      { amount: '3.33', reference: 'L2', text: 'whatever' },
    ]);
    const preview = await shop('payments', 'import', file);
    expect(preview.out).toMatch(new RegExp(`Likely.*\\n.*name and amount match: ${code}`));
    expect((await shop('payments', 'import', file, '--book')).out).toContain('Booked: 0 lines.');
    expect(await shop('payments', 'import', file, '--book', '--accept', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Line 2 is not a likely match.'),
    });
    const booked = await shop('payments', 'import', file, '--book', '--accept', `1=${code}`, '--unmatched', '2');
    expect(booked.out).toContain(`order ${code} is paid`);
    expect(booked.out).toMatch(/receipt \d+, in suspense: payments assign/);
    // The payer's account is known now.
    const next = await awaiting('sandlark-pass');
    const second = await camt([{ amount, reference: 'L3', text: 'x', iban: 'NL91ABNA0417164300' }]);
    expect((await shop('payments', 'import', second)).out).toContain(`: ${next}`);
    await shop('orders', 'cancel', next);
    expect(await app.db.row('select count(*) as with_payer from receipts where payer is not null')).toEqual({
      with_payer: 1,
    });
  });

  test('one transfer that names several orders and is their sum is shared among them', async () => {
    const [one, other] = [await awaiting(), await awaiting()];
    const file = await camt([{ amount: '152.00', reference: 'S1', text: `${one} ${other}` }]);
    expect((await shop('payments', 'import', file)).out).toContain(`${one} (€76.00) and ${other} (€76.00)`);
    const booked = await shop('payments', 'import', file, '--book', '--accept', 'all');
    expect(booked.out).toContain('Booked: 1 line, €152.00 in.');
    expect([await statusOf(one), await statusOf(other)]).toEqual(['paid', 'paid']);
    expect((await shop('payments', 'import', file)).out).toContain('Already booked: 1 line');
  });

  test('money that was recorded by hand is not booked again unless somebody says so', async () => {
    const code = await awaiting();
    await shop('payments', 'record', code, '76', '--transaction', 'by hand');
    const file = await camt([{ amount: '76.00', reference: 'H1', text: code }]);
    expect((await shop('payments', 'import', file, '--book', '--accept', 'all')).out).toContain('Booked: 0 lines.');
    expect((await shop('payments', 'import', file)).out).toMatch(/seems to have been booked already as receipt \d+/);
  });

  test('reads MT940, CSV in a named format and ZIP files', async () => {
    const codes = [await awaiting(), await awaiting(), await awaiting()];
    const mt940 = `:20:1\n:25:NL85LARK0123456789\n:28C:1\n:60F:C261118EUR0,00\n:61:2611191119C76,00NTRFNONREF//M1\n:86:${codes[0]}\n:62F:C261119EUR76,00\n-\n`;
    expect((await shop('payments', 'import', await fileOf(mt940, 'sta'), '--book')).out).toContain('Booked: 1 line');
    const csv = await fileOf(`Day;Sum;Words\n19.11.2026;76,00;${codes[1]}\n20.11.2026;76,00;today\n`, 'csv');
    expect(await shop('payments', 'import', csv)).toMatchObject({
      code: 2,
      err: expect.stringContaining('The shop does not know yet what the columns of'),
    });
    const format = await fileOf('columns: { date: Day, amount: Sum, text: [Words] }\n', 'yaml');
    const read = await shop('payments', 'import', csv, '--csv', format, '--book');
    expect(read.out).toContain('Booked: 1 line, €76.00 in.');
    expect((await shop('payments', 'import', csv, '--csv', format)).out).toContain('the day is not over');
    const zip = zipSync({ 'day.xml': Buffer.from(camtOf([{ amount: '76.00', text: codes[2]! }])) });
    expect((await shop('payments', 'import', await fileOf(zip, 'zip'), '--book')).out).toContain('Booked: 1 line');
    for (const code of codes) expect(await statusOf(code)).toBe('paid');
  });

  test('shows what the columns of an unknown CSV seem to mean, and remembers them once the file is booked', async () => {
    const [one, other] = [await awaiting(), await awaiting()];
    const head = 'Buchungstag;Name;Verwendungszweck;Betrag';
    const csv = await fileOf(`${head}\n19.11.2026;Mila;${one};76,00\n18.11.2026;Ada;?;12,3x\n`, 'csv');
    const before = await state();
    const shown = await shop('payments', 'import', csv, '--book');
    expect(shown).toMatchObject({ code: 2, err: expect.stringContaining('repeat the command with --csv guess') });
    expect(shown.out).toContain('  date: Buchungstag');
    expect(shown.out).toContain('decimal: ","');
    expect(shown.out).toMatch(new RegExp(`2026-11-19 +€76.00 +Mila +${one}`));
    expect(shown.out).toContain('row 3, Betrag: “12,3x” is not an amount');
    expect(await shop('payments', 'import', csv, '--csv', 'guess')).toMatchObject({ code: 0 });
    expect((await shop('payments', 'import', csv)).code).toBe(2);
    expect(await state()).toEqual(before);

    expect((await shop('payments', 'import', csv, '--csv', 'guess', '--book')).out).toContain('Booked: 1 line');
    const next = await fileOf(`Account;NL85 LARK 0123456789\n\n${head}\n19.11.2026;Ada;${other};76,00\n`, 'csv');
    expect((await shop('payments', 'import', next, '--book')).out).toContain('Booked: 1 line');
    expect((await shop('payments', 'import', next)).out).toContain('account NL85LARK0123456789');
    expect(await Promise.all([one, other].map(statusOf))).toEqual(['paid', 'paid']);
  });

  test('says what is missing if the columns of a CSV cannot be guessed', async () => {
    const answer = await shop('payments', 'import', await fileOf('a;b\nhello;world\n', 'csv'));
    expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('The shop does not know yet') });
    expect(answer.out).toContain('Choose the column with the date.');
    const wrong = await fileOf('Day;Sum\n1;2\n', 'csv');
    const format = await fileOf('columns: { date: Tag, amount: Sum, text: [Words] }\n', 'yaml');
    expect((await shop('payments', 'import', wrong, '--csv', format)).err).toContain('has no column Tag, Words.');
  });

  test.each([
    [
      'a changed file',
      camtOf([{ amount: '5.00' }]).replace(
        '5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n<Sts>',
        '6.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n<Sts>',
      ),
      'The file is incomplete or was changed.',
    ],
    ['a picture', '\0\0', 'is not a camt, MT940 or CSV file'],
    ['broken XML', camtOf([]).slice(0, 200), 'cannot be read. Its XML is broken in line '],
  ])('refuses %s, and changes nothing', async (_, content, message) => {
    const before = await state();
    const answer = await shop('payments', 'import', await fileOf(content), '--book');
    expect(answer).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(answer.err).toContain('Nothing was changed.');
    expect(await state()).toEqual(before);
  });

  test('lines of another account are shown and not booked', async () => {
    const code = await awaiting();
    const file = await camt([{ amount: '76.00', text: code }], 'NL02ABNA0123456789');
    const answer = await shop('payments', 'import', file, '--book');
    expect(answer.out).toContain('Booked: 0 lines.');
    expect((await shop('payments', 'import', file)).out).toContain('not an account of the shop');
    await shop('orders', 'cancel', code);
  });
});

describe('money out', () => {
  test('closes a refund; a return opens it again with the bank’s words, and it can be paid once more', async () => {
    const refund = await startedRefund();
    const paid = { amount: '-184.00', reference: 'O1', endToEndId: refund, day: '2026-11-18' };
    const returned = {
      ...{ amount: '184.00', reference: 'O2', endToEndId: refund, day: '2026-11-19' },
      returned: { code: 'AC04', words: 'Account closed' },
    };
    const first = await shop('payments', 'import', await camt([paid]), '--book');
    expect(first.out).toContain(`${refund} is paid`);
    expect(await refundStatus(refund)).toBe('processed');

    const both = await camt([paid, returned]);
    const second = await shop('payments', 'import', both, '--book');
    expect(second.out).toContain(`refund ${refund} has a problem`);
    expect(second.out).toContain('Booked: 1 line, €184.00 in.');
    expect(await refundStatus(refund)).toBe('problem');
    expect((await shop('refunds', 'show', refund)).out).toContain(
      'The bank returned it: the account is closed (AC04, Account closed)',
    );

    await shop('refunds', 'start', refund);
    // The old statement lines do not close the refund again.
    expect((await shop('payments', 'import', both, '--book')).out).toContain('Booked: 0 lines.');
    expect(await refundStatus(refund)).toBe('processing');
    expect((await shop('payments', 'import', await camt([{ ...paid, reference: 'O3' }]), '--book')).out).toContain(
      `${refund} is paid`,
    );
    const mails = (await app.mails()).filter(
      ({ kind, subject }) => kind === 'refund-processed' && subject.includes(refund),
    );
    expect(mails).toHaveLength(2);
    expect(
      await app.db.row(
        `select count(*)::int as notes from invoices where refund_id = (select id from refunds where code = $1)`,
        [refund],
      ),
    ).toEqual({ notes: 1 });
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });

  test('that pays an entire file closes all its refunds, and another amount closes none', async () => {
    const refunds = [await startedRefund(), await startedRefund()];
    const exported = await shop('refunds', 'export', path.join(folder, 'pain.xml'));
    const file = /SLK-REFUNDS-\d+-\d+/.exec(exported.out)![0];
    const line = (amount: string) => camt([{ amount, reference: 'F1', paymentFile: file }]);
    expect((await shop('payments', 'import', await line('-1.00'), '--book')).out).toContain('Booked: 0 lines.');
    const booked = await shop('payments', 'import', await line('-368.00'), '--book');
    expect(booked.out).toContain(`${refunds[0]}, ${refunds[1]} are paid`);
    for (const refund of refunds) expect(await refundStatus(refund)).toBe('processed');
  });

  test('an operator can also report that a paid refund was returned', async () => {
    const refund = await startedRefund();
    await shop('refunds', 'done', refund);
    expect((await shop('refunds', 'problem', refund)).out).toContain('has a problem');
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });
});
