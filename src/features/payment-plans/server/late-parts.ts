import { beginningOfOrder, type OrderRow, type PaymentRow } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { partsTooLate } from '../domain/plan-in-time.ts';

/** Parts that staff have moved beyond the last day that new plans allow. Staff may do so, but are warned. */
export interface LateParts {
  readonly references: readonly string[];
  /** When the event begins or the coach leaves. */
  readonly begins: Date;
}

/** Null if all of these parts are due before the day of the event. */
export async function lateParts(
  tx: Tx,
  shop: Shop,
  order: OrderRow,
  changed: readonly Pick<PaymentRow, 'reference' | 'dueAt'>[],
): Promise<LateParts | null> {
  const begins = await beginningOfOrder(tx, order, shop);
  const late = partsTooLate(changed, begins, shop.public.timezone);
  return begins === null || late.length === 0 ? null : { references: late.map(({ reference }) => reference), begins };
}
