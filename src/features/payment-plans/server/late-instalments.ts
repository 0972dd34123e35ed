import { beginningOfOrder, type OrderRow, type PaymentRow } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { instalmentsTooLate } from '../domain/plan-in-time.ts';

/** Instalments that staff have moved beyond the last day that new plans allow. Staff may do so, but are warned. */
export interface LateInstalments {
  readonly references: readonly string[];
  /** When the event begins or the coach leaves. */
  readonly begins: Date;
}

/** Null if all of these instalments are due before the day of the event. */
export async function lateInstalments(
  tx: Tx,
  shop: Shop,
  order: OrderRow,
  changed: readonly Pick<PaymentRow, 'reference' | 'dueAt'>[],
): Promise<LateInstalments | null> {
  const begins = await beginningOfOrder(tx, order, shop);
  const late = instalmentsTooLate(changed, begins, shop.public.timezone);
  return begins === null || late.length === 0 ? null : { references: late.map(({ reference }) => reference), begins };
}
