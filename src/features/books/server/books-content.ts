import type { TaxedDocument } from '#features/reports/server/public.ts';
import { csvText } from '#kernel/csv.ts';
import { decimalFigure } from '#kernel/money.ts';
import type { BalanceRow, JournalRow, OpenItemRow } from './books-rows-store.ts';

export interface BooksFacts {
  readonly month: string;
  readonly shopName: string;
  readonly timezone: string;
  readonly currency: string;
  readonly currencyDigits: number;
  readonly journal: readonly JournalRow[];
  readonly balances: readonly BalanceRow[];
  readonly openItems: readonly OpenItemRow[];
  readonly documents: readonly TaxedDocument[];
  /** Whether the file contains the documents' PDFs. */
  readonly hasPdfs: boolean;
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** The contents of the archive other than PDFs, by file name. */
export function booksContent(facts: BooksFacts): Record<string, string> {
  return {
    'README.txt': readme(facts),
    'journal.csv': csvText(journalCells(facts)),
    'balances.csv': csvText(balanceCells(facts)),
    'receipts.csv': csvText(moneyCells(facts, ({ receipt }) => receipt !== null)),
    'refunds.csv': csvText(refundCells(facts)),
    'documents.csv': csvText(documentCells(facts)),
    'tax.csv': csvText(taxCells(facts)),
    'open-items.csv': csvText(openItemCells(facts)),
  };
}

const moment = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

const rateText = (basisPoints: number | null): string => (basisPoints === null ? '' : String(basisPoints / 100));

const sides = (amount: number, digits: number): [string, string] => [
  amount > 0 ? decimalFigure(amount, digits) : '',
  amount < 0 ? decimalFigure(-amount, digits) : '',
];

const journalCells = ({ journal, timezone, currencyDigits: digits }: BooksFacts): string[][] => [
  ['booking', 'booked', 'kind', 'account', 'tax rate', 'debit', 'credit', 'order', 'refund', 'receipt', 'movement'],
  ...journal.map((row) => [
    String(row.transaction),
    moment(row.at, timezone),
    row.kind,
    row.account,
    rateText(row.taxBasisPoints),
    ...sides(row.amount, digits),
    row.order ?? '',
    row.refund ?? '',
    row.receipt ?? '',
    row.movement ?? '',
  ]),
];

const balanceCells = ({ balances, currencyDigits: digits }: BooksFacts): string[][] => [
  ['account', 'tax rate', 'opening', 'debit', 'credit', 'closing'],
  ...balances.map(({ account, taxBasisPoints, opening, debit, credit }) => [
    account,
    rateText(taxBasisPoints),
    ...[opening, debit, credit, opening + debit - credit].map((amount) => decimalFigure(amount, digits)),
  ]),
];

const isOwnMoney = ({ account }: JournalRow): boolean => account === 'bank' || account.startsWith('gateway:');

/** Money that arrived or went back, with the day it was received. */
const moneyCells = (
  { journal, timezone, currencyDigits: digits }: BooksFacts,
  isWanted: (row: JournalRow) => boolean,
): string[][] => [
  ['booking', 'booked', 'received', 'way', 'number', 'kind', 'order', 'account', 'in', 'out'],
  ...journal
    .filter((row) => isOwnMoney(row) && isWanted(row))
    .map((row) => [
      String(row.transaction),
      moment(row.at, timezone),
      row.receivedAt === null ? '' : moment(row.receivedAt, timezone),
      row.way ?? '',
      row.receipt ?? '',
      row.kind,
      row.order ?? '',
      row.account,
      ...sides(row.amount, digits),
    ]),
];

/** Refunds that were accepted (credit) or paid (debit), as booked on the account `refunds_payable`. */
const refundCells = ({ journal, timezone, currencyDigits: digits }: BooksFacts): string[][] => [
  ['booking', 'booked', 'kind', 'refund', 'order', 'paid', 'accepted', 'movement'],
  ...journal
    .filter(({ account }) => account === 'refunds_payable')
    .map((row) => [
      String(row.transaction),
      moment(row.at, timezone),
      row.kind,
      row.refund ?? '',
      row.order ?? '',
      ...sides(row.amount, digits),
      row.movement ?? '',
    ]),
];

const documentCells = ({ documents, timezone, currencyDigits: digits }: BooksFacts): string[][] => [
  ['number', 'kind', 'issued', 'order', 'corrects', 'country', 'tax rate', 'net', 'tax', 'gross'],
  ...documents.map((document) => [
    document.code,
    document.series,
    moment(document.at, timezone),
    document.order,
    document.corrects ?? '',
    document.country,
    rateText(document.rate),
    ...[document.net, document.tax, document.net + document.tax].map((amount) => decimalFigure(amount, digits)),
  ]),
];

function taxCells({ documents, journal, currencyDigits: digits }: BooksFacts): string[][] {
  const taxed = journal.filter(({ account }) => account === 'tax');
  const keys = [...new Set(documents.map(({ country, rate }) => `${country} ${rate}`))].sort();
  const rates = [...new Set([...documents.map(({ rate }) => rate), ...taxed.map((row) => row.taxBasisPoints ?? 0)])];
  const figure = (amounts: readonly number[]) => decimalFigure(sumOf(amounts), digits);
  return [
    ['source', 'country', 'tax rate', 'net', 'tax', 'gross'],
    ...keys.map((key) => {
      const group = documents.filter(({ country, rate }) => `${country} ${rate}` === key);
      const { country, rate } = group[0]!;
      const [net, tax] = [group.map((document) => document.net), group.map((document) => document.tax)];
      return ['documents', country, rateText(rate), figure(net), figure(tax), figure([...net, ...tax])];
    }),
    ...rates
      .sort((one, other) => one - other)
      .map((rate) => [
        'ledger',
        '',
        rateText(rate),
        '',
        figure(taxed.filter((row) => row.taxBasisPoints === rate).map(({ amount }) => -amount)),
        '',
      ]),
  ];
}

const openItemCells = ({ openItems, currencyDigits: digits }: BooksFacts): string[][] => [
  ['account', 'item', 'debit', 'credit'],
  ...openItems.map(({ account, item, amount }) => [account, item, ...sides(amount, digits)]),
];

function readme(facts: BooksFacts): string {
  const { month, shopName, timezone, currency, journal, documents, openItems, hasPdfs, currencyDigits: digits } = facts;
  const money = (amount: number) => `${decimalFigure(amount, digits)} ${currency}`;
  const debit = sumOf(journal.map(({ amount }) => Math.max(0, amount)));
  const own = journal.filter(isOwnMoney);
  const received = own.filter(({ receipt }) => receipt !== null);
  const payable = journal.filter(({ account }) => account === 'refunds_payable');
  const numbers = new Set(documents.map(({ code }) => code)).size;
  const lines = [
    `Books of ${month}: ${shopName}`,
    '',
    `Days begin and end in the time zone ${timezone}. Amounts are in ${currency}.`,
    'The month is closed: nothing can be booked or issued in it any more.',
    '',
    'journal.csv     every entry of the ledger as it was booked; each booking has as much debit as credit',
    `                ${counted(journal.length, 'entry', 'entries')}, debit ${money(debit)}, credit ${money(debit - sumOf(journal.map(({ amount }) => amount)))}`,
    'balances.csv    each account: opening + debit - credit = closing; all closings add up to 0',
    'receipts.csv    entries of journal.csv on the accounts of the bank and the gateways that have a receipt',
    `                in less out: ${money(sumOf(received.map(({ amount }) => amount)))}`,
    'refunds.csv     entries of journal.csv on the account refunds_payable: accepted, and paid',
    `                accepted ${money(-sumOf(payable.map(({ amount }) => Math.min(0, amount))))}, paid ${money(sumOf(payable.map(({ amount }) => Math.max(0, amount))))}`,
    'documents.csv   invoices, invoices on account and credit notes, a row for each rate; credit notes are negative,',
    '                and a final invoice is reduced by what was invoiced on account',
    `                ${counted(numbers, 'document', 'documents')}, net ${money(sumOf(documents.map(({ net }) => net)))}, tax ${money(sumOf(documents.map(({ tax }) => tax)))}`,
    ...(numbers === 0
      ? []
      : hasPdfs
        ? ['documents/      the same documents as PDF']
        : ['documents/      is missing, because there are more than 2,000 documents; open them in the office']),
    'tax.csv         the sums of documents.csv by country and rate, and the tax that the ledger booked. No country: taxed',
    '                where the event is. mixed: goods and tickets of one order at the same rate. The ledger books a sale',
    '                with its first money and a refund when it is accepted, so the two differ by what is in progress.',
    'open-items.csv  what was open at the end: customers by order, refunds by refund, suspense by receipt; the rows of an',
    '                account add up to its closing in balances.csv',
    `                ${counted(openItems.length, 'item', 'items')}`,
    '',
    'Debits are positive: customers owe, the bank and the gateways hold money. Credits are what the shop owes or earned.',
    '',
  ];
  return lines.join('\n');
}

const counted = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`;
