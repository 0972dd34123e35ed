import { createHash } from 'node:crypto';
import type { Queryable } from '#platform/db/db.ts';
import type { ShopItem } from '../contract.ts';
import { activeItems, type StockCounters, stockCounters } from './catalogue-store.ts';
import type { ItemRow } from './item-row.ts';
import { toShopItem } from './to-shop-item.ts';

/** One item on sale as it was read, as the wire shows it, and as JSON with a name for exactly this text. */
export interface KeptItem {
  readonly row: ItemRow;
  readonly item: ShopItem;
  readonly json: string;
  readonly digest: string;
}

/** Everything on sale in the order of the shop folder, kept so that the next look need only ask what was counted since. */
export interface KeptItems {
  readonly items: readonly KeptItem[];
  readonly counters: StockCounters;
  /** The span of the shop's clock in which nothing changes by time alone: no departure leaves. */
  readonly from: Date;
  readonly until: Date | null;
}

/** Reads everything on sale. */
export async function readItems(db: Queryable, now: Date): Promise<KeptItems> {
  // The counters first: what is sold between the two statements is seen as a change at the next look.
  const counters = await stockCounters(db);
  const rows = await activeItems(db);
  return { items: rows.map((row) => kept(row, now)), counters, ...spanOf(rows, now) };
}

/**
 * The items as they are now, by one small statement when nothing but stock has moved since `before`; an item whose counters stand
 * where they stood is the same object as before. Everything is read anew when items or departures came or went. The
 * caller has made sure that the configuration is the same: an import changes items in other ways.
 */
export async function readCounters(db: Queryable, before: KeptItems, now: Date): Promise<KeptItems> {
  const counters = await stockCounters(db);
  const inSpan = now >= before.from && (before.until === null || now < before.until);
  const isSame = counters.items === before.counters.items && counters.departures === before.counters.departures;
  if (isSame && inSpan) return before;
  const rows = counted(
    before.items.map(({ row }) => row),
    counters,
  );
  if (!rows) return readItems(db, now);
  const items = rows.map((row, index) => {
    const earlier = before.items[index]!;
    return inSpan && row === earlier.row ? earlier : kept(row, now);
  });
  return { items, counters, ...(inSpan ? { from: before.from, until: before.until } : spanOf(rows, now)) };
}

function kept(row: ItemRow, now: Date): KeptItem {
  const item = toShopItem(row, now);
  const json = JSON.stringify(item);
  return { row, item, json, digest: createHash('sha256').update(json).digest('base64url') };
}

function spanOf(rows: readonly ItemRow[], now: Date): Pick<KeptItems, 'from' | 'until'> {
  let until = Number.POSITIVE_INFINITY;
  for (const { travelTime, departures } of rows) {
    for (const moment of [travelTime, ...departures.map(({ departsAt }) => departsAt)]) {
      if (moment && moment > now) until = Math.min(until, moment.getTime());
    }
  }
  return { from: now, until: Number.isFinite(until) ? new Date(until) : null };
}

/** The rows with these counters; null when they are not of the same items and departures. */
function counted(rows: readonly ItemRow[], counters: StockCounters): ItemRow[] | null {
  const items = countsById(counters.items);
  const departures = countsById(counters.departures);
  const known = rows.reduce((count, row) => count + row.departures.length, 0);
  if (items.size !== rows.length || departures.size !== known) return null;
  const fresh: ItemRow[] = [];
  for (const row of rows) {
    const counts = items.get(row.id);
    const seats = row.departures.map((departure) => withCounts(departure, departures.get(departure.id)));
    if (!counts || seats.includes(null)) return null;
    const isMoved = seats.some((seat, index) => seat !== row.departures[index]);
    const withSeats = isMoved ? { ...row, departures: seats as ItemRow['departures'] } : row;
    fresh.push(withCounts(withSeats, counts)!);
  }
  return fresh;
}

interface Counts {
  readonly sold: number;
  readonly held: number;
  readonly capacity: number | null;
}

/** The same object when the counters stand where they stood; null without any. */
function withCounts<Counted extends Counts>(one: Counted, counts: Counts | undefined): Counted | null {
  if (!counts) return null;
  const { sold, held, capacity } = counts;
  return one.sold === sold && one.held === held && one.capacity === capacity ? one : { ...one, sold, held, capacity };
}

/** `id:sold:held` or, with a capacity, `id:sold:held:capacity`, separated by commas. */
function countsById(text: string): Map<number, Counts> {
  const byId = new Map<number, Counts>();
  if (text === '') return byId;
  for (const part of text.split(',')) {
    const [id, sold, held, capacity] = part.split(':').map(Number);
    byId.set(id!, { sold: sold!, held: held!, capacity: capacity ?? null });
  }
  return byId;
}
