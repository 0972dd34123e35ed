import { transactionNumber } from '#features/payments/domain/transaction-number.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import { type SearchMeaning, searchMeanings, turnedName } from '../domain/search-meaning.ts';
import { similarMeanings } from '../domain/similar-meanings.ts';
import { foundBy, search } from '../office-contract/search.ts';
import { valueIn } from './order-matches-store.ts';
import { type FoundRow, findAll } from './search-store.ts';
import { findSimilar } from './similar-store.ts';

export interface SearchParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

export function addSearchCalls(calls: OfficeCallRegistry, { db, loadShop }: SearchParts): void {
  calls.add(search, async ({ text }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const { currency } = shop.public;
      const facts = { orderPrefix: shop.private.orderPrefix, money: shop.public };
      const meanings = searchMeanings(text, facts);
      const typed = await findAll(tx, meanings);
      // Only a name that nobody has is turned around, because each name that is searched for takes time.
      const turned = typed.length > 0 ? null : turnedName(text);
      const exact = turned === null ? typed : await findAll(tx, searchMeanings(turned, facts));
      const isAmount = meanings[0]?.kind === 'amount';
      const similar = exact.length > 0 || isAmount ? [] : similarMeanings(text, facts);
      const rows = exact.length > 0 ? exact : await findSimilar(tx, similar);
      return ok({
        results: withoutRepeats(rows.map(byOwnName)).map((row) => onWire(row, currency)),
        are_similar: exact.length === 0 && rows.length > 0,
        tried: meanings.map((meaning) => ({ what: meaning.kind, value: shownValue(meaning) })),
        tried_similar: similar.length > 0,
      });
    }),
  );
}

/** A ticket's code admits its holder, so it is never in an answer. */
const shownValue = (meaning: SearchMeaning): string =>
  ['ticket', 'ticket_beginning', 'scanned'].includes(meaning.kind) ? '' : String(valueIn(meaning));

/** If a ticket's holder has the buyer's name, the order counts as found by its buyer. */
const byOwnName = (row: FoundRow): FoundRow =>
  row.by === 'holder' && row.matched === row.customerName ? { ...row, by: 'buyer' } : row;

/** An order is listed once, by the first kind that found it. */
function withoutRepeats(rows: readonly FoundRow[]): FoundRow[] {
  const inOrder = [...rows].sort((one, other) => foundBy.indexOf(one.by) - foundBy.indexOf(other.by));
  const seen = new Set<string>();
  return inOrder.filter(({ order, receipt }) => {
    const key = order ?? `receipt ${receipt}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const onWire = (
  { by, matched, order, status, customerName, receipt, amount, outstanding, currency, at }: FoundRow,
  shopCurrency: string,
) => ({
  by,
  // The key of a line of a statement means nothing to people.
  matched: by === 'receipt' ? (transactionNumber(matched) ?? '') : matched,
  order,
  status,
  customer_name: customerName,
  receipt: order === null ? receipt : null,
  amount,
  outstanding,
  currency: currency ?? shopCurrency,
  at: toInstant(at),
});
