import type { Match } from '#features/bank-statements/domain/line-matches.ts';
import type { FileProblem, Statement } from '#features/bank-statements/domain/statement.ts';
import {
  type BookedLine,
  type ImportLine,
  matchWords,
  type PrepareRefusal,
  type ReadImport,
} from '#features/bank-statements/server/public.ts';
import { whyUnreadable } from '#features/bank-statements/words/staff/file-problems.ts';
import { currencyDigits } from '#features/shop-config/domain/decimal-money.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ENGLISH } from '#kernel/language.ts';
import { decimalFigure } from '#kernel/money.ts';
import { print } from './command.ts';
import { plain, tableText } from './table.ts';
import { moneyText, statusText } from './values.ts';

export function printStatements({ statements }: ReadImport, shop: Shop): void {
  for (const { statement, balance } of statements) {
    const { lines, closing } = statement;
    const checked =
      balance.kind === 'fits'
        ? `the balance matches (${moneyText(closing!, shop)})`
        : 'the balance could not be checked';
    print(`${nameOf(statement)}: ${counted(lines.length, 'line')}, ${checked}.`);
  }
}

const nameOf = ({ file, number, account }: Statement): string =>
  plain([file, account && `account ${account}`, number && `statement ${number}`].filter(Boolean).join(', '));

const HEADINGS: Record<Match['kind'], string> = {
  certain: 'Certain',
  likely: 'Likely: book with --accept',
  unknown: 'Unknown: record with --unmatched, or by hand',
  payout: 'Provider payouts',
  money_out: 'Money out',
  stopped: 'Stopped: these lines are not booked',
  booked: 'Already booked',
};

export function printPreview(lines: readonly ImportLine[], { shop, isFull }: { shop: Shop; isFull: boolean }): void {
  for (const kind of Object.keys(HEADINGS) as Match['kind'][]) {
    const ofKind = lines.filter(({ match }) => match.kind === kind);
    if (ofKind.length === 0) continue;
    print(`\n${HEADINGS[kind]}: ${sumText(ofKind, shop)}`);
    const shown = isFull ? ofKind : ofKind.filter(({ match }) => !isRoutine(match));
    if (shown.length > 0)
      print(
        tableText(
          shown.map((line) => rowOf(line, shop)),
          [0, 2],
        ),
      );
  }
  print('');
}

/** True for lines that are listed only with `--all`. */
export const isRoutine = (match: Match): boolean =>
  match.kind === 'booked' || (match.kind === 'money_out' && match.what.kind === 'other');

export function sumText(lines: readonly ImportLine[], shop: Shop): string {
  const sums = { in: 0, out: 0 };
  for (const { line } of lines) {
    if (line.kind === 'line' && line.currency === shop.public.currency) sums[line.direction] += line.amount;
  }
  const money = [
    sums.in > 0 && `${moneyText(sums.in, shop)} in`,
    sums.out > 0 && `${moneyText(sums.out, shop)} out`,
  ].filter(Boolean);
  return [counted(lines.length, 'line'), ...money].join(', ');
}

export function rowOf({ number, line, match }: ImportLine, shop: Shop): string[] {
  if (line.kind === 'stopped') {
    return [String(number), line.bookedOn ?? '', '', '', matchText(match, shop), cut(line.text)];
  }
  const amount = line.direction === 'out' ? -line.amount : line.amount;
  const money =
    line.currency === shop.public.currency
      ? moneyText(amount, shop)
      : `${decimalFigure(amount, currencyDigits(line.currency))} ${line.currency}`;
  const party = cut(line.party.name ?? '', 30);
  return [String(number), line.bookedOn, money, party, matchText(match, shop), cut(line.text)];
}

const cut = (text: string, max = 60): string => {
  const shown = plain(text);
  return shown.length > max ? `${shown.slice(0, max - 1)}…` : shown;
};

const matchText = (match: Match, shop: Shop): string =>
  plain(matchWords(ENGLISH, match, (amount) => moneyText(amount, shop)));

export function resultText(booked: BookedLine, shop: Shop): string {
  switch (booked.kind) {
    case 'transfers':
      return booked.transfers
        .map(({ receiptId, order, attention, rest }) => {
          if (!order) return `receipt ${receiptId}, in suspense: payments assign ${receiptId} <order>`;
          const note = attention ? ` (${attention}${rest > 0 ? `, ${moneyText(rest, shop)} in suspense` : ''})` : '';
          return `receipt ${receiptId}: order ${order.code} ${statusText(order.paymentStatus)}${note}`;
        })
        .join('; ');
    case 'payout':
      return `payout ${plain(booked.payoutId)} of ${booked.gateway} has arrived`;
    case 'refunds': {
      const { codes } = booked;
      if (booked.outcome === 'refund_returned')
        return `refund ${codes[0]} has a problem; to retry: refunds start ${codes[0]}`;
      return `${codes.join(', ')} ${codes.length === 1 ? 'is' : 'are'} paid`;
    }
    case 'charge_back':
      return `charged back for ${booked.orders.join(', ')}`;
  }
}

export function fileProblemText(problem: FileProblem): string {
  if (problem.kind === 'several') return problem.problems.map(fileProblemText).join('\n');
  const file = plain(problem.file);
  switch (problem.kind) {
    case 'too_large':
      return `${file} is too large. The limits: ${problem.limit}.`;
    case 'empty':
      return `${file} is empty.`;
    case 'unknown_format':
      return `${file} is not a camt, MT940 or CSV file, or a ZIP file of these.`;
    case 'unreadable':
      return `${file} cannot be read. ${plain(whyUnreadable(problem.why, ENGLISH))}`;
    case 'missing_columns':
      return `${file} has no column ${plain(problem.missing.join(', '))}.`;
    case 'unknown_columns':
      return `The shop does not know yet what the columns of ${file} mean. If the guess is right, repeat the command with --csv guess. Otherwise save the guess as a YAML file, correct it, and give that file with --csv.`;
  }
}

export const balanceText = ({ statement, expected, closing }: PrepareRefusal, shop: Shop): string =>
  `${nameOf(statement)}: the opening balance and the lines add up to ${moneyText(expected, shop)}, but the closing balance is ${moneyText(closing, shop)}. The file is incomplete or was changed.`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
