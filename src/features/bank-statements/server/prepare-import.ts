import { createHash } from 'node:crypto';
import { chargeBacksAmong } from '#features/ledger/server/public.ts';
import { isEntered, isUniqueReference, spellingsOf } from '#features/payments/domain/transaction-number.ts';
import { payoutLinesAmong, waitingPayouts } from '#features/payouts/server/public.ts';
import { bankLinesAmong } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type BalanceCheck, checkBalance } from '../domain/check-statement.ts';
import { findLookAlikes, findReferences, findRefunds } from '../domain/find-references.ts';
import { identifyLines, type KeyedLine, waitReasonOf } from '../domain/identify-lines.ts';
import type { IdentifiedLine, Known, KnownOrder, Match } from '../domain/line-matches.ts';
import { matchLines, stoppedMatch, wordsOf } from '../domain/match-lines.ts';
import type { Statement, StatementLine, StoppedLine } from '../domain/statement.ts';
import {
  linesOfReceipts,
  listedBatches,
  ordersByCodes,
  ordersOfPayers,
  ordersWaitingFor,
  receiptsAmong,
  receiptsFor,
  recordedRefunds,
  refundsFor,
} from './known-store.ts';

export interface PrepareParts {
  readonly shop: Shop;
  /** A keyed digest of a payer's IBAN. */
  payerOf(iban: string): Buffer;
}

/** A line as it was read, with the key under which it is booked. Keys never change. */
export type ReadLine = {
  /** From 1, by day; the same each time these files are read. */
  readonly number: number;
  /** Position of its statement, from 0. */
  readonly statement: number;
} & (
  | ({ readonly line: StatementLine } & Omit<KeyedLine, 'line' | 'account'>)
  | { readonly line: StoppedLine; readonly identity: null; readonly otherIdentity: null; readonly payer: null }
);

export interface ReadImport {
  readonly statements: readonly { readonly statement: Statement; readonly balance: BalanceCheck }[];
  readonly lines: readonly ReadLine[];
}

/** The facts about a line's statement that matching needs. */
export type StatementFacts = Pick<Statement, 'format' | 'scope' | 'account'>;

export type ImportLine = ReadLine & { readonly match: Match };

/** The file is not as the bank sent it: something is missing or was changed. */
export interface PrepareRefusal {
  readonly kind: 'balance_differs';
  readonly statement: Statement;
  readonly expected: number;
  readonly closing: number;
}

/** Gives each line of the statements its number and its key. */
export function numberLines(
  { shop, payerOf }: PrepareParts,
  statements: readonly Statement[],
): Result<ReadImport, PrepareRefusal> {
  const checked = statements.map((statement) => ({ statement, balance: checkBalance(statement) }));
  for (const { statement, balance } of checked) {
    if (balance.kind === 'differs') return refuse({ ...balance, kind: 'balance_differs', statement });
  }
  const options = {
    digest,
    ownAccount: accountsOf(shop)[0] ?? null,
    payerOf: (iban: string) => payerOf(iban).toString('hex'),
  };
  const keyed = statements
    .flatMap((statement, index) =>
      identifyLines(statement, options).map(({ account: _account, ...line }) => ({ ...line, statement: index })),
    )
    .sort((one, other) =>
      one.line.bookedOn < other.line.bookedOn ? -1 : one.line.bookedOn > other.line.bookedOn ? 1 : 0,
    );
  const stopped = statements.flatMap(({ lines }, index) =>
    lines.flatMap((line) =>
      line.kind === 'stopped'
        ? [{ line, identity: null, otherIdentity: null, payer: null, statement: index } as const]
        : [],
    ),
  );
  const lines = [...keyed, ...stopped].map((line, index): ReadLine => ({ ...line, number: index + 1 }));
  return ok({ statements: checked, lines });
}

/** 128 bits, so that nobody can make up a text with the same digest as another. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Matches lines, in their order, with the shop's orders, refunds and payouts. Changes nothing. */
export async function matchImport(
  db: Queryable,
  shop: Shop,
  lines: readonly ReadLine[],
  {
    statements,
    takesRunningDays,
  }: { readonly statements: readonly StatementFacts[]; readonly takesRunningDays: boolean },
  now: Date,
): Promise<ImportLine[]> {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(shop.public.timezone)
    .toPlainDate()
    .toString();
  const readable = lines.flatMap((one) => {
    if (one.line.kind === 'stopped' || one.identity === null) return [];
    const { line, identity, otherIdentity, payer } = one;
    const statement = statements[one.statement]!;
    const waitReason = waitReasonOf(line, statement, { today, takesRunningDays });
    return [{ line, identity, otherIdentity, payer, account: statement.account, waitReason, number: one.number }];
  });
  const matches = matchLines(readable, await knownAbout(db, shop, readable, today));
  const matchOf = new Map(readable.map(({ number }, index) => [number, matches[index]!]));
  return lines.map((line) => ({
    ...line,
    match: matchOf.get(line.number) ?? stoppedMatch(line.line as StoppedLine),
  }));
}

/** The operator's own accounts. */
export const accountsOf = ({ public: open, private: hidden }: Shop): string[] => [
  ...new Set(
    [
      open.shopPaymentBankTransferAccount?.iban,
      hidden.payer?.bankIban,
      ...(hidden.bankStatements?.accounts ?? []),
    ].filter((iban): iban is string => Boolean(iban)),
  ),
];

const CHUNK = 5_000;
const MAX_WAITING = 5_000;

async function knownAbout(db: Queryable, shop: Shop, lines: readonly IdentifiedLine[], today: string): Promise<Known> {
  const prefix = shop.private.orderPrefix;
  const { currency, timezone } = shop.public;
  const keys = lines.flatMap(({ identity, otherIdentity }) => [identity, ...(otherIdentity ? [otherIdentity] : [])]);
  const received = await receivedAmong(db, lines, keys);
  const booked = new Set([
    ...received.booked,
    ...(await recordedOut(db, lines)),
    ...(await inChunks(keys, (some) => linesOfReceipts(db, some))).map(({ key }) => key),
    ...(await inChunks(keys, (some) => bankLinesAmong(db, some))),
    ...(await inChunks(keys, (some) => payoutLinesAmong(db, some))),
    ...(await inChunks(keys, (some) => chargeBacksAmong(db, some))),
  ]);
  const open = lines.filter(({ identity }) => !booked.has(identity));
  const whole = open.filter(({ line: { batch } }) => batch !== null && !batch.isSplit);
  const listed = await inChunks(
    whole.map(({ identity }) => identity),
    (some) => listedBatches(db, some),
  );
  const moneyIn = open.filter(({ line: { direction } }) => direction === 'in');
  const words = open.map(({ line }) => wordsOf(line));

  const exact = words.flat().flatMap((text) => findReferences(text, prefix).map(({ order }) => order));
  const orders = byCode(await inChunks(exact, (some) => ordersByCodes(db, some)));
  const unmatched = words.filter(
    (texts) => !texts.some((text) => findReferences(text, prefix).some(({ order }) => orders.has(order))),
  );
  const alike = unmatched.flat().flatMap((text) => findLookAlikes(text, prefix));
  for (const order of await inChunks(alike, (some) => ordersByCodes(db, some))) orders.set(order.code, order);

  const refunds = await refundsFor(db, {
    codes: words.flat().flatMap((text) => findRefunds(text, prefix)),
    files: open.flatMap(({ line: { paymentFile } }) => paymentFile ?? []),
  });
  const amounts = [...new Set(moneyIn.map(({ line: { amount } }) => amount))];
  return {
    prefix,
    currency,
    today,
    accounts: accountsOf(shop),
    booked,
    sameNumbers: received.sameNumbers,
    orders,
    waiting: await ordersWaitingFor(db, amounts, MAX_WAITING),
    refunds: new Map(refunds.map((refund) => [refund.code, refund])),
    receipts: await inChunks([...orders.keys()], (some) => receiptsFor(db, some, timezone)),
    batches: new Map(listed.map(({ batch, isDone }) => [batch, isDone ? 'done' : 'open'])),
    payouts: await waitingPayouts(db, currency, MAX_WAITING),
    payers: await payersOf(
      db,
      moneyIn.flatMap(({ payer }) => payer ?? []),
    ),
  };
}

/**
 * Returns the keys of lines whose money is booked, even if a person entered it with the bank's reference, and the
 * receipts that were entered with the reference of a line but with another amount.
 */
async function receivedAmong(
  db: Queryable,
  lines: readonly IdentifiedLine[],
  keys: readonly string[],
): Promise<{ booked: string[]; sameNumbers: Map<string, number> }> {
  // A bank may take money back under the number with which it arrived.
  const moneyIn = lines.filter(({ line: { direction } }) => direction === 'in');
  const references = moneyIn.flatMap(({ line }) => line.bankReference ?? []).filter(isUniqueReference);
  const receipts = new Map(
    (await inChunks([...keys, ...references.flatMap(spellingsOf)], (some) => receiptsAmong(db, some))).map(
      (receipt) => [receipt.transaction, receipt] as const,
    ),
  );
  const enteredAs = ({ bankReference }: StatementLine) =>
    bankReference !== null && isUniqueReference(bankReference) ? enteredUnder(bankReference, receipts) : undefined;
  return {
    booked: [
      ...keys.filter((key) => receipts.has(key)),
      ...moneyIn.filter(({ line }) => isEntered(line, enteredAs(line)?.amount)).map(({ identity }) => identity),
    ],
    sameNumbers: new Map(
      moneyIn.flatMap(({ line }) => {
        const receipt = enteredAs(line);
        return receipt && receipt.amount !== line.amount ? [[line.bankReference!, receipt.id] as const] : [];
      }),
    ),
  };
}

/** What a person entered under a bank's number, in any of its spellings. */
const enteredUnder = <Entered>(number: string, entered: ReadonlyMap<string, Entered>): Entered | undefined => {
  const spelling = spellingsOf(number).find((one) => entered.has(one));
  return spelling === undefined ? undefined : entered.get(spelling);
};

/** Returns the keys of the lines that pay refunds which a person recorded as paid with the bank's reference. */
async function recordedOut(db: Queryable, lines: readonly IdentifiedLine[]): Promise<string[]> {
  const moneyOut = lines.filter(({ line: { direction } }) => direction === 'out');
  const references = moneyOut.flatMap(({ line }) => line.bankReference ?? []).filter(isUniqueReference);
  const amounts = new Map(
    (await inChunks(references.flatMap(spellingsOf), (some) => recordedRefunds(db, some))).map(
      ({ transaction, amount }) => [transaction, amount] as const,
    ),
  );
  return moneyOut
    .filter(({ line }) => isEntered(line, enteredUnder(line.bankReference ?? '', amounts)))
    .map(({ identity }) => identity);
}

async function payersOf(db: Queryable, payers: readonly string[]): Promise<Known['payers']> {
  const paid = await inChunks(payers, (some) =>
    ordersOfPayers(
      db,
      some.map((payer) => Buffer.from(payer, 'hex')),
    ),
  );
  const grouped = Map.groupBy(paid, ({ payer }) => payer.toString('hex'));
  return new Map([...grouped].map(([payer, rows]) => [payer, rows.map(({ code }) => code)]));
}

const byCode = (orders: readonly KnownOrder[]) => new Map(orders.map((order) => [order.code, order]));

async function inChunks<Item, Found>(
  items: readonly Item[],
  read: (some: readonly Item[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const unique = [...new Set(items)];
  const found: Found[] = [];
  for (let at = 0; at < unique.length; at += CHUNK) found.push(...(await read(unique.slice(at, at + CHUNK))));
  return found;
}
