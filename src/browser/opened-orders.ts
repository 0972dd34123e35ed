import type { OpenedOrder } from '#features/portal/contract.ts';

/** Names an order by its own code or by the code of one of its refunds. */
export type WantedOrder = { order_id: string } | { refund_id: string };

interface Entry {
  /** The order; null if the customer has no such order. */
  readonly found: OpenedOrder | null;
  /** The number of bundles received so far: a later bundle means that the order may have changed. */
  readonly at: number;
}

/** Complete orders that pages have opened, by `openedKey`. */
export type OpenedOrders = ReadonlyMap<string, Entry>;

export const openedKey = (wanted: WantedOrder): string =>
  'order_id' in wanted ? `order ${wanted.order_id}` : `refund ${wanted.refund_id}`;

export function withOpened(
  orders: OpenedOrders,
  wanted: WantedOrder | null,
  found: OpenedOrder | null,
  at: number,
): OpenedOrders {
  const next = new Map(orders);
  const entry = { found, at };
  if (wanted) next.set(openedKey(wanted), entry);
  if (found) {
    next.set(openedKey({ order_id: found.order.code }), entry);
    for (const { id } of found.refunds) next.set(openedKey({ refund_id: id }), entry);
  }
  return next;
}

/** Returns the order that the page at a path shows. The bundles that its calls return contain it. */
export function orderOfPath(path: string): WantedOrder | null {
  const [, kind, id] = /^\/portal\/(orders|tickets|refunds)\/([^/]+)/.exec(path) ?? [];
  if (!id) return null;
  return kind === 'refunds' ? { refund_id: id } : { order_id: id };
}
