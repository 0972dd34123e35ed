import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Decision, isBookable, isSure } from '#features/bank-statements/domain/line-booking.ts';
import type { Match } from '#features/bank-statements/domain/line-matches.ts';
import { MAX_FILE_BYTES } from '#features/bank-statements/domain/statement.ts';
import {
  type BookImportRefusal,
  bookImportLine,
  type ImportLine,
  matchImport,
  numberLines,
  payerDigest,
  readStatements,
  storeImport,
} from '#features/bank-statements/server/public.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { csvOf, printGuess, rememberCsv } from './import-csv.ts';
import {
  balanceText,
  fileProblemText,
  isRoutine,
  printPreview,
  printStatements,
  resultText,
  rowOf,
  sumText,
} from './import-texts.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_FILES = 50;

export const importPaymentsCommand: Command = {
  name: 'payments import',
  takes: '<file>... [--book]',
  does: 'Read bank statements and show what they would book; with --book, book it. The same line is booked only once.',
  options: [
    ['--book', 'Book the certain lines and close refunds. Without it, nothing changes.'],
    ['--accept LINES', 'Also book these likely lines: 3,7 or, with several candidates, 3=SLK-7Q4M2X; or "all".'],
    ['--unmatched LINES', 'Also book these lines as money without an order, for "payments assign": 4,5 or "all".'],
    [
      '--csv NAME',
      'What the columns of a CSV mean: a name in bank_statements.csv of shop.yaml, a YAML file, or "guess".',
    ],
    ['--intraday', 'Also book intraday transactions (camt.052). Without it, they are only shown.'],
    ['--all', 'Also list lines that are already booked, and outgoing payments not related to a refund.'],
    actorHelp,
  ],
  more: `Reads camt.053 (also .052 and .054), MT940 and CSV, and ZIP files of these, up to 20 MB and 100,000 entries.
A CSV is read as last chosen for its headings, in the office or with --csv; otherwise the command shows a guess.
Line numbers are the same each time you read the same files. Each line is booked in its own transaction, so you can
repeat an import that was interrupted. Money out closes the refunds it pays; a returned refund then has a problem.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...actorOption,
        book: { type: 'boolean' },
        accept: { type: 'string' },
        unmatched: { type: 'string' },
        csv: { type: 'string' },
        intraday: { type: 'boolean' },
        all: { type: 'boolean' },
      },
      takes: ['The file'],
      mayFollow: MAX_FILES - 1,
    });
    if (!values.book && (values.accept || values.unmatched)) {
      throw new UsageProblem('--accept and --unmatched need --book.');
    }
    const files = await Promise.all(positionals.map(fileOf));
    return await withOperator(values.as, async (operator) => {
      const { shop, now } = operator;
      const csv = await csvOf(values.csv, files, operator);
      const read = readStatements(files, { csv: csv.maps, currency: shop.public.currency });
      if (!read.ok) {
        if (read.error.kind === 'unknown_columns') printGuess(read.error.file, files, shop);
        return printRefusal(fileProblemText(read.error));
      }
      const numbered = numberLines(partsOf(operator), read.value);
      if (!numbered.ok) return printRefusal(balanceText(numbered.error, shop));
      const takesRunningDays = values.intraday ?? false;
      const statements = numbered.value.statements.map(({ statement }) => statement);
      const options = { statements, takesRunningDays };
      const lines = await matchImport(operator.db, shop, numbered.value.lines, options, now);
      const decisions = decisionsOf(lines, values);
      printStatements(numbered.value, shop);
      if (values.book) {
        const request = { files, takesRunningDays, actor: operator.actor };
        await rememberCsv(csv.chosen, operator);
        const { id } = await storeImport(operator.db, request, numbered.value, now);
        return await book(lines, { importId: id, decisions }, operator);
      }
      printPreview(lines, { shop, isFull: values.all ?? false });
      if (lines.some((line) => decisionFor(line, decisions))) print('Nothing was booked. To book it, add --book.');
      return 0;
    });
  },
};

async function fileOf(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) throw new UsageProblem(`${file} is larger than 20 MB.`);
    return { name: path.basename(file), bytes: await readFile(file) };
  } catch (error) {
    throw error instanceof UsageProblem ? error : new UsageProblem(`${file} cannot be read.`);
  }
}

const partsOf = ({ shop, config }: OperatorShop) => ({
  shop,
  payerOf: payerDigest(derivedKey(config.secretKey, 'payer-accounts')),
});

/** What the options decide about uncertain lines, by line number. */
interface Decisions {
  /** For a line with several candidates, the code of the chosen one. */
  readonly accepted: ReadonlyMap<number, string | null>;
  readonly suspended: ReadonlySet<number>;
}

/** Returns null for a line that is left alone. */
function decisionFor({ match, number }: ImportLine, { accepted, suspended }: Decisions): Decision | null {
  const isDecided = match.kind === 'likely' || match.kind === 'unknown';
  if (isDecided && suspended.has(number)) return { kind: 'without_order' };
  const chosen = accepted.get(number);
  const decision: Decision = chosen ? { kind: 'order', reference: chosen } : { kind: 'as_matched' };
  const isWanted = isSure(match) || (match.kind === 'likely' && accepted.has(number));
  return isWanted && isBookable(match, decision) ? decision : null;
}

function decisionsOf(
  lines: readonly ImportLine[],
  { accept, unmatched }: { accept?: string | undefined; unmatched?: string | undefined },
): Decisions {
  const kindOf = new Map(lines.map(({ number, match }) => [number, match]));
  const accepted = new Map<number, string | null>();
  if (accept === 'all') {
    for (const { number, match } of lines) {
      // If several orders may match, or a receipt may be the same money, each line must be accepted by its number.
      const isClear = match.kind === 'likely' && (match.isShared || match.targets.length === 1);
      if (isClear && match.receipt === undefined) accepted.set(number, null);
    }
  } else {
    for (const word of wordsIn(accept)) {
      const [digits, code] = word.split('=');
      const number = lineNumber(digits!, '--accept');
      const match = kindOf.get(number);
      if (match?.kind !== 'likely') throw new UsageProblem(`Line ${number} is not a likely match.`);
      accepted.set(number, chosenOf(number, match, code));
    }
  }
  const suspended = new Set<number>();
  if (unmatched === 'all') {
    for (const { number, match } of lines) if (match.kind === 'unknown') suspended.add(number);
  } else {
    for (const word of wordsIn(unmatched)) {
      const number = lineNumber(word, '--unmatched');
      const kind = kindOf.get(number)?.kind;
      if (kind !== 'likely' && kind !== 'unknown') {
        throw new UsageProblem(`Line ${number} is neither an unknown nor a likely match.`);
      }
      suspended.add(number);
    }
  }
  return { accepted, suspended };
}

function chosenOf(number: number, match: Extract<Match, { kind: 'likely' }>, code: string | undefined): string | null {
  if (match.isShared || (match.targets.length === 1 && code === undefined)) return null;
  const wanted = code && normalizeReference(code);
  const chosen = match.targets.find(({ order }) => order === wanted);
  if (chosen) return chosen.order;
  const orders = match.targets.map(({ order }) => order).join(' or ');
  throw new UsageProblem(
    `Line ${number} may belong to ${orders}; write --accept ${number}=${match.targets[0]!.order}.`,
  );
}

const wordsIn = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((word) => word !== '');

function lineNumber(text: string, option: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageProblem(`${option} takes line numbers such as 3,7, not "${text}".`);
  return Number(text);
}

async function book(
  lines: readonly ImportLine[],
  { importId, decisions }: { importId: number; decisions: Decisions },
  { db, shop, parts, actor, now }: OperatorShop,
): Promise<number> {
  const { money, refunds } = parts;
  const bookParts = { db, money, refunds, currency: shop.public.currency, timezone: shop.public.timezone };
  let failed = 0;
  const done: ImportLine[] = [];
  for (const line of lines) {
    const decision = decisionFor(line, decisions);
    if (!decision) continue;
    const result = await bookImportLine(bookParts, line, { importId, decision, actor }, now);
    const [number, day, amount, party] = rowOf(line, shop);
    const words = result.ok ? resultText(result.value, shop) : refusalText(bookTexts, result.error);
    print(`${number}  ${day}  ${amount}  ${[party, words].filter(Boolean).join('  ')}`);
    if (result.ok) done.push(line);
    else if (result.error.kind !== 'booked_before' && result.error.kind !== 'done_before') failed += 1;
  }
  print(`\nBooked: ${sumText(done, shop)}.`);
  const before = lines.filter(({ match }) => match.kind === 'booked');
  if (before.length > 0) print(`Already booked: ${sumText(before, shop)}.`);
  const left = lines.filter((line) => !decisionFor(line, decisions) && !isRoutine(line.match));
  if (left.length > 0) print(`Skipped: ${sumText(left, shop)}. Run without --book to see why.`);
  return failed > 0 ? 1 : 0;
}

const bookTexts: RefusalTexts<BookImportRefusal> = {
  booked_before: () => 'already booked',
  done_before: () => 'booked or ignored in the office in the meantime',
  unknown_line: () => 'skipped',
  nothing_to_book: () => 'skipped',
  unknown_order: ({ reference }) => `there is no order ${reference}`,
  refund_refused: ({ code }) => `refund ${code} was not changed: its status is different now`,
  charge_back_refused: () => 'not charged back: see payments charge-back',
};
