import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Order } from '../contract.ts';
import type { OrderContents, OrderRow } from './order-store.ts';

/**
 * Puts an order together from several features. The server passes this function in, because it knows all features.
 * `written` was just written and need not be read again.
 */
export type OrderView = (
  db: Queryable,
  order: OrderRow,
  shop: Shop,
  now: Date,
  written?: OrderContents | null,
) => Promise<Order>;
