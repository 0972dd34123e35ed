import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import {
  type Allocation,
  allocateUnits,
  lacksUnits,
  type StockRefusal,
  type UnitRequest,
} from '../domain/allocate-units.ts';
import { deleteExpiredUnits } from './free-units-store.ts';
import { insertUnits, lockDepartures, lockItems } from './take-units-store.ts';

export interface HoldRequest extends UnitRequest {
  readonly heldUntil: Date;
}

/** The unit's id, or the refusal. */
export type HoldAnswer = Result<number, StockRefusal>;

const FREED_AT_ONCE = 500;

/**
 * Holds a unit for each request that can be served, in order of arrival, and answers each separately. If an item looks
 * sold out, it first frees the item's expired holds. Locks items by id, then departures by id.
 */
export async function holdStock(tx: Tx, requests: readonly HoldRequest[], now: Date): Promise<HoldAnswer[]> {
  const allocations = await allocateUnderLock(tx, requests, now);
  const granted = requests.filter((_, index) => allocations[index] === null);
  const unitIds = granted.length > 0 ? await insertUnits(tx, granted) : [];
  let next = 0;
  return allocations.map((refusal) => (refusal ? refuse(refusal) : ok(unitIds[next++]!)));
}

/**
 * Locks the requested items and departures, then allocates: null for each request that can be served. If items look
 * sold out, it frees their expired holds and allocates again.
 */
export async function allocateUnderLock(tx: Tx, requests: readonly UnitRequest[], now: Date): Promise<Allocation[]> {
  if (requests.length === 0) return [];
  const itemIds = [...new Set(requests.map((request) => request.itemId))];
  const departureIds = [...new Set(requests.flatMap((request) => request.departureId ?? []))];
  for (;;) {
    const allocations = await allocate();
    const lacking = requests.filter((_, index) => lacksUnits(allocations[index]!));
    if (lacking.length === 0) return allocations;
    const freed = await deleteExpiredUnits(tx, [...new Set(lacking.map(({ itemId }) => itemId))], now, FREED_AT_ONCE);
    if (freed === 0) return allocations;
  }

  async function allocate(): Promise<Allocation[]> {
    const items = await lockItems(tx, itemIds);
    const departures = departureIds.length > 0 ? await lockDepartures(tx, departureIds) : [];
    return allocateUnits({ items, departures }, requests, now);
  }
}
