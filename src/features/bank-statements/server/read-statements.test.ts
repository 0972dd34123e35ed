import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { checkBalance } from '../domain/check-statement.ts';
import type { Statement, StatementLine } from '../domain/statement.ts';
import { NO_CSV_MAPS } from './known-csv.ts';
import { readStatements } from './read-statements.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const read = (bytes: Uint8Array | string, csv: CsvMap | null = null, name = 'statement') =>
  readStatements([{ name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }], {
    csv: { ...NO_CSV_MAPS, chosen: csv },
    currency: 'EUR',
  });

function only(bytes: Uint8Array | string, csv: CsvMap | null = null): Statement {
  const result = read(bytes, csv);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  expect(result.value).toHaveLength(1);
  return result.value[0]!;
}

const lineAt = (statement: Statement, index: number) => statement.lines[index] as StatementLine;
const rows = (statement: Statement) =>
  statement.lines.map((line) =>
    line.kind === 'line' ? `${line.bookedOn} ${line.direction} ${line.amount}` : `${line.bookedOn} ${line.why}`,
  );

describe('camt', () => {
  test('a camt.053 of 2019 (version 8) is read with its parts, references and balances', () => {
    const statement = only(sample('camt.053.001.08.xml'));
    expect(statement).toMatchObject({
      number: '224',
      account: 'NL85LARK0123456789',
      opening: 100_000,
      closing: 132_200,
    });
    expect(rows(statement)).toEqual([
      '2026-11-20 in 7600',
      '2026-11-20 in 10000',
      '2026-11-20 in 20000',
      '2026-11-20 out 5400',
      '2026-11-20 not_booked_yet',
    ]);
    expect(statement.lines[4]).toMatchObject({ text: 'Announced' });
    expect(lineAt(statement, 0)).toMatchObject({
      bankReference: '2026112014385001000',
      endToEndId: null,
      structuredReference: 'RF25SLK2H9C4T1',
      party: { name: 'Mila Okonkwo', iban: 'NL91ABNA0417164300' },
    });
    expect(lineAt(statement, 1)).toMatchObject({ bankReference: '2026112014385002001', endToEndId: 'SLK-7Q4M2X-1' });
    expect(lineAt(statement, 2)).toMatchObject({ text: 'Order SLK- 3K8PWD thank you', party: { name: 'Grace & Co.' } });
    expect(lineAt(statement, 3)).toMatchObject({ endToEndId: 'SLK-2H9C4T-R1', isReturn: false });
    expect(checkBalance(statement)).toEqual({ kind: 'fits' });
  });

  test('a camt.053 of 2009 (version 2) is read with its element names and a returned payment', () => {
    const statement = only(sample('camt.053.001.02.xml'));
    expect(statement).toMatchObject({ number: '2026-11-20-224', opening: -5_000, closing: 15_400, currency: 'EUR' });
    expect(rows(statement)).toEqual(['2026-11-20 in 10000', '2026-11-20 in 5000', '2026-11-20 in 5400']);
    expect(lineAt(statement, 0)).toMatchObject({
      bankReference: null,
      text: 'slk 7q4m2x',
      party: { name: 'Ada Lovelace' },
    });
    expect(lineAt(statement, 1)).toMatchObject({ party: { name: 'Grace Hopper' } });
    expect(lineAt(statement, 2)).toMatchObject({ isReturn: true, returnReason: 'AC04 Account closed' });
    expect(checkBalance(statement)).toEqual({ kind: 'fits' });
  });

  test('camt.052 and camt.054 are distinguished from daily statements', () => {
    expect(only(sample('camt.052.001.08.xml'))).toMatchObject({ scope: 'running_day', lines: [{ amount: 7_600 }] });
    const notices = only(sample('camt.054.001.08.xml'));
    expect(notices).toMatchObject({ scope: 'notices', lines: [{ amount: 7_600 }, { amount: 7_600 }] });
    expect(lineAt(notices, 0)).toMatchObject({ bankReference: null, batch: { reference: 'BATCH77', isSplit: true } });
  });

  const v8 = () => sample('camt.053.001.08.xml').toString();
  test.each([
    ['an unreadable amount', v8().replaceAll('>76.00<', '>76,00<'), 'amount_unreadable'],
    ['an amount with a tenth of a cent', v8().replaceAll('>76.00<', '>76.001<'), 'amount_unreadable'],
    ['a missing currency', v8().replace('<Amt Ccy="EUR">76.00', '<Amt>76.00'), 'amount_unreadable'],
    [
      'an unreadable day',
      v8().replace('2026-11-20</Dt></BookgDt><ValDt>', '2026-02-30</Dt></BookgDt><ValDt>'),
      'day_unreadable',
    ],
    ['no direction', v8().replace('76.00</Amt><CdtDbtInd>CRDT', '76.00</Amt><CdtDbtInd>?'), 'direction_unreadable'],
  ])('%s stops only this line', (_, xml, why) => {
    const statement = only(xml);
    expect(statement.lines[0]).toMatchObject({ kind: 'stopped', why });
    expect(rows(statement)).toContain('2026-11-20 in 20000');
    expect(checkBalance(statement)).toEqual({ kind: 'unchecked' });
  });

  test('an entry is stopped if its parts do not add up to its amount', () => {
    const statement = only(v8().replace('<Amt Ccy="EUR">100.00', '<Amt Ccy="EUR">100.01'));
    expect(statement.lines[1]).toMatchObject({ kind: 'stopped', why: 'parts_differ' });
    expect(statement.lines).toHaveLength(4);
  });

  test('a batch without its parts is one line, marked as unsplit', () => {
    const statement = only(v8().replace(/<TxDtls>\s*<Refs><AcctSvcrRef>20261120143850020.*?<\/TxDtls>/gs, ''));
    expect(lineAt(statement, 1)).toMatchObject({ amount: 30_000, batch: { isSplit: false } });
  });

  test('a batch without its parts and their number is one line, marked as unsplit', () => {
    const bare = v8()
      .replace('<NbOfTxs>2</NbOfTxs>', '')
      .replace(/<TxDtls>\s*<Refs><AcctSvcrRef>20261120143850020.*?<\/TxDtls>/gs, '');
    expect(lineAt(only(bare), 1)).toMatchObject({ amount: 30_000, batch: { isSplit: false } });
  });

  test('a batch whose only part has another amount is stopped', () => {
    const short = v8()
      .replace('<NbOfTxs>2</NbOfTxs>', '')
      .replace(/<TxDtls>\s*<Refs><AcctSvcrRef>2026112014385002002.*?<\/TxDtls>/gs, '');
    expect(only(short).lines[1]).toMatchObject({ kind: 'stopped', why: 'parts_differ' });
  });

  test('if an entry was removed, the balances differ', () => {
    const statement = only(v8().replace(/<Ntry>.*?<\/Ntry>/s, ''));
    expect(checkBalance(statement)).toEqual({ kind: 'differs', expected: 124_600, closing: 132_200 });
  });
});

describe('MT940', () => {
  test('a German statement is read with its subfields, wrapped codes and returns', () => {
    const statement = only(sample('german.mt940'));
    expect(statement).toMatchObject({
      format: 'mt940',
      account: '100200301234567',
      number: '00224/001',
      opening: 100_000,
    });
    expect(rows(statement)).toEqual([
      '2026-11-20 in 7600',
      '2026-11-20 out 5400',
      '2026-11-20 in 5400',
      '2027-01-02 in 1000',
      '2026-11-20 amount_unreadable',
    ]);
    expect(lineAt(statement, 0)).toMatchObject({
      bankReference: 'POS 12',
      endToEndId: null,
      text: 'Festival tickets SLK-22H9C4T-1 Danke'.replace('SLK-22H9', 'SLK-2H9'),
      party: { name: 'MILA OKONKWO', iban: 'DE02120300000000202051' },
    });
    expect(lineAt(statement, 1)).toMatchObject({
      endToEndId: 'SLK-2H9C4T-R1',
      paymentFile: 'SLK-REFUNDS-20261120-100000000',
      text: 'Sandlark refund SLK-2H9C4T-R1',
    });
    expect(lineAt(statement, 2)).toMatchObject({
      isReturn: true,
      returnReason: '901 RETOURE',
      endToEndId: 'SLK-2H9C4T-R1',
    });
  });

  test('a Dutch statement is read with its slash-separated fields', () => {
    const statement = only(sample('dutch.mt940'));
    expect(statement).toMatchObject({ account: 'NL85LARK0123456789EUR', closing: 16_450 });
    expect(lineAt(statement, 0)).toMatchObject({
      amount: 14_400,
      endToEndId: 'SLK-7Q4M2X-2',
      bankReference: '26324123456789',
      party: { name: 'M Okonkwo', iban: 'NL91ABNA0417164300' },
    });
    expect(lineAt(statement, 1)).toMatchObject({
      structuredReference: 'RF25SLK2H9C4T1',
      party: { name: 'Ada Lovelace', iban: 'NL02ABNA0123456789' },
    });
    expect(checkBalance(statement)).toEqual({ kind: 'fits' });
  });

  test.each([
    ['LARKNL2A/NL85LARK0123456789', 'NL85LARK0123456789'],
    ['LARKNL2AXXX/NL85LARK0123456789EUR', 'NL85LARK0123456789EUR'],
    ['10020030/1234567', '100200301234567'],
  ])('the account written as %s is read as %s', (written, account) => {
    const statement = sample('dutch.mt940')
      .toString()
      .replace(/^:25:.*$/m, `:25:${written}`);
    expect(only(Buffer.from(statement))).toMatchObject({ account });
  });

  test('a Croatian statement is read with its unstructured text', () => {
    const statement = only(sample('croatian.mt940'));
    expect(lineAt(statement, 0)).toMatchObject({
      amount: 7_600,
      text: 'ANA HORVAT, ILICA 1, ZAGREB SLK-2H9 C4T UPLATA ULAZNICE',
    });
    expect(checkBalance(statement)).toEqual({ kind: 'fits' });
  });

  test('the last line of a file without a final line break is read', () => {
    expect(only(sample('dutch.mt940').toString().split(':62F:')[0]!.trim()).lines).toHaveLength(2);
  });
});

const signedMap: CsvMap = {
  charset: 'utf-8',
  separator: ';',
  decimal: ',',
  dates: 'yyyymmdd',
  skipLines: 0,
  out: 'Debit',
  columns: {
    date: 'Date',
    amount: 'Amount (EUR)',
    amountIn: null,
    amountOut: null,
    direction: 'Debit/credit',
    currency: null,
    account: 'Account',
    name: 'Name / Description',
    iban: 'Counterparty',
    text: ['Notifications'],
    bankReference: null,
    endToEndId: null,
  },
};

describe('CSV', () => {
  test('a file is read by its column map, and an unreadable amount stops only its line', () => {
    const statement = only(sample('signed.csv'), signedMap);
    expect(rows(statement)).toEqual([
      '2026-11-20 in 7600',
      '2026-11-20 in 7600',
      '2026-11-19 out 123456',
      '2026-11-19 amount_unreadable',
    ]);
    expect(lineAt(statement, 2)).toMatchObject({ text: 'Invoice; no. 9', party: { name: 'Power & Light' } });
    expect(statement.account).toBe('NL85LARK0123456789');
  });

  test('two columns of amounts, lines above the headings and windows-1250 are read', () => {
    const map: CsvMap = {
      ...{ charset: 'windows-1250', separator: ';', decimal: ',', dates: 'dd.mm.yyyy', skipLines: 2, out: null },
      columns: {
        ...signedMap.columns,
        ...{ date: 'datum', amount: null, amountIn: 'Uplata', amountOut: 'Isplata', direction: null, account: null },
        ...{ name: 'Platitelj', iban: null, text: ['Opis'] },
      },
    };
    const statement = only(sample('columns-1250.csv'), map);
    expect(rows(statement)).toEqual(['2026-11-20 in 7600', '2026-11-20 out 40']);
    expect(lineAt(statement, 0)).toMatchObject({ text: 'SLK-2H9C4T ulaznica č', party: { name: 'Ana Širić' } });
  });

  test('a minus is ignored in the column for money out, and stops the line in the column for money in', () => {
    const csv = 'Date;Name;Text;In;Out\n20261120;;a;76,00;\n20261120;;b;;-40,00\n20261120;;c;-76,00;\n';
    const columns = {
      ...signedMap.columns,
      ...{ date: 'Date', amount: null, amountIn: 'In', amountOut: 'Out', direction: null, account: null },
      ...{ name: 'Name', iban: null, text: ['Text'] },
    };
    const { lines } = only(csv, { ...signedMap, decimal: ',', columns });
    expect(lines.map((line) => (line.kind === 'line' ? `${line.direction} ${line.amount}` : line.why))).toEqual([
      'in 7600',
      'out 4000',
      'amount_unreadable',
    ]);
  });

  const directions = (map: Partial<CsvMap>) => {
    const csv =
      'Date;Amount (EUR);Way\n20261120;1,00;Debit\n20261120;2,00;CREDIT\n20261120;3,00;Storno\n20261120;4,00;\n';
    const columns = { ...signedMap.columns, direction: 'Way', account: null, name: null, iban: null, text: [] };
    return only(csv, { ...signedMap, ...map, columns });
  };
  test('a line is stopped if its word means neither money in nor out; its row and column are returned', () => {
    const statement = directions({ out: 'Debit' });
    expect(rows(statement)).toEqual([
      '2026-11-20 out 100',
      '2026-11-20 in 200',
      '2026-11-20 direction_unreadable',
      '2026-11-20 direction_unreadable',
    ]);
    expect(lineAt(statement, 2)).toMatchObject({ cell: { row: 4, columns: ['Way'], value: 'Storno' } });
    expect(lineAt(statement, 3)).toMatchObject({ cell: { row: 5, columns: ['Way'], value: '' } });
  });
  test('a bank’s own word for money in can be chosen; otherwise an unknown word is never money in', () => {
    expect(rows(directions({ out: 'Debit', in: 'Storno' })).slice(1, 3)).toEqual([
      '2026-11-20 direction_unreadable',
      '2026-11-20 in 300',
    ]);
    expect(rows(directions({ out: 'Storno' })).filter((line) => / in /.test(line))).toEqual([]);
  });

  const amounts = (text: string, decimal: ',' | '.') => {
    const csv = `Date;Amount (EUR)\n20261120;"${text}"\n`;
    const columns = { ...signedMap.columns, direction: null, account: null, name: null, iban: null, text: [] };
    const line = only(csv, { ...signedMap, decimal, columns }).lines[0]!;
    return line.kind === 'line' ? `${line.direction} ${line.amount}` : line.why;
  };
  test.each([
    ['1.234,56', ',', 'in 123456'],
    ['1234,5', ',', 'in 123450'],
    ['-48,00', ',', 'out 4800'],
    ['48,00-', ',', 'out 4800'],
    ['−48', ',', 'out 4800'],
    ['+1 234 567,00', ',', 'in 123456700'],
    ["1'234.50", '.', 'in 123450'],
    ['1.234', '.', 'amount_unreadable'],
    ['1,234', ',', 'amount_unreadable'],
    ['12.34,00', ',', 'amount_unreadable'],
    ['', ',', 'amount_unreadable'],
    ['€ 5', ',', 'in 500'],
    ['-5,00 EUR', ',', 'out 500'],
    ['$ 5', ',', 'amount_unreadable'],
    ['1e3', '.', 'amount_unreadable'],
    ['0,00', ',', 'amount_zero'],
  ] as const)('the amount "%s" with a decimal %s is %s', (text, decimal, meaning) => {
    expect(amounts(text, decimal)).toBe(meaning);
  });

  test('a file without the columns of the map is refused with the missing columns', () => {
    expect(read('a;b\n1;2\n', signedMap)).toMatchObject({
      ok: false,
      error: { kind: 'missing_columns', missing: expect.arrayContaining(['Date', 'Amount (EUR)']) },
    });
    expect(read('a;b\n1;2\n')).toMatchObject({ ok: false, error: { kind: 'unknown_columns' } });
  });
});

describe('ZIP', () => {
  test('the files of a ZIP are read one by one', () => {
    const zip = zipSync({ 'a/1.xml': sample('camt.053.001.08.xml'), '2.xml': sample('camt.053.001.02.xml') });
    const result = read(zip, null, 'days.zip');
    expect(result).toMatchObject({
      ok: true,
      value: [{ file: 'days.zip/a/1.xml', number: '224' }, { file: 'days.zip/2.xml' }],
    });
  });

  // Packing 120 MB takes seconds, and many of them on a busy machine.
  test('a file that unpacks to far more than its size is refused', { timeout: 120_000 }, () => {
    const bomb = zipSync({ 'a.xml': new Uint8Array(120 * 1024 * 1024) }, { level: 9 });
    expect(bomb.length).toBeLessThan(200_000);
    expect(read(bomb)).toMatchObject({ ok: false, error: { kind: 'too_large' } });
  });

  test.each([
    [
      'with too many files',
      zipSync(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`${n}.xml`, strToU8('<a/>')]))),
      'too_large',
    ],
    ['in a ZIP', zipSync({ 'inner.zip': zipSync({ 'a.xml': sample('camt.053.001.02.xml') }) }), 'unknown_format'],
    ['cut off', zipSync({ 'a.xml': sample('camt.053.001.08.xml') }).subarray(0, 700), 'unreadable'],
  ])('a ZIP %s is refused', (_, bytes, kind) => {
    expect(read(bytes)).toMatchObject({ ok: false, error: { kind } });
  });
});

describe('a file is refused', () => {
  const inStatement = (text: string) => `<Document><BkToCstmrStmt>${text}</BkToCstmrStmt></Document>`;
  test.each([
    ['that is empty', '', 'empty'],
    ['that has only a byte order mark and empty lines', '\ufeff\r\n \n', 'empty'],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'unknown_format'],
    ['that is other XML', '<invoice/>', 'unknown_format'],
    ['with a DOCTYPE', `<!DOCTYPE x [<!ENTITY e "e">]>${inStatement('&e;')}`, 'unreadable'],
    ['with an unknown entity', inStatement('<Stmt><Id>&e;</Id></Stmt>'), 'unreadable'],
    ['that is cut off', '<Document><BkToCstmrStmt><Stmt><Ntry>', 'unreadable'],
    ['that is nested too deeply', inStatement(`<Stmt>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</Stmt>`), 'unreadable'],
    ['with too many entries', inStatement(`<Stmt>${'<Ntry/>'.repeat(100_001)}</Stmt>`), 'too_large'],
    [
      'of MT940 with too many entries',
      `:20:1\n:25:NL85LARK0123456789\n:60F:C261119EUR0,\n${':61:261120C1,NTRFx\n'.repeat(100_001)}`,
      'too_large',
    ],
    ['above 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1, ' '), 'too_large'],
  ])('%s', (_, bytes, kind) => expect(read(bytes)).toMatchObject({ ok: false, error: { kind } }));
});

test('a CSV with too many entries is refused before the rest of it is read', () => {
  const csv = `Date;Amount (EUR);Debit/credit\n${'20261120;1,00;Credit\n'.repeat(101_001)}20261120;1,00;"never closed`;
  const map = { ...signedMap, columns: { ...signedMap.columns, account: null, name: null, iban: null, text: [] } };
  // A parser that went on would fail at the open quotation mark.
  expect(read(csv, map)).toMatchObject({ ok: false, error: { kind: 'too_large' } });
});
