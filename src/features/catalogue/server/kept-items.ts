import { createHash } from 'node:crypto';
import type { Queryable } from '#platform/db/db.ts';
import type { ShopItem } from '../contract.ts';
import { activeItems, type StockCounters, stockCounters } from './catalogue-store.ts';
import type { ItemRow } from './item-row.ts';
import { toShopItem } from './to-shop-item.ts';

/** An item on sale as its row, in wire format, and as JSON with the digest of that text. */
export interface KeptItem {
  readonly row: ItemRow;
  readonly item: ShopItem;
  readonly json: string;
  readonly digest: string;
}

/** The items on sale in the folder's order, so that the next read only needs the counters. */
export interface KeptItems {
  readonly items: readonly KeptItem[];
  readonly counters: StockCounters;
  /** No departure leaves and no event ends in this period of shop time, so time alone changes nothing. */
  readonly from: Date;
  readonly until: Date | null;
}

export async function readItems(db: Queryable, now: Date): Promise<KeptItems> {
  for (;;) {
    const counters = await stockCounters(db);
    const read = await activeItems(db);
    const [ofItems, ofDepartures] = [countsById(counters.items), countsById(counters.departures)];
    // Repeats the read if an item or departure was added or removed between the two statements.
    if (!haveSameIds(read, ofItems, ofDepartures)) continue;
    // Uses the values of the counters, so that the next read notices a sale that came between the two statements.
    const rows = read.map((row) => counted(row, ofItems, ofDepartures));
    return { items: rows.map((row) => kept(row, now)), counters, ...spanOf(rows, now) };
  }
}

/**
 * Returns the items with the given counters, which were just read. Items with unchanged counters are the same objects.
 * Reads everything again if items or departures were added or removed. The caller ensures that the configuration is
 * unchanged, because an import can change items in other ways.
 */
export async function itemsWithCounters(
  db: Queryable,
  before: KeptItems,
  counters: StockCounters,
  now: Date,
): Promise<KeptItems> {
  const inSpan = now >= before.from && (before.until === null || now < before.until);
  const isSame = counters.items === before.counters.items && counters.departures === before.counters.departures;
  if (isSame && inSpan) return before;
  const changed = changedCounts(before.counters.items, counters.items);
  const changedSeats = changedCounts(before.counters.departures, counters.departures);
  if (!changed || !changedSeats) return readItems(db, now);
  const items = before.items.map((earlier) => {
    const row = counted(earlier.row, changed, changedSeats);
    return inSpan && row === earlier.row ? earlier : kept(row, now);
  });
  const span = inSpan
    ? { from: before.from, until: before.until }
    : spanOf(
        items.map(({ row }) => row),
        now,
      );
  return { items, counters, ...span };
}

function kept(row: ItemRow, now: Date): KeptItem {
  const item = toShopItem(row, now);
  const json = JSON.stringify(item);
  return { row, item, json, digest: createHash('sha256').update(json).digest('base64url') };
}

function spanOf(rows: readonly ItemRow[], now: Date): Pick<KeptItems, 'from' | 'until'> {
  let until = Number.POSITIVE_INFINITY;
  for (const { travelTime, saleEndsAt, departures } of rows) {
    for (const moment of [travelTime, saleEndsAt, ...departures.map(({ departsAt }) => departsAt)]) {
      if (moment && moment > now) until = Math.min(until, moment.getTime());
    }
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
function counted(row: ItemRow, items: CountsById, departures: CountsById): ItemRow {
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
