import { findPayable, orderById } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type ArrivalRefusal, whyNotArrived } from '../domain/day-of-arrival.ts';

/** Why a transfer with this reference cannot have arrived then; null if it can. */
export async function whyTransferNotArrived(
  db: Queryable,
  { words, receivedAt, timezone }: { words: string; receivedAt: Date; timezone: string },
  now: Date,
): Promise<ArrivalRefusal | null> {
  const found = await findPayable(db, words);
  const order = found && (await orderById(db, found.orderId));
  return whyNotArrived({ receivedAt, placedAt: order?.createdAt ?? null, timezone }, now);
}
