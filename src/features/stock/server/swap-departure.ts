import { unitsLeft } from '#features/catalogue/domain/units-left.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { type DepartureRefusal, type StockDeparture, whyNotBookable } from '../domain/allocate-units.ts';
import { lockItemsOfUnits, lockUnit, moveUnit, type UnitRow } from './change-units-store.ts';
import { deleteExpiredUnits } from './free-units-store.ts';
import { lockDepartures } from './take-units-store.ts';

export type SwapRefusal = { kind: 'hold_expired' } | DepartureRefusal | { kind: 'departure_sold_out' };

export interface SwappedSeat {
  readonly departsAt: Date;
}

/**
 * Moves a unit, held or sold, to a seat on another departure of its item, in one transaction with both counters. A swap
 * to its present departure changes nothing. The item may already be withdrawn from sale, because its unit is taken.
 * Locks the item, the unit, then both departures by id; nobody waits for a departure without its item's lock.
 */
export async function swapDeparture(
  tx: Tx,
  unitId: number,
  toDepartureId: number,
  now: Date,
): Promise<Result<SwappedSeat, SwapRefusal>> {
  const [item] = await lockItemsOfUnits(tx, [unitId]);
  const unit = await lockUnit(tx, unitId);
  if (!item || !unit || hasEnded(unit, now)) return refuse({ kind: 'hold_expired' });
  let target = await lockTarget(tx, unit, toDepartureId);
  if (!target) return refuse({ kind: 'departure_unknown' });
  const refusal = whyNotBookable(target, item.id, now);
  if (refusal) return refuse(refusal);
  if (unit.departureId === toDepartureId) return ok({ departsAt: target.departsAt });
  while (unitsLeft(target) === 0 && (await deleteExpiredUnits(tx, [item.id], now, 500)) > 0) {
    target = (await lockTarget(tx, unit, toDepartureId))!;
  }
  if (unitsLeft(target) === 0) return refuse({ kind: 'departure_sold_out' });
  await moveUnit(tx, unit, toDepartureId);
  return ok({ departsAt: target.departsAt });
}

const hasEnded = (unit: UnitRow, now: Date): boolean =>
  unit.heldUntil !== null && unit.heldUntil.getTime() <= now.getTime();

async function lockTarget(tx: Tx, unit: UnitRow, toDepartureId: number): Promise<StockDeparture | undefined> {
  const both = [...new Set([toDepartureId, unit.departureId ?? toDepartureId])];
  return (await lockDepartures(tx, both)).find((departure) => departure.id === toDepartureId);
}
