import { createHash } from 'node:crypto';
import type { Queryable } from '#platform/db/db.ts';
import { oneByteJson } from '#platform/http/one-byte-json.ts';
import { mapInTurns } from '#platform/work/in-turns.ts';
import type { ShopItem } from '../contract.ts';
import { activeItems, type StockCounters, stockCounters } from './catalogue-store.ts';
import type { ItemRow } from './item-row.ts';
import { toShopItem } from './to-shop-item.ts';

/** An item on sale as its row, in wire format, and as JSON with the digest of that text. */
export interface CachedItem {
  readonly row: ItemRow;
  readonly item: ShopItem;
  readonly json: string;
  readonly digest: string;
}

/** The items on sale in the folder's order, kept so that the next read only needs the counters. */
export interface CachedItems {
  readonly items: readonly CachedItem[];
  readonly counters: StockCounters;
  /** No departure leaves and no event ends in this period of shop time, so time alone changes nothing. */
  readonly from: Date;
  readonly until: Date | null;
}

export async function readItems(db: Queryable, now: Date): Promise<CachedItems> {
  for (;;) {
    const counters = await stockCounters(db);
    const read = await activeItems(db);
    const [ofItems, ofDepartures] = [countsById(counters.items), countsById(counters.departures)];
    // Repeats the read if an item or departure was added or removed between the two statements.
    if (!haveSameIds(read, ofItems, ofDepartures)) continue;
    // Uses the values of the counters, so that the next read notices a sale that came between the two statements.
    const rows = read.map((row) => withNewCounts(row, ofItems, ofDepartures));
    const items = await mapInTurns(rows, (row) => toCachedItem(row, now));
    return { items, counters, ...spanOf(rows, now) };
  }
}

/**
 * Returns the items with the given counters, which were just read. Items with unchanged counters are the same objects.
 * Returns null if items or departures were added or removed, so that everything must be read again. The caller ensures
 * that the configuration is unchanged, because an import can change items in other ways.
 */
export function itemsWithCounters(before: CachedItems, counters: StockCounters, now: Date): CachedItems | null {
  const isSame = counters.items === before.counters.items && counters.departures === before.counters.departures;
  if (isSame && isInSpan(before, now)) return before;
  const changed = changedCounts(before.counters.items, counters.items);
  const changedSeats = changedCounts(before.counters.departures, counters.departures);
  return changed && changedSeats && withCountsById(before, { changed, changedSeats }, counters, now);
}

/**
 * Returns the known items even if some were added or removed, with new counters where there are any. Use the result
 * only until everything has been read again.
 */
export function knownItemsWithCounters(before: CachedItems, counters: StockCounters, now: Date): CachedItems {
  const counts = { changed: countsById(counters.items), changedSeats: countsById(counters.departures) };
  return withCountsById(before, counts, counters, now);
}

/**
 * Returns the known items with some of them replaced by items that were read later. Their counters may be older than the
 * others, so the result needs `knownItemsWithCounters`.
 */
export function withReplaced(before: CachedItems, some: readonly CachedItem[], until: Date | null): CachedItems {
  const byId = new Map(some.map((item) => [item.row.id, item]));
  return {
    ...before,
    items: before.items.map((item) => byId.get(item.row.id) ?? item),
    until: before.until && until ? (before.until < until ? before.until : until) : (before.until ?? until),
  };
}

const isInSpan = ({ from, until }: CachedItems, now: Date): boolean => now >= from && (until === null || now < until);

function withCountsById(
  before: CachedItems,
  { changed, changedSeats }: { changed: CountsById; changedSeats: CountsById },
  counters: StockCounters,
  now: Date,
): CachedItems {
  const isStillInSpan = isInSpan(before, now);
  const items = before.items.map((earlier) => {
    const row = withNewCounts(earlier.row, changed, changedSeats);
    const isAsBefore = row === earlier.row && (isStillInSpan || !hasMomentBetween(row, before.from, now));
    return isAsBefore ? earlier : toCachedItem(row, now);
  });
  const span = isStillInSpan
    ? { from: before.from, until: before.until }
    : spanOf(
        items.map(({ row }) => row),
        now,
      );
  return { items, counters, ...span };
}

function toCachedItem(row: ItemRow, now: Date): CachedItem {
  const item = toShopItem(row, now);
  const json = oneByteJson(item);
  return { row, item, json, digest: createHash('sha256').update(json).digest('base64url') };
}

/** The moments at which time alone changes an item. */
const momentsOf = ({ travelTime, saleEndsAt, departures }: ItemRow): Date[] =>
  [travelTime, saleEndsAt, ...departures.map(({ departsAt }) => departsAt)].filter((moment) => moment !== null);

function hasMomentBetween(row: ItemRow, one: Date, other: Date): boolean {
  const [early, late] = one < other ? [one, other] : [other, one];
  return momentsOf(row).some((moment) => moment > early && moment <= late);
}

function spanOf(rows: readonly ItemRow[], now: Date): Pick<CachedItems, 'from' | 'until'> {
  let until = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    for (const moment of momentsOf(row)) if (moment > now) until = Math.min(until, moment.getTime());
  }
  return { from: now, until: Number.isFinite(until) ? new Date(until) : null };
}

interface Counts {
  readonly sold: number;
  readonly held: number;
  readonly capacity: number | null;
}
type CountsById = ReadonlyMap<number, Counts>;

/** Whether these are exactly the same items and departures. */
function haveSameIds(rows: readonly ItemRow[], items: CountsById, departures: CountsById): boolean {
  const seats = rows.flatMap((row) => row.departures);
  return (
    items.size === rows.length &&
    rows.every(({ id }) => items.has(id)) &&
    departures.size === seats.length &&
    seats.every(({ id }) => departures.has(id))
  );
}

/** Returns the row with its new counters; the same object if they are unchanged. */
function withNewCounts(row: ItemRow, items: CountsById, departures: CountsById): ItemRow {
  const seats = row.departures.map((departure) => withCounts(departure, departures.get(departure.id)));
  const isChanged = seats.some((seat, index) => seat !== row.departures[index]);
  return withCounts(isChanged ? { ...row, departures: seats } : row, items.get(row.id));
}

function withCounts<Counted extends Counts>(one: Counted, counts: Counts | undefined): Counted {
  if (!counts) return one;
  const { sold, held, capacity } = counts;
  return one.sold === sold && one.held === held && one.capacity === capacity ? one : { ...one, sold, held, capacity };
}

/**
 * Finds the counters that changed. Returns null if the rows are not the same as before. A counter is `id:sold:held` or,
 * with a capacity, `id:sold:held:capacity`. Counters are separated by commas and sorted by id.
 */
function changedCounts(before: string, after: string): CountsById | null {
  const [earlier, later] = [before.split(','), after.split(',')];
  if (earlier.length !== later.length) return null;
  const changed = new Map<number, Counts>();
  for (const [index, part] of later.entries()) {
    if (part === earlier[index]) continue;
    const { id, ...counts } = countsOf(part);
    if (id !== countsOf(earlier[index]!).id) return null;
    changed.set(id, counts);
  }
  return changed;
}

function countsById(text: string): CountsById {
  const parts = text === '' ? [] : text.split(',').map(countsOf);
  return new Map(parts.map(({ id, ...counts }) => [id, counts]));
}

function countsOf(part: string): Counts & { id: number } {
  const [id, sold, held, capacity] = part.split(':').map(Number);
  return { id: id!, sold: sold!, held: held!, capacity: capacity ?? null };
}
