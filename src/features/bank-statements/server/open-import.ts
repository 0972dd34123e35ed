import { isUniqueReference } from '#features/payments/domain/transaction-number.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Match } from '../domain/line-matches.ts';
import {
  type BookedAs,
  bookedAs,
  doneElsewhere,
  type LineKey,
  type ReceiptOfLine,
  receiptsOfLines,
} from './booked-lines-store.ts';
import {
  type ImportRow,
  importById,
  type LineRow,
  linesOfImport,
  type StatementRow,
  statementsOf,
} from './import-store.ts';
import { type ImportLine, matchImport, type ReadLine } from './prepare-import.ts';
import { type RecordedMoney, recordedMoney } from './recorded-money.ts';

export type OpenedLine = LineRow & {
  readonly receiptsNow: readonly ReceiptOfLine[];
  /** What booking it would do; null for a line that has an outcome or whose texts were deleted. */
  readonly match: Match | null;
  /** How it was booked, by this import, another one or the command line; null if it is not booked. */
  readonly bookedAs: BookedAs | null;
  /** For a line booked before, its money; for an open line, the money that a person recorded and that it may show. */
  readonly recorded: readonly RecordedMoney[];
  /** Another import in which the same line was booked or ignored. */
  readonly elsewhere: { readonly importId: number; readonly isIgnored: boolean; readonly reason: string } | null;
};

export interface OpenedImport {
  readonly row: ImportRow;
  readonly statements: readonly StatementRow[];
  readonly lines: readonly OpenedLine[];
  /** The matches of lines without an outcome, by number. */
  readonly matches: ReadonlyMap<number, ImportLine>;
}

/** An import with the outcome of each line, or the current match of a line without one. */
export async function openImport(db: Queryable, shop: Shop, id: number, now: Date): Promise<OpenedImport | null> {
  const row = await importById(db, id);
  if (!row) return null;
  const statements = await statementsOf(db, id);
  const lines = await linesOfImport(db, id);
  const receipts = new Map(
    (
      await receiptsOfLines(
        db,
        lines.flatMap((line) => line.receipts),
      )
    ).map((receipt) => [receipt.id, receipt]),
  );
  const receiptsOf = (line: LineRow) => line.receipts.flatMap((receipt) => receipts.get(receipt) ?? []);
  const open = lines.filter((line) => isOpen(line, receiptsOf(line)));
  const matches = await matchesOf(db, shop, { row, statements, open }, now);
  const isBookedBefore = ({ number }: LineRow) => matches.get(number)?.match.kind === 'booked';
  const done = lines.filter((line) => line.outcome !== null || isBookedBefore(line));
  const details = new Map((await bookedAs(db, done.flatMap(keyOf))).map((one) => [one.identity, one]));
  const before = lines.filter(isBookedBefore).flatMap(({ number, identity }) => {
    const known = details.get(identity ?? '');
    return known ? [{ ...known, number }] : [];
  });
  const stillOpen = [...matches.values()].filter(({ match }) => match.kind !== 'booked');
  const recorded = await recordedMoney(db, before, stillOpen);
  const openKeys = open.flatMap(({ identity }) => identity ?? []);
  const others = new Map((await doneElsewhere(db, id, openKeys)).map((one) => [one.identity, one]));
  return {
    row,
    statements,
    matches,
    lines: lines.map((line): OpenedLine => {
      const other = line.identity === null ? undefined : others.get(line.identity);
      const match = matches.get(line.number)?.match ?? null;
      const isBooked = match === null || match.kind === 'booked';
      return {
        ...line,
        receiptsNow: receiptsOf(line),
        outcome: isOpen(line, receiptsOf(line)) ? null : line.outcome,
        match,
        bookedAs: (isBooked && line.identity !== null && details.get(line.identity)) || null,
        recorded: recorded.get(line.number) ?? [],
        elsewhere: other
          ? { importId: other.importId, isIgnored: other.outcome === 'ignored', reason: other.reason }
          : null,
      };
    }),
  };
}

function keyOf({ identity, facts, amount }: LineRow): LineKey[] {
  if (identity === null) return [];
  const number = facts?.kind === 'line' ? facts.bankReference : null;
  return [{ identity, number: number !== null && isUniqueReference(number) ? number : null, amount: amount ?? 0 }];
}

/** Whether the line has no outcome, or its money was taken back on the order's page or on the command line. */
export const isOpen = ({ outcome }: LineRow, receipts: readonly ReceiptOfLine[]): boolean =>
  outcome === null ||
  ((outcome === 'booked' || outcome === 'without_order') &&
    receipts.length > 0 &&
    receipts.every(({ undoneAt }) => undoneAt !== null));

async function matchesOf(
  db: Queryable,
  shop: Shop,
  { row, statements, open }: Pick<OpenedImport, 'row' | 'statements'> & { readonly open: readonly LineRow[] },
  now: Date,
): Promise<Map<number, ImportLine>> {
  const lines = open.flatMap((line) => readLineOf(line) ?? []);
  const matched = await matchImport(db, shop, lines, { statements, takesRunningDays: row.takesRunningDays }, now);
  return new Map(matched.map((line) => [line.number, line]));
}

/** Null if the line's texts were deleted. */
function readLineOf({ number, statement, facts, identity, otherIdentity, payer }: LineRow): ReadLine | null {
  if (facts === null) return null;
  if (facts.kind === 'stopped' || identity === null) {
    return facts.kind === 'stopped'
      ? { number, statement, line: facts, identity: null, otherIdentity: null, payer: null }
      : null;
  }
  return { number, statement, line: facts, identity, otherIdentity, payer };
}
