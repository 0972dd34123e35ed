import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { deleteUnits, lockItemsOfUnits, sellHeldUnits, setHeldUntil } from './stock-store.ts';

/**
 * Sells held units, which then no longer expire. All or none: one that has expired, was freed or is already sold
 * refuses all. Locks the items by id.
 */
export async function sellUnits(
  tx: Tx,
  unitIds: readonly number[],
  now: Date,
): Promise<Result<void, { kind: 'hold_expired' }>> {
  if (unitIds.length === 0) return ok(undefined);
  // Pipelined: the time that the items' locks are held includes no extra round trip.
  const [, sold] = await Promise.all([lockItemsOfUnits(tx, unitIds), sellHeldUnits(tx, unitIds, now)]);
  return sold === unitIds.length ? ok(undefined) : refuse({ kind: 'hold_expired' });
}

/** Returns units to sale, held or sold, and the number of those that still existed. Locks the items by id. */
export async function releaseUnits(tx: Tx, unitIds: readonly number[]): Promise<number> {
  if (unitIds.length === 0) return 0;
  const [, released] = await Promise.all([lockItemsOfUnits(tx, unitIds), deleteUnits(tx, unitIds)]);
  return released;
}

/** Moves the end of holds. If it returns false, one has already ended and the caller must roll back. */
export async function extendHolds(tx: Tx, unitIds: readonly number[], heldUntil: Date): Promise<boolean> {
  if (unitIds.length === 0) return true;
  return (await setHeldUntil(tx, unitIds, heldUntil)) === unitIds.length;
}
