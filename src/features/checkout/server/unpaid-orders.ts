import {
  customersForOrders,
  lockCustomersForOrders,
  type OrderingCustomer,
} from '#features/customers/server/public.ts';
import { roomForTransfers, type UnpaidOrders, unpaidOf } from '#features/orders/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { type UnpaidLimits, UnpaidSoFar } from '../domain/unpaid-so-far.ts';

export interface OrderingAccounts {
  readonly customers: ReadonlyMap<number, OrderingCustomer>;
  /** Empty if unpaid orders are not limited. */
  readonly unpaid: ReadonlyMap<number, UnpaidOrders>;
}

/**
 * Reads accounts and their counts of unpaid orders. If these are limited, it locks the accounts until the transaction
 * ends, so that simultaneous orders count each other. Take this lock after the vouchers and before any item.
 */
export async function lockAccounts(
  tx: Tx,
  limits: UnpaidLimits | undefined,
  customerIds: readonly number[],
): Promise<OrderingAccounts> {
  const isLimited = limits?.['unpaid-orders'] || limits?.['unpaid-items'];
  if (!isLimited) return { customers: await customersForOrders(tx, customerIds), unpaid: new Map() };
  // Pipelined, but in two statements: if the locking statement also counted, it would miss the orders it waited for.
  const [customers, unpaid] = await Promise.all([lockCustomersForOrders(tx, customerIds), unpaidOf(tx, customerIds)]);
  return { customers, unpaid };
}

/** Also reads the room for transfers, without a lock: see `readTransferRooms`. */
export const unpaidSoFar = async (
  tx: Tx,
  limits: UnpaidLimits | undefined,
  { unpaid }: OrderingAccounts,
  transferredItemIds: readonly number[],
): Promise<UnpaidSoFar> => new UnpaidSoFar(limits, unpaid, await readTransferRooms(tx, limits, transferredItemIds));

export const hasRoomForTransfer = async (
  db: Queryable,
  limits: UnpaidLimits | undefined,
  itemIds: readonly number[],
): Promise<boolean> =>
  new UnpaidSoFar(limits, new Map(), await readTransferRooms(db, limits, itemIds)).hasRoomForTransfer(itemIds);

/**
 * Takes no lock, because every buyer of an item would wait for it. So simultaneous transactions can together exceed the
 * share.
 */
async function readTransferRooms(db: Queryable, limits: UnpaidLimits | undefined, itemIds: readonly number[]) {
  const share = limits?.['unpaid-transfer-share'] ?? 0;
  if (share === 0 || itemIds.length === 0) return [];
  const wanted = [...Map.groupBy(itemIds, (id) => id)].map(([itemId, all]) => ({ itemId, count: all.length }));
  return await roomForTransfers(db, wanted, share);
}
