import { previewOrStartBulk, type StartedBulk } from '#features/bulk/server/public.ts';
import type { OfficeCallRegistry, OfficeContext } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import type { OrderFilter } from '../domain/order-filter.ts';
import { ordersBulkCancel, ordersBulkMail } from '../office-contract/orders.ts';
import { ticketsBulkMail } from '../office-contract/tickets.ts';
import { matchingOrders, ordersByCode } from './list-orders-store.ts';
import { type ListParts, momentOf, type WireFilter } from './list-parts.ts';
import { ordersOfMatchingTickets, ordersOfTickets } from './list-tickets-store.ts';
import { queryOf as orderQueryOf } from './office-orders.ts';
import { queryOf as ticketQueryOf } from './office-tickets.ts';

interface BulkOnWire {
  readonly at?: string | null | undefined;
  readonly fingerprint: string;
}

/**
 * Actions for many orders of a list. The filter is evaluated again here: what the browser shows may be outdated, and
 * has only the first pages. Orders that came after the preview are not part of it.
 */
export function addOrderBulkCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  const start = async (
    context: OfficeContext,
    { at: requested, fingerprint }: BulkOnWire,
    command: { readonly action: 'mail' | 'cancel'; readonly reason: string },
    orders: (tx: Tx, until: Date, limit: number) => Promise<number[]>,
  ) => {
    const at = momentOf(requested) ?? context.now;
    const answerOf = (started: StartedBulk) => onWire(started, at);
    const query = { ...command, fingerprint, orders: (tx: Tx, limit: number) => orders(tx, at, limit) };
    const started = await previewOrStartBulk(db, context, query, answerOf);
    return started.ok ? ok(answerOf(started.value)) : started;
  };

  const ordersOf =
    (filter: WireFilter<OrderFilter>, chosen: readonly string[] | null, now: Date) =>
    async (tx: Tx, until: Date, limit: number): Promise<number[]> => {
      if (chosen) return await ordersByCode(tx, chosen);
      return await matchingOrders(tx, await orderQueryOf(tx, filter, await loadShop(tx), now), until, limit);
    };

  calls.add(ordersBulkMail, async ({ filter, chosen, ...requested }, context) =>
    start(context, requested, { action: 'mail', reason: '' }, ordersOf(filter, chosen, context.now)),
  );

  calls.add(ordersBulkCancel, async ({ filter, chosen, reason, ...requested }, context) =>
    start(context, requested, { action: 'cancel', reason }, ordersOf(filter, chosen, context.now)),
  );

  calls.add(ticketsBulkMail, async ({ filter, chosen, ...requested }, context) =>
    start(context, requested, { action: 'mail', reason: '' }, async (tx, until, limit) => {
      if (chosen) return await ordersOfTickets(tx, chosen);
      return await ordersOfMatchingTickets(tx, await ticketQueryOf(tx, filter, await loadShop(tx)), until, limit);
    }),
  );
}

const onWire = ({ run, fingerprint, orders, total, leftOut, rows }: StartedBulk, at: Date) => ({
  run,
  fingerprint,
  at: toInstant(at),
  orders,
  total,
  left_out: leftOut,
  rows: rows.map(({ code, customerName, customerEmail, why }) => ({
    ...{ order: code, customer_name: customerName, to: customerEmail, why },
  })),
});
