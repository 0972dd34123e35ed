import { groupOf, isTimeGroup } from './time-groups.ts';

export const SALES_GROUPS = ['day', 'week', 'month', 'item', 'event', 'channel'] as const;
export type SalesGroup = (typeof SALES_GROUPS)[number];

/** What was sold on one day through one channel: one item, or, with `item` null, the orders and their shipping. */
export interface SoldFigure {
  readonly day: string;
  readonly channel: string;
  readonly item: number | null;
  readonly orders: number;
  readonly units: number;
  /** Minor units, after the discount. */
  readonly amount: number;
}

export interface SoldItem {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly event: { readonly code: string; readonly name: string } | null;
}

/** The keys of the rows for shipping and for items without an event. */
export const SHIPPING = ':shipping';
export const NO_EVENT = ':none';

export interface SalesRow {
  /** The first day of a time group, the code of an item or event, or a channel. */
  readonly key: string;
  /** The name of an item, event or channel; null for other keys. */
  readonly name: string | null;
  /** Null where an order may belong to several rows. */
  readonly orders: number | null;
  readonly tickets: number;
  readonly goods: number;
  readonly sold: number;
}

/** Time groups are in order and include all days; other groups are sorted by sales, highest first. */
export function groupSales(
  figures: readonly SoldFigure[],
  items: readonly SoldItem[],
  { by, days }: { readonly by: SalesGroup; readonly days: readonly string[] },
): SalesRow[] {
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const countsOrders = by !== 'item' && by !== 'event';
  const empty = (key: string, name: string | null) => ({
    key,
    name,
    orders: countsOrders ? 0 : null,
    tickets: 0,
    goods: 0,
    sold: 0,
  });
  const rows = new Map<string, ReturnType<typeof empty>>();
  if (isTimeGroup(by)) for (const day of days) rows.set(groupOf(day, by), empty(groupOf(day, by), null));
  for (const figure of figures) {
    const item = figure.item === null ? null : itemOf.get(figure.item);
    const { key, name } = placeOf(figure, item ?? null, by);
    if (figure.item === null && !countsOrders && figure.amount === 0) continue;
    const row = rows.get(key) ?? empty(key, name);
    rows.set(key, row);
    if (row.orders !== null) row.orders += figure.orders;
    if (item?.kind === 'merchandise') row.goods += figure.units;
    else row.tickets += figure.units;
    row.sold += figure.amount;
  }
  const all = [...rows.values()];
  return isTimeGroup(by) ? all : all.toSorted((one, other) => other.sold - one.sold || (one.key < other.key ? -1 : 1));
}

function placeOf(
  { day, channel }: SoldFigure,
  item: SoldItem | null,
  by: SalesGroup,
): { key: string; name: string | null } {
  if (isTimeGroup(by)) return { key: groupOf(day, by), name: null };
  if (by === 'channel') return { key: channel, name: null };
  if (item === null) return { key: SHIPPING, name: null };
  if (by === 'item') return { key: item.code, name: item.name };
  return { key: item.event?.code ?? NO_EVENT, name: item.event?.name ?? null };
}
