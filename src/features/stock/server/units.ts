import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import type { StockRefusal, UnitRequest } from '../domain/allocate-units.ts';
import { lockItemsOfUnits, sellHeldUnits } from './change-units-store.ts';
import { deleteUnits } from './free-units-store.ts';
import { allocateUnderLock } from './hold-stock.ts';
import { insertUnits } from './take-units-store.ts';

/**
 * Sells held units, which then no longer expire. All or none: if one has expired, was freed or is already sold, all are
 * refused. Locks the items by id.
 */
export async function sellUnits(
  tx: Tx,
  unitIds: readonly number[],
  now: Date,
): Promise<Result<void, { kind: 'hold_expired' }>> {
  if (unitIds.length === 0) return ok(undefined);
  // Pipelined, so that the items' locks are held for no extra round trip.
  const [, sold] = await Promise.all([lockItemsOfUnits(tx, unitIds), sellHeldUnits(tx, unitIds, now)]);
  return sold === unitIds.length ? ok(undefined) : refuse({ kind: 'hold_expired' });
}

/** Puts held or sold units back on sale. Returns how many of them still existed. Locks the items by id. */
export async function releaseUnits(tx: Tx, unitIds: readonly number[]): Promise<number> {
  if (unitIds.length === 0) return 0;
  const [, released] = await Promise.all([lockItemsOfUnits(tx, unitIds), deleteUnits(tx, unitIds)]);
  return released;
}

/**
 * Sells units without holding them first, all or none: for payments that arrive after the order returned its stock. Ids
 * are in request order; a refusal names the first request that cannot be served.
 */
export async function takeUnits(
  tx: Tx,
  requests: readonly UnitRequest[],
  now: Date,
): Promise<Result<number[], StockRefusal>> {
  const allocations = await allocateUnderLock(tx, requests, now);
  const refusal = allocations.find((allocation) => allocation !== null);
  if (refusal) return refuse(refusal);
  return ok(
    await insertUnits(
      tx,
      requests.map((request) => ({ ...request, heldUntil: null })),
    ),
  );
}
