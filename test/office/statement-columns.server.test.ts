import { beforeAll, describe, expect, test } from 'vitest';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { app, givenTransferShop, placeByTransfer } from '../support/transfer-shop.ts';

/* A person chooses once what the columns of a bank's CSV mean, and the bank's next file is read without asking. */

givenTransferShop();
let finance: OfficePerson;
beforeAll(async () => {
  finance = await givenPerson(app, 'The bookkeeper', ['finance']);
});

const csv = (content: string | Buffer, name = 'bank.csv') => [
  { name, content: Buffer.from(content as string).toString('base64') },
];
const read = (files: object[], more = {}) => finance.browser.done('statement-read', { files, ...more });
const columnsOf = (files: object[], choice: { form?: object; meaning?: object } = {}) =>
  finance.browser.done('statement-columns', { files, file: 'bank.csv', form: null, meaning: null, ...choice });
const save = (wish: object) =>
  finance.browser.call('statement-columns-save', { request_key: crypto.randomUUID(), ...wish });
const remembered = () =>
  app.db.rows<{ headings: string }>('select headings, saved_by from statement_columns order by 1');

const HEAD = 'Buchungstag;Auftraggeber;IBAN;Verwendungszweck;Betrag;Währung';

test('the columns of a CSV are guessed, confirmed, and remembered for the bank’s next file', async () => {
  const order = await placeByTransfer();
  const windows1252 = Buffer.from(
    `${HEAD}\n19.11.2026;Jürgen Groß;NL91ABNA0417164300;${order.code};76,00;EUR\n18.11.2026;x;;y;12,3x;EUR\n`,
    'latin1',
  );
  const files = csv(windows1252);
  expect(await read(files)).toEqual({ import: null, is_known: false, columns_of: 'bank.csv' });
  expect(await app.db.rows('select 1 from statement_imports')).toEqual([]);

  const found = await columnsOf(files);
  expect(found).toMatchObject({
    names: HEAD.split(';'),
    form: { charset: 'windows-1252', separator: ';', skip_lines: 0 },
    meaning: {
      ...{ decimal: ',', dates: 'dd.mm.yyyy', out: null, in: null },
      roles: ['date', 'name', 'iban', 'text', 'amount', 'currency'],
    },
    problem: null,
    lines: [
      { day: '2026-11-19', amount: 7_600, party: 'Jürgen Groß', text: order.code, why: null },
      { amount: null, why: 'row 3, Betrag: “12,3x” is not an amount' },
    ],
    ...{ count: 2, unreadable: 1, reasons: ['row 3, Betrag: “12,3x” is not an amount'] },
  });
  expect(found.rows[0]).toEqual(['19.11.2026', 'Jürgen Groß', 'NL91ABNA0417164300', order.code, '76,00', 'EUR']);

  expect(await save(found)).toMatchObject({ status: 200 });
  expect(await remembered()).toEqual([
    { headings: HEAD.toLowerCase().replaceAll(';', '\n'), saved_by: 'The bookkeeper' },
  ]);
  const { import: id } = await read(files);
  const { lines } = await finance.browser.done('statement-import', { import: id });
  expect(lines).toMatchObject([
    { group: 'certain', why: `${order.code} pays exactly`, party: 'Jürgen Groß' },
    { group: 'stopped', why: 'row 3, Betrag: “12,3x” is not an amount' },
  ]);

  const other = await placeByTransfer();
  // The next file is in UTF-8 and has lines above the headings.
  const next = csv(`\uFEFFKonto;NL85 LARK 0123 4567 89\n\n${HEAD}\n20.11.2026;Ada;;${other.code};76,00;EUR\n`);
  expect(await read(next)).toMatchObject({ import: null, columns_of: 'bank.csv' });
  expect(await save(await columnsOf(next))).toMatchObject({ status: 200 });
  const opened = await finance.browser.done('statement-import', { import: (await read(next)).import });
  expect(opened.statements).toMatchObject([{ account: 'NL85LARK0123456789', is_own: true }]);
  const audit = await app.db.row<{ details: object }>(
    `select details, actor from audit_log where action = 'statement.columns_saved' order by id desc limit 1`,
  );
  expect(audit).toMatchObject({ actor: 'The bookkeeper', details: { columns: HEAD.split(';') } });
});

test('a choice can be changed by asking for the columns of a known file', async () => {
  const files = csv('Date,Paid,Booked,Words,Value\n11/12/2026,10/12/2026,10/12/2026,a,5.00\n');
  const found = await columnsOf(files);
  const roles = ['date', null, null, 'text', 'amount'];
  await save({ ...found, meaning: { ...found.meaning, roles } });
  const first = (await read(files)).import;
  expect(
    await read(csv('Date,Paid,Booked,Words,Value\n11/12/2026,1,2,b,6.00\n'), { asks_columns: true }),
  ).toMatchObject({
    import: null,
    columns_of: 'bank.csv',
  });
  const changed = { ...found, meaning: { ...found.meaning, roles: [null, 'date', null, 'text', 'amount'] } };
  await save(changed);
  const later = csv('Date,Paid,Booked,Words,Value\n11/12/2026,09/12/2026,1,b,6.00\n');
  const { lines } = await finance.browser.done('statement-import', { import: (await read(later)).import });
  expect(lines).toMatchObject([{ day: '2026-12-09' }]);
  expect((await finance.browser.done('statement-import', { import: first })).lines).toMatchObject([
    { day: '2026-12-11' },
  ]);
});

test('other date formats under the same headings need a new choice, and nothing is stored', async () => {
  const files = csv('Tag;Betrag;Text\n19.11.2026;5,00;a\n');
  expect(await save(await columnsOf(files))).toMatchObject({ status: 200 });
  expect((await read(files)).import).not.toBeNull();
  expect(await read(csv('Tag;Betrag;Text\n2026-11-19;5,00;b\n'))).toMatchObject({
    import: null,
    columns_of: 'bank.csv',
  });
});

test('a word that means neither money in nor out is shown with its row, and can be chosen', async () => {
  const files = csv(
    'Tag;Text;Betrag;Art\n19.11.2026;a;5,00;Eingang\n18.11.2026;b;6,00;Ausgang\n17.11.2026;c;7,00;Zugang\n',
  );
  const found = await columnsOf(files);
  const roles = ['date', 'text', 'amount', 'direction'];
  const chosen = (meaning: object) =>
    columnsOf(files, { form: found.form, meaning: { ...found.meaning, roles, ...meaning } });
  const seen = await chosen({ out: 'Ausgang', in: null });
  expect(seen.directions).toEqual(['Eingang', 'Ausgang', 'Zugang']);
  expect(seen.lines.map(({ amount }: { amount: number | null }) => amount)).toEqual([500, -600, null]);
  expect(seen.reasons).toEqual(['row 4, Art: “Zugang” means neither money in nor money out']);
  const changed = await chosen({ out: 'Ausgang', in: 'Zugang' });
  expect(changed.lines.map(({ amount }: { amount: number | null }) => amount)).toEqual([null, -600, 700]);
  expect(await save(changed)).toMatchObject({ status: 200 });
  const { lines } = await finance.browser.done('statement-import', { import: (await read(files)).import });
  expect(lines).toMatchObject([
    { group: 'unknown', amount: 700 },
    { group: 'money_out', amount: -600 },
    { group: 'stopped', why: 'row 2, Art: “Eingang” means neither money in nor money out' },
  ]);
});

describe('the page shows why a file cannot be read', () => {
  const files = csv('Tag;Text;Ein;Aus\n19.11.2026;a;5,00;\n18.11.2026;b;;6,00\n');
  const problemWith = async (roles: (string | null)[], meaning: object = {}, form: object = {}) => {
    const found = await columnsOf(files);
    const choice = { form: { ...found.form, ...form }, meaning: { ...found.meaning, roles, ...meaning } };
    return (await columnsOf(files, choice)).problem;
  };

  test.each([
    [['date', 'text', 'amount', null], {}, {}, null],
    [['date', 'text', 'amount_in', 'amount_out'], {}, {}, null],
    [['date', 'date', 'amount', null], {}, {}, /Two columns have the same meaning/],
    [['date', 'text', null, null], {}, {}, /Choose the column with the amount/],
    [['date', 'text', 'amount', null], { dates: 'yyyymmdd' }, {}, /no line of the file can be read/],
    [['date', 'text', 'amount', null], {}, { skip_lines: 1 }, /The chosen row has no headings/],
  ] as const)('with the roles %j, the meaning %j and the form %j', async (roles, meaning, form, problem) => {
    const found = await problemWith([...roles], meaning, form);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  test('even if a quotation mark is not closed', async () => {
    const answer = await finance.browser.call('statement-columns', {
      files: csv('a;b\n"c;d\n'),
      ...{ file: 'bank.csv', form: { charset: 'utf-8', separator: ';', skip_lines: 0 }, meaning: null },
    });
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.body.errors.files[0]).toMatch(
      /^bank\.csv cannot be read\. A quotation mark in line 2 is not closed\.$/,
    );
  });
});

test.each([
  ['payments as headings', { names: ['19.11.2026', 'Mila Okonkwo', '76,00'] }],
  ['columns without a date', { meaning: { roles: [null, 'text', 'amount'] } }],
  ['an unknown meaning', { meaning: { roles: ['secret', 'text', 'amount'] } }],
  ['a separator of two characters', { form: { separator: ';;' } }],
  ['no headings', { names: [] }],
])(
  '%s is refused and nothing is remembered',
  async (_, change: { names?: string[]; meaning?: object; form?: object }) => {
    const before = await remembered();
    const right = {
      names: change.names ?? ['Tag', 'Text', 'Betrag'],
      form: { charset: 'utf-8', separator: ';', skip_lines: 0, ...change.form },
      meaning: {
        decimal: ',',
        dates: 'dd.mm.yyyy',
        out: null,
        in: null,
        roles: ['date', 'text', 'amount'],
        ...change.meaning,
      },
    };
    expect((await save(right)).status).toBe(422);
    expect(await remembered()).toEqual(before);
  },
);

test('asking for the columns of a file that was not sent gets 404', async () => {
  const wish = { files: csv('a;b\n1;2'), file: 'other.csv', form: null, meaning: null };
  expect((await finance.browser.call('statement-columns', wish)).status).toBe(404);
});
