import { type ItemRow, isDepartureOf } from '#features/catalogue/server/public.ts';
import { refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { parseId } from '#wire/fields.ts';
import type { WantedItem } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';

/**
 * Reports a departure that was withdrawn from sale as gone, not as unknown. The caller cannot tell, because an item
 * lists only the departures on sale. Any other refusal stays as it is.
 */
export async function preciseRefusal(
  db: Queryable,
  refusal: CartRefusal,
  { holder }: WantedItem,
  item: ItemRow | null,
) {
  const departureId = parseId(holder?.transportTimeId ?? null);
  if (refusal.kind !== 'departure_unknown' || item === null || departureId === null) return refuse(refusal);
  const wasWithdrawn = await isDepartureOf(db, item.id, departureId);
  return refuse<CartRefusal>(wasWithdrawn ? { kind: 'departure_gone' } : refusal);
}
