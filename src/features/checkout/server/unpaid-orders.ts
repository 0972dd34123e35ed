import { lockCustomers } from '#features/customers/server/public.ts';
import { roomForTransfers, unpaidOf } from '#features/orders/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { type UnpaidLimits, UnpaidSoFar } from '../domain/unpaid-so-far.ts';

interface WantedOrder {
  readonly customerId: number;
  readonly itemIds: readonly number[];
  readonly canBeTransfer: boolean;
}

/**
 * Reads the counts of unpaid orders. Locks the accounts until the transaction ends, so that simultaneous orders count
 * each other. Take this lock after the vouchers and before any item.
 */
export async function unpaidSoFar(
  tx: Tx,
  limits: UnpaidLimits | undefined,
  wanted: readonly WantedOrder[],
): Promise<UnpaidSoFar> {
  const isCounted = limits?.['unpaid-orders'] || limits?.['unpaid-items'];
  const customerIds = isCounted ? wanted.map(({ customerId }) => customerId) : [];
  const transferred = wanted.flatMap(({ itemIds, canBeTransfer }) => (canBeTransfer ? itemIds : []));
  // Pipelined, but in two statements: if the locking statement also counted, it would miss the orders it waited for.
  const [, unpaid, rooms] = await Promise.all([
    customerIds.length > 0 ? lockCustomers(tx, customerIds) : null,
    customerIds.length > 0 ? unpaidOf(tx, customerIds) : new Map<number, never>(),
    readRooms(tx, limits, transferred),
  ]);
  return new UnpaidSoFar(limits, unpaid, rooms);
}

export const hasRoomForTransfer = async (
  db: Queryable,
  limits: UnpaidLimits | undefined,
  itemIds: readonly number[],
): Promise<boolean> =>
  new UnpaidSoFar(limits, new Map(), await readRooms(db, limits, itemIds)).hasRoomForTransfer(itemIds);

/**
 * Takes no lock, because every buyer of an item would wait for it. So simultaneous transactions can together exceed the
 * share.
 */
async function readRooms(db: Queryable, limits: UnpaidLimits | undefined, itemIds: readonly number[]) {
  const share = limits?.['unpaid-transfer-share'] ?? 0;
  if (share === 0 || itemIds.length === 0) return [];
  const wanted = [...Map.groupBy(itemIds, (id) => id)].map(([itemId, all]) => ({ itemId, count: all.length }));
  return await roomForTransfers(db, wanted, share);
}
