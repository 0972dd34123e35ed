import { createHash } from 'node:crypto';
import { payoutLinesAmong, waitingPayouts } from '#features/payouts/server/public.ts';
import { bankLinesAmong } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type BalanceCheck, checkBalance } from '../domain/check-statement.ts';
import { findLookAlikes, findReferences, findRefunds } from '../domain/find-references.ts';
import { identifyLines } from '../domain/identify-lines.ts';
import {
  type IdentifiedLine,
  type Known,
  type KnownOrder,
  type Match,
  matchLines,
  stoppedMatch,
  wordsOf,
} from '../domain/match-lines.ts';
import type { Statement, StatementLine, StoppedLine } from '../domain/statement.ts';
import {
  ordersByCodes,
  ordersOfPayers,
  ordersWaitingFor,
  receiptsAmong,
  receiptsFor,
  refundsFor,
} from './known-store.ts';

export interface PrepareParts {
  readonly db: Db;
  readonly shop: Shop;
  /** A keyed digest of a payer's IBAN. */
  payerOf(iban: string): Buffer;
}

export interface ImportLine {
  /** Counted from 1 by day, the same each time these files are read. */
  readonly number: number;
  readonly line: StatementLine | StoppedLine;
  /** The key under which it is booked; null for a line that cannot be read. */
  readonly identity: string | null;
  readonly match: Match;
}

export interface PreparedImport {
  readonly statements: readonly { readonly statement: Statement; readonly balance: BalanceCheck }[];
  readonly lines: readonly ImportLine[];
}

/** The file is not what the bank sent: something is missing or was changed. */
export interface PrepareRefusal {
  readonly kind: 'balance_differs';
  readonly statement: Statement;
  readonly expected: number;
  readonly closing: number;
}

/** Matches statements with what the shop knows, and changes nothing. */
export async function prepareImport(
  parts: PrepareParts,
  statements: readonly Statement[],
  options: { readonly takesRunningDays: boolean },
  now: Date,
): Promise<Result<PreparedImport, PrepareRefusal>> {
  const checked = statements.map((statement) => ({ statement, balance: checkBalance(statement) }));
  for (const { statement, balance } of checked) {
    if (balance.kind === 'differs') return refuse({ ...balance, kind: 'balance_differs', statement });
  }
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(parts.shop.public.timezone)
    .toPlainDate()
    .toString();
  const ownAccount = accountsOf(parts.shop)[0] ?? null;
  const identified = statements
    .flatMap((statement) => identifyLines(statement, { digest, ownAccount, today, ...options }))
    .sort((one, other) =>
      one.line.bookedOn < other.line.bookedOn ? -1 : one.line.bookedOn > other.line.bookedOn ? 1 : 0,
    );
  const matches = matchLines(identified, await knownAbout(parts, identified, today));
  const readable = identified.map(({ line, identity }, index) => ({ line, identity, match: matches[index]! }));
  const stopped = statements.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.kind === 'stopped' ? [{ line, identity: null, match: stoppedMatch(line) }] : [])),
  );
  const lines = [...readable, ...stopped].map((line, index) => ({ ...line, number: index + 1 }));
  return ok({ statements: checked, lines });
}

/** 128 bits: nobody can choose a text that replaces another's. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const accountsOf = ({ public: open, private: hidden }: Shop): string[] => [
  ...new Set(
    [
      open.shopPaymentBankTransferAccount?.iban,
      hidden.payer?.bankIban,
      ...(hidden.bankStatements?.accounts ?? []),
    ].filter((iban): iban is string => Boolean(iban)),
  ),
];

const CHUNK = 5_000;
const MOST_WAITING = 5_000;

async function knownAbout(parts: PrepareParts, lines: readonly IdentifiedLine[], today: string): Promise<Known> {
  const { db, shop } = parts;
  const prefix = shop.private.orderPrefix;
  const { currency, timezone } = shop.public;
  const keys = lines.flatMap(({ identity, otherIdentity }) => [identity, ...(otherIdentity ? [otherIdentity] : [])]);
  const booked = new Set([
    ...(await inChunks(keys, (some) => receiptsAmong(db, some))),
    ...(await inChunks(keys, (some) => bankLinesAmong(db, some))),
    ...(await inChunks(keys, (some) => payoutLinesAmong(db, some))),
  ]);
  const open = lines.filter(({ identity }) => !booked.has(identity)).map(({ line }) => line);
  const moneyIn = open.filter(({ direction }) => direction === 'in');
  const words = open.map((line) => wordsOf(line));

  const exact = words.flat().flatMap((text) => findReferences(text, prefix).map(({ order }) => order));
  const orders = byCode(await inChunks(exact, (some) => ordersByCodes(db, some)));
  const unmatched = words.filter(
    (texts) => !texts.some((text) => findReferences(text, prefix).some(({ order }) => orders.has(order))),
  );
  const alike = unmatched.flat().flatMap((text) => findLookAlikes(text, prefix));
  for (const order of await inChunks(alike, (some) => ordersByCodes(db, some))) orders.set(order.code, order);

  const refunds = await refundsFor(db, {
    codes: words.flat().flatMap((text) => findRefunds(text, prefix)),
    files: open.flatMap(({ paymentFile }) => paymentFile ?? []),
  });
  const amounts = [...new Set(moneyIn.map(({ amount }) => amount))];
  return {
    prefix,
    currency,
    today,
    accounts: accountsOf(shop),
    booked,
    orders,
    waiting: await ordersWaitingFor(db, amounts, MOST_WAITING),
    refunds: new Map(refunds.map((refund) => [refund.code, refund])),
    receipts: await inChunks([...orders.keys()], (some) => receiptsFor(db, some, timezone)),
    payouts: await waitingPayouts(db, currency, MOST_WAITING),
    payers: await payersOf(parts, moneyIn),
  };
}

async function payersOf({ db, payerOf }: PrepareParts, lines: readonly StatementLine[]): Promise<Known['payers']> {
  const ibans = [...new Set(lines.flatMap(({ party }) => party.iban ?? []))];
  const byPayer = new Map(ibans.map((iban) => [payerOf(iban).toString('hex'), iban]));
  const paid = await inChunks([...byPayer.keys()], (some) =>
    ordersOfPayers(
      db,
      some.map((payer) => Buffer.from(payer, 'hex')),
    ),
  );
  const grouped = Map.groupBy(paid, ({ payer }) => byPayer.get(payer.toString('hex'))!);
  return new Map([...grouped].map(([iban, rows]) => [iban, rows.map(({ code }) => code)]));
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
