import { createHash } from 'node:crypto';
import type { TransferParts } from '#features/desk/server/public.ts';
import type { RefundParts } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal, writeAudit } from '#features/staff/server/public.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { httpRefusals, invalidFields } from '#platform/http/refusal.ts';
import type { Match } from '../domain/match-lines.ts';
import { MOST_OFFICE_BYTES } from '../domain/most-office-bytes.ts';
import type { FileProblem } from '../domain/statement.ts';
import { statementBook, statementRead } from '../office-contract.ts';
import { bookLine, type Decisions, isBookable, type LineResult } from './book-import.ts';
import { matchWords, targetWords } from './match-words.ts';
import { type ImportLine, type PreparedImport, type PrepareRefusal, prepareImport } from './prepare-import.ts';
import { readStatements } from './read-statements.ts';

export interface OfficeStatementParts {
  readonly db: OfficeDb;
  readonly money: TransferParts['money'];
  readonly refunds: RefundParts;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  /** A keyed digest of a payer's IBAN. */
  payerOf(iban: string): Buffer;
}

interface Asked {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly csv: string | null;
  readonly running_days: boolean;
}

export function addStatementCalls(calls: OfficeCallRegistry, parts: OfficeStatementParts): void {
  calls.add(statementRead, async (asked, { language, now }) => {
    const shop = await parts.loadShop(parts.db);
    const prepared = await prepareAsked(parts, shop, asked, now);
    if (!prepared.ok) return prepared;
    const { statements, lines } = prepared.value;
    return ok({
      statements: statements.map(({ statement, balance }) => ({
        file: statement.file,
        account: statement.account,
        number: statement.number,
        lines: statement.lines.length,
        balance: balance.kind === 'fits' ? ('fits' as const) : ('unknown' as const),
      })),
      lines: lines.map((line) => onWire(line, language, shop)),
      csv_formats: Object.keys(shop.private.bankStatements?.csv ?? {}),
    });
  });

  calls.add(statementBook, async ({ lines: wanted, ...asked }, context) => {
    const { now } = context;
    const shop = await parts.loadShop(parts.db);
    const prepared = await prepareAsked(parts, shop, asked, now);
    if (!prepared.ok) return prepared;
    const lineOf = new Map(prepared.value.lines.map((line) => [line.number, line]));
    const decisions: Decisions = {
      accepted: new Map(wanted.map(({ number, order }) => [number, order])),
      suspended: new Set(wanted.filter((one) => one.without_order).map(({ number }) => number)),
    };
    const { actor } = callerOf(context);
    const bookParts = {
      transfers: { db: parts.db, money: parts.money, currency: shop.public.currency },
      refunds: parts.refunds,
      timezone: shop.public.timezone,
      payerOf: parts.payerOf,
    };
    const results = [];
    for (const { number, mark } of wanted) {
      const line = lineOf.get(number);
      const isBefore = line?.match.kind === 'booked';
      if (!line || (!isBefore && markOf(line) !== mark)) results.push({ ...NOTHING, number, kind: 'changed' as const });
      else if (isBefore) results.push({ ...NOTHING, number, kind: 'booked_before' as const });
      else results.push(resultOf(number, await bookLine(bookParts, line, { decisions, actor }, now)));
    }
    const booked = results.filter(({ kind }) => kind === 'booked' || kind === 'refunds_paid').length;
    const details = { files: asked.files.map(({ name }) => name), lines: wanted.length, booked };
    const entry = {
      actor,
      action: 'statement.booked' as const,
      subject: 'bank statement',
      details,
      private: context.private,
    };
    await writeAudit(parts.db, entry, now);
    return ok({ results });
  });
}

async function prepareAsked(
  { db, payerOf }: OfficeStatementParts,
  shop: Shop,
  { files, csv, running_days: takesRunningDays }: Asked,
  now: Date,
): Promise<Result<PreparedImport, OfficeRefusal>> {
  const unpacked = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }));
  if (unpacked.reduce((all, { bytes }) => all + bytes.length, 0) > MOST_OFFICE_BYTES) return refuse(TOO_LARGE);
  const formats = shop.private.bankStatements?.csv ?? {};
  const only = Object.values(formats);
  const map = csv === null ? (only.length === 1 ? only[0]! : null) : (formats[csv] ?? null);
  const read = readStatements(unpacked, { csv: map, currency: shop.public.currency });
  if (!read.ok) return refuse(fileRefusal(read.error));
  const prepared = await prepareImport({ db, shop, payerOf }, read.value, { takesRunningDays }, now);
  return prepared.ok ? prepared : refuse(balanceRefusal(prepared.error, shop));
}

const field = (message: string | ((language: Language) => string)) => invalidFields([{ field: 'files', message }]);

const TOO_LARGE = field(
  markedText('Together, these files are larger than 3 MB. Import them one at a time, or on the command line.'),
);

const fileRefusal = httpRefusals<FileProblem>({
  too_large: ({ file, most }) => field(({ text }) => text('{file} is too large. The limits: {most}.', { file, most })),
  unknown_format: ({ file }) =>
    field(({ text }) => text('{file} is not a camt, MT940 or CSV file, or a ZIP file of these.', { file })),
  unreadable: ({ file, detail }) => field(({ text }) => text('{file} cannot be read: {detail}', { file, detail })),
  no_column_map: ({ file }) =>
    field(({ text }) => text('{file} looks like CSV. Choose its format; formats are in the shop folder.', { file })),
});

const balanceRefusal = ({ statement, expected, closing }: PrepareRefusal, { public: shop }: Shop): OfficeRefusal =>
  field(({ text }) =>
    text(
      '{file}: the opening balance and the lines add up to {expected}, but the closing balance is {closing}. The file is incomplete or was changed.',
      { file: statement.file, expected: formatMoney(expected, shop), closing: formatMoney(closing, shop) },
    ),
  );

const UNDECIDED: Decisions = { accepted: new Map(), suspended: new Set() };

function onWire(imported: ImportLine, language: Language, { public: shop }: Shop) {
  const { line, match, number } = imported;
  const money = (amount: number) => formatMoney(amount, shop);
  const isLine = line.kind === 'line';
  return {
    number,
    mark: markOf(imported),
    group: match.kind,
    is_sure: isBookable(imported, UNDECIDED),
    day: line.bookedOn,
    amount: isLine ? (line.direction === 'out' ? -line.amount : line.amount) : null,
    currency: isLine ? line.currency : null,
    party: isLine ? (line.party.name ?? '') : '',
    text: line.text.slice(0, MOST_TEXT),
    why: matchWords(language, match, money),
    choices: choicesOf(match).map((target) => ({
      order: target.order,
      words: targetWords(language, target, false, money),
    })),
  };
}

const MOST_TEXT = 140;

const choicesOf = (match: Match) => (match.kind === 'likely' && !match.isShared ? match.targets : []);

/** Changes when the line would be booked differently. */
const markOf = ({ identity, match }: ImportLine): string =>
  createHash('sha256')
    .update(JSON.stringify([identity, match]))
    .digest('base64url')
    .slice(0, 22);

const NOTHING = { orders: [] as string[], refunds: [] as string[], waiting: [] as number[] };

function resultOf(number: number, result: LineResult) {
  switch (result.kind) {
    case 'booked':
      return {
        ...NOTHING,
        number,
        kind: result.kind,
        orders: result.transfers.flatMap(({ order }) => order?.code ?? []),
        waiting: result.transfers.filter(({ order, rest }) => !order || rest > 0).map(({ receiptId }) => receiptId),
      };
    case 'refunds_paid':
    case 'refund_returned':
      return { ...NOTHING, number, kind: result.kind, refunds: [...result.codes] };
    case 'refund_refused':
      return { ...NOTHING, number, kind: result.kind, refunds: [result.code] };
    default:
      return { ...NOTHING, number, kind: result.kind };
  }
}
