import { linesOf, type OrderRow, type PaymentRow } from '#features/orders/server/public.ts';
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
  const lines = await linesOf(tx, [order.id]);
  const begins = earliestBeginning(
    lines.map(({ frozen }) => frozen as BoughtFor),
    shop,
  );
  const late = partsTooLate(changed, begins, shop.public.timezone);
  return begins === null || late.length === 0 ? null : { references: late.map(({ reference }) => reference), begins };
}

/** What an order line has frozen about the time of its event or journey. */
interface BoughtFor {
  readonly eventId: string | null;
  readonly travelTime: string | null;
}

/** A journey begins with its departure, everything else with its event. Null if nothing has a time. */
function earliestBeginning(bought: readonly BoughtFor[], { public: { events } }: Shop): Date | null {
  const moments = bought.flatMap(({ eventId, travelTime }) => {
    const begins = travelTime ?? events.find(({ id }) => id === eventId)?.starts_at;
    return begins ? [new Date(begins).getTime()] : [];
  });
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}
