import {
  earliestBeginning,
  type TimedItem,
  type TimesOfUse,
  timesOfUse,
} from '#features/catalogue/domain/times-of-use.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { linesOf, type OrderLineRow, type OrderRow } from './order-store.ts';

/** Returns when each line's event or departure begins and ends; null for a line without one. */
export const timesOfLines = (lines: readonly OrderLineRow[], shop: Shop): (TimesOfUse | null)[] =>
  lines.map(({ frozen }) => timesOfUse(frozen as TimedItem, shop.public.events));

/** When the order's first event or departure begins; null if nothing in the order has a time. */
export const beginningOfOrder = async (db: Queryable, order: Pick<OrderRow, 'id'>, shop: Shop): Promise<Date | null> =>
  earliestBeginning(timesOfLines(await linesOf(db, [order.id]), shop));
