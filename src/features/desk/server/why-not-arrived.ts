import { findPayable, orderById } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type ArrivalRefusal, whyNotArrived } from '../domain/day-of-arrival.ts';

/** Returns why a transfer with this reference cannot have arrived at that time; null if it can. */
export async function whyTransferNotArrived(
  db: Queryable,
  { words, ...arrival }: { words: string; receivedAt: Date; isBeforeOrder: boolean; timezone: string },
  now: Date,
): Promise<ArrivalRefusal | null> {
  const found = await findPayable(db, words);
  const order = found && (await orderById(db, found.orderId));
  return whyNotArrived({ ...arrival, placedAt: order?.createdAt ?? null }, now);
}
