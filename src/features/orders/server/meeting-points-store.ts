import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { OrderLineRow } from './order-store.ts';

/** Returns the current meeting points by item. Makes no query for orders without a journey. */
export async function meetingPointsOf(
  db: Queryable,
  lines: readonly OrderLineRow[],
): Promise<ReadonlyMap<number, string>> {
  const travelling = lines.filter(({ frozen }) => (frozen as FrozenItem).travelTime !== null);
  if (travelling.length === 0) return new Map();
  const rows = await db.rows<{ id: number; meeting_point: string }>(
    `select id, details ->> 'meetingPoint' as meeting_point
     from shop_items
     where id = any($1)
       and details ->> 'meetingPoint' is not null`,
    [[...new Set(travelling.map(({ itemId }) => itemId))]],
  );
  return new Map(rows.map(({ id, meeting_point }) => [id, meeting_point]));
}
