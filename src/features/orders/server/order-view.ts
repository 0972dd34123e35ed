import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Order } from '../contract.ts';
import type { OrderContents, OrderRow } from './order-store.ts';

/**
 * Puts an order together from several features. The server passes it in because it knows them all. `written` was just
 * written and is not read again.
 */
export type OrderView = (
  db: Queryable,
  order: OrderRow,
  shop: Shop,
  now: Date,
  written?: OrderContents | null,
) => Promise<Order>;
