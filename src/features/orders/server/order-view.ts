import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Order } from '../contract.ts';
import type { OrderContents, OrderRow } from './order-store.ts';

/**
 * Reads what other features know of an order and puts it together as the wire shows it. Handed in by the server, which alone knows
 * them all. `written` is what was written for the order a moment ago, so that it need not be read again.
 */
export type OrderView = (
  db: Queryable,
  order: OrderRow,
  shop: Shop,
  now: Date,
  written?: OrderContents | null,
) => Promise<Order>;
