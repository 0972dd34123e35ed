import { describe, expect, test } from 'vitest';
import { columnNames, layoutOfMap, mapOfLayout, withRole } from './csv-columns.ts';
import { guessCsvLayout, headingRowOf } from './guess-csv-layout.ts';
import { readCsvRows } from './read-csv-rows.ts';

const rowsOf = (text: string, separator: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(separator).map((cell) => cell.replace(/^"|"$/g, '')));

/** The guessed columns of a file and its lines as they would be read, without a person's correction. */
function guessed(text: string, separator = ';') {
  const rows = rowsOf(text, separator);
  const skipLines = headingRowOf(rows);
  if (skipLines === null) return null;
  const layout = guessCsvLayout(rows, { charset: 'utf-8', separator, skipLines });
  const names = columnNames(rows[skipLines]!);
  const map = mapOfLayout(names, layout);
  if (!map.ok) return map.error;
  const read = readCsvRows(rows, map.value, { file: 'bank.csv', currency: 'EUR' });
  if (read.kind !== 'read') throw new Error(read.kind);
  const lines = read.statements.flatMap((statement) =>
    statement.lines.map((line) =>
      line.kind === 'stopped'
        ? `${line.why} in row ${line.cell?.row}`
        : [
            `${line.bookedOn} ${line.direction} ${line.amount}`,
            line.party.name ?? '',
            line.party.iban ?? '',
            line.text,
          ].join(' | '),
    ),
  );
  const { columns } = map.value;
  return { lines, columns, layout, account: read.statements[0]?.account ?? null };
}
const read = (text: string, separator?: string) =>
  guessed(text, separator) as Exclude<ReturnType<typeof guessed>, null | { kind: string }>;

describe('the guess reads the export of', () => {
  test('an English bank with a description and a reference, which both are the payment text', () => {
    const found = read(
      `Date,Description,Reference,Amount
2026-11-20,SLK-2H9C4T Mila Okonkwo,tickets,76.00
2026-11-19,SLK-3K8PWD,tickets,-5.00`,
      ',',
    );
    expect(found.layout.roles).toEqual(['date', 'text', 'text', 'amount']);
    expect(found.lines[0]).toContain('SLK-2H9C4T Mila Okonkwo tickets');
  });

  test.each(['Details', 'Omschrijving'])('a bank whose payment text is called %s, next to a reference', (heading) => {
    const found = read(
      `Date,Reference,${heading},Amount
2026-11-20,TRX 0001,SLK-2H9C4T Mila Okonkwo,76.00
2026-11-19,TRX 0002,SLK-3K8PWD,-5.00`,
      ',',
    );
    expect(found.layout.roles).toEqual(['date', 'text', 'text', 'amount']);
    expect(found.lines[0]).toContain('SLK-2H9C4T Mila Okonkwo');
  });

  test('a German savings bank (CAMT-CSV), with two-digit years and its own account in a column', () => {
    const found = read(`
"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"DE89370400440532013000";"20.11.26";"20.11.26";"GUTSCHR. UEBERWEISUNG";"SLK-2H9C4T-1";"";"";"NOTPROVIDED";"";"";"";"Mila Okonkwo";"DE02120300000000202051";"BYLADEM1001";"1.076,00";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"19.11.26";"19.11.26";"FOLGELASTSCHRIFT";"Strom November";"DE98ZZZ09999999999";"M1";"E1";"";"";"";"Stadtwerke";"DE02500105170137075030";"INGDDEFF";"-54,20";"EUR";"Umsatz gebucht"`);
    expect(found.lines).toEqual([
      '2026-11-20 in 107600 | Mila Okonkwo | DE02120300000000202051 | SLK-2H9C4T-1',
      '2026-11-19 out 5420 | Stadtwerke | DE02500105170137075030 | Strom November',
    ]);
    expect(found).toMatchObject({
      account: 'DE89370400440532013000',
      columns: { endToEndId: 'Kundenreferenz (End-to-End)', date: 'Buchungstag', currency: 'Waehrung' },
      layout: { dates: 'dd.mm.yy', decimal: ',' },
    });
  });

  test('a German online bank: account and balance above the headings, a euro sign after amounts', () => {
    const found = read(`
"Girokonto";"DE02120300000000202051"
""
"Kontostand vom 20.11.2026:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"20.11.26";"20.11.26";"Gebucht";"Mila Okonkwo";"Sandlark";"Bestellung SLK-2H9C4T";"Eingang";"NL91ABNA0417164300";"76,00 €";"";"";""`);
    expect(found.lines).toEqual(['2026-11-20 in 7600 | Mila Okonkwo | NL91ABNA0417164300 | Bestellung SLK-2H9C4T']);
    expect(found.layout.skipLines).toBe(4);
  });

  test('a German direct bank that has the heading Währung twice', () => {
    const found = read(`
Umsatzanzeige;Datei erstellt am: 20.11.2026 10:00
IBAN;DE12 5001 0517 5417 0137 07
Saldo;1.234,56;EUR
Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
20.11.2026;20.11.2026;Mila Okonkwo;Gutschrift;SLK-2H9C4T;1.310,56;EUR;76,00;EUR`);
    expect(found.lines).toEqual(['2026-11-20 in 7600 | Mila Okonkwo |  | SLK-2H9C4T']);
    expect(found.columns.amount).toBe('Betrag');
  });

  test('a German cooperative bank that writes S or H in a column without a heading', () => {
    const found = read(`
Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;IBAN;Vorgang/Verwendungszweck;Währung;Umsatz; 
20.11.2026;20.11.2026;Mila Okonkwo;NL91ABNA0417164300;SLK-2H9C4T;EUR;76,00;H
20.11.2026;20.11.2026;Stadtwerke;DE02500105170137075030;Strom;EUR;54,20;S`);
    expect(found.lines).toEqual([
      '2026-11-20 in 7600 | Mila Okonkwo | NL91ABNA0417164300 | SLK-2H9C4T',
      '2026-11-20 out 5420 | Stadtwerke | DE02500105170137075030 | Strom',
    ]);
    expect(found).toMatchObject({ columns: { direction: '(8)' }, layout: { out: 'S' } });
  });

  test('a Croatian bank: columns for money out and in, days that end with a dot, Valuta as currency', () => {
    const found = read(`
Izvadak po računu HR1210010051863000160
Datum knjiženja;Datum valute;Opis plaćanja;Naziv primatelja/platitelja;Račun primatelja/platitelja;Poziv na broj odobrenja;Isplata;Uplata;Valuta;Stanje
20.11.2026.;20.11.2026.;Ulaznice SLK-2H9C4T;Ana Širić;HR1723600001101234565;;;76,00;EUR;1.310,56
20.11.2026.;20.11.2026.;Naknada;;;;0,40;;EUR;1.310,16`);
    expect(found.lines).toEqual([
      '2026-11-20 in 7600 | Ana Širić | HR1723600001101234565 | Ulaznice SLK-2H9C4T',
      '2026-11-20 out 40 |  |  | Naknada',
    ]);
    expect(found.columns).toMatchObject({
      date: 'Datum knjiženja',
      currency: 'Valuta',
      amount: null,
      text: ['Opis plaćanja', 'Poziv na broj odobrenja'],
    });
  });

  test('a Croatian bank with one signed amount', () => {
    const found = read(`
Datum;Opis;Iznos;Valuta;Platitelj / Primatelj;IBAN platitelja / primatelja;Broj transakcije
20.11.2026;SLK-2H9C4T;1.076,00;EUR;Ana Širić;HR1723600001101234565;2026112000001
19.11.2026;Naknada za vođenje računa;-2,65;EUR;Banka;;2026111900044`);
    expect(found.lines).toEqual([
      '2026-11-20 in 107600 | Ana Širić | HR1723600001101234565 | SLK-2H9C4T',
      '2026-11-19 out 265 | Banka |  | Naknada za vođenje računa',
    ]);
    expect(found.columns.bankReference).toBe('Broj transakcije');
  });

  test('a Dutch bank in English, with Debit or Credit in a column and days without separators', () => {
    const found = read(`
Date;Name / Description;Account;Counterparty;Code;Debit/credit;Amount (EUR);Transaction type;Notifications
20261120;M Okonkwo;NL85LARK0123456789;NL91ABNA0417164300;OV;Credit;76,00;Transfer;SLK-2H9C4T
20261119;Power & Light;NL85LARK0123456789;NL02ABNA0123456789;IC;Debit;1.234,56;Collection;Invoice`);
    expect(found.lines).toEqual([
      '2026-11-20 in 7600 | M Okonkwo | NL91ABNA0417164300 | SLK-2H9C4T',
      '2026-11-19 out 123456 | Power & Light | NL02ABNA0123456789 | Invoice',
    ]);
    expect(found.account).toBe('NL85LARK0123456789');
  });

  test('an app-only bank in English, with commas between columns and a decimal point', () => {
    const found = read(
      `
"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-11-20,2026-11-20,"Mila Okonkwo",NL91ABNA0417164300,"Credit Transfer",SLK-2H9C4T,"Main Account",76.00,"","",""
2026-11-19,2026-11-19,"Paper Shop",,"Presentment","","Main Account",-1234.5,-1300.00,USD,0.95`,
      ',',
    );
    expect(found.lines).toEqual([
      '2026-11-20 in 7600 | Mila Okonkwo | NL91ABNA0417164300 | SLK-2H9C4T',
      '2026-11-19 out 123450 | Paper Shop |  | ',
    ]);
    expect(found.columns).toMatchObject({ date: 'Booking Date', amount: 'Amount (EUR)', text: ['Payment Reference'] });
  });

  test('a British bank with debit and credit amounts, whose dates put the day before the month', () => {
    const found = read(
      `
Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
03/11/2026,FPI,'30-00-00,12345678,M OKONKWO SLK-2H9C4T,,76.00,1310.56
25/11/2026,DD,'30-00-00,12345678,POWER AND LIGHT,54.20,,1234.56`,
      ',',
    );
    expect(found.lines).toEqual([
      '2026-11-03 in 7600 |  |  | M OKONKWO SLK-2H9C4T',
      '2026-11-25 out 5420 |  |  | POWER AND LIGHT',
    ]);
    expect(found).toMatchObject({ account: '12345678', columns: { name: null } });
  });

  test('an American layout, in which a day above 12 shows that the month comes first', () => {
    const found = read('Date,Description,Amount\n11/20/2026,SLK-2H9C4T,76.00\n11/02/2026,Fee,-1.00', ',');
    expect(found.lines).toEqual(['2026-11-20 in 7600 |  |  | SLK-2H9C4T', '2026-11-02 out 100 |  |  | Fee']);
  });

  test('a bank with headings in an unknown language, by the values', () => {
    const found = read('Päivä;Saaja;Summa;Viesti viitteineen\n20.11.2026;Aino Aalto;76,00;tilaus SLK-2H9C4T kiitos');
    expect(found.lines[0]).toContain('2026-11-20 in 7600');
    expect(found.lines[0]).toContain('tilaus SLK-2H9C4T kiitos');
  });
});

describe('a line that cannot be read has the row and column of the wrong cell', () => {
  const head = 'Auszug;\n\nDatum;Verwendungszweck;Betrag\n20.11.2026;SLK-2H9C4T;76,00\n';
  test.each([
    ['20.11.2026;x;12,3x', 'amount_unreadable', { row: 5, columns: ['Betrag'], value: '12,3x' }],
    ['Saldo;;76,00', 'day_unreadable', { row: 5, columns: ['Datum'], value: 'Saldo' }],
    ['\n20.11.2026;x;0,00', 'amount_zero', { row: 6, columns: ['Betrag'], value: '0,00' }],
    ['20.11.2026', 'amount_unreadable', { row: 5, columns: ['Betrag'], value: '' }],
  ])('%s', (row, why, cell) => {
    const rows = rowsOf(head + row, ';');
    const layout = guessCsvLayout(rows, { charset: 'utf-8', separator: ';', skipLines: 2 });
    const map = mapOfLayout(columnNames(rows[2]!), layout);
    if (!map.ok) throw new Error(map.error.kind);
    const result = readCsvRows(rows, map.value, { file: 'bank.csv', currency: 'EUR' });
    expect(result).toMatchObject({ statements: [{ lines: [{ amount: 7_600 }, { kind: 'stopped', why, cell }] }] });
  });

  test('a row with money in and money out', () => {
    const found = read('Datum;Opis;Uplata;Isplata\n20.11.2026;x;76,00;\n20.11.2026;y;76,00;54,00\n20.11.2026;z;;');
    expect(found.lines).toEqual(['2026-11-20 in 7600 |  |  | x', 'two_amounts in row 3', 'amount_unreadable in row 4']);
  });
});

test('no columns are guessed for a file without headings or without payments', () => {
  expect(guessed('20.11.2026;76,00;SLK-2H9C4T\n20.11.2026;54,00;x')).toBeNull();
  expect(guessed('hello;world\nthis;that')).toBeNull();
  expect(guessed('')).toBeNull();
});

test('the columns of a file without movements are guessed by its headings', () => {
  expect(read('Konto;DE1\nBuchungstag;Verwendungszweck;Betrag;Währung').columns).toMatchObject({
    ...{ date: 'Buchungstag', amount: 'Betrag', text: ['Verwendungszweck'], currency: 'Währung' },
  });
});

test.each([
  [['date', 'date', 'amount', 'text'], { kind: 'twice', role: 'date' }],
  [[null, 'amount', 'text', null], { kind: 'no_date' }],
  [['date', 'text', null, null], { kind: 'no_amount' }],
  [['date', 'text', 'amount_in', null], { kind: 'no_amount' }],
  [['date', 'text', 'amount_in', 'amount'], { kind: 'two_amounts' }],
  [['date', 'text', 'direction', 'amount'], { kind: 'no_out' }],
  [['date', 'name', 'iban', 'amount'], { kind: 'no_text' }],
] as const)('the columns %j are refused', (roles, mistake) => {
  const layout = {
    charset: 'utf-8',
    separator: ';',
    decimal: ',',
    dates: 'dd.mm.yyyy',
    skipLines: 0,
    out: null,
  } as const;
  expect(mapOfLayout(['a', 'b', 'c', 'd'], { ...layout, roles: [...roles] })).toEqual({ ok: false, error: mistake });
});

test('a map by column becomes a map by meaning and back without a change', () => {
  const layout = {
    charset: 'utf-8',
    separator: ';',
    decimal: ',',
    dates: 'dd.mm.yyyy',
    skipLines: 2,
    out: 'S',
    in: 'H',
  } as const;
  const roles = ['date', 'amount', null, 'direction', 'text', 'text', 'bank_reference'] as const;
  const names = columnNames(['Datum', 'Betrag', '', ' ', 'Text', 'text', 'ID']);
  expect(names).toEqual(['Datum', 'Betrag', '(3)', '(4)', 'Text', 'text (2)', 'ID']);
  const map = mapOfLayout(names, { ...layout, roles });
  expect(map).toMatchObject({ ok: true, value: { columns: { direction: '(4)', text: ['Text', 'text (2)'] } } });
  expect(map.ok && layoutOfMap(names, map.value)).toEqual({ ...layout, roles });
});

test('a meaning moves to the chosen column, but several columns can be payment text', () => {
  expect(withRole(['date', 'amount', null], 2, 'amount')).toEqual(['date', null, 'amount']);
  expect(withRole(['text', 'amount', null], 2, 'text')).toEqual(['text', 'amount', 'text']);
  expect(withRole(['text', null, null], 0, null)).toEqual([null, null, null]);
});
