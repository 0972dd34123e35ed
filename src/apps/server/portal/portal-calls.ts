import { ordersByIds } from '#features/orders/server/public.ts';
import { ordersWithLostCard, savedMethodsOf } from '#features/payments/server/public.ts';
import * as contract from '#features/portal/contract.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { existingTicketsToEvent } from '#features/tickets/server/public.ts';
import { refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { notFound } from '#platform/http/refusal.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { orderViews } from '../order-views/order-views.ts';
import { olderOrders, olderRefunds } from './newest.ts';
import { plansOf } from './newest-store.ts';
import { openOrder } from './open-order.ts';

interface PortalParts {
  readonly db: Db;
  readonly bankSealer: Sealer;
  loadShop(): Promise<Shop>;
}

/** Adds the calls for what the bundle leaves out: complete orders, older orders and refunds, tickets, saved cards. */
export function addPortalCalls(calls: CallRegistry, { db, bankSealer, loadShop }: PortalParts): void {
  calls.add(contract.getOrder, async (body, { caller, now }) => {
    const wanted =
      body.order_id !== null ? { order: body.order_id } : body.refund_id !== null ? { refund: body.refund_id } : null;
    const options = { customerId: caller!.customerId, shop: await loadShop(), bankSealer, now };
    const opened = wanted && (await openOrder(db, wanted, options));
    return opened ? reply(opened) : refuse(notFound);
  });

  calls.add(contract.getOlderOrders, async ({ before }, { caller, now }) => {
    const page = await olderOrders(db, caller!.customerId, before, await loadShop(), now);
    return page ? reply(page) : refuse(notFound);
  });

  calls.add(contract.getOlderRefunds, async ({ before }, { caller, now }) => {
    const page = await olderRefunds(db, caller!.customerId, before, now);
    return page ? reply(page) : refuse(notFound);
  });

  calls.add(contract.getEntryTickets, async (body, { caller }) =>
    reply({ existing_tickets: await existingTicketsToEvent(db, caller!.customerId, body.event_id) }),
  );

  calls.add(contract.getSavedCards, async (_body, { caller, now }) => {
    const plans = await plansOf(db, caller!.customerId);
    if (plans.length === 0) return reply({ orders: [] });
    const [kept, lost] = await Promise.all([savedMethodsOf(db, plans), ordersWithLostCard(db, plans)]);
    const ids = [...kept.map(({ orderId }) => orderId), ...lost];
    const views = await orderViews(db, await ordersByIds(db, ids), await loadShop(), now);
    const shown = views.filter((order) => order.saved_card || order.lost_card);
    return reply({ orders: shown.map(({ code, saved_card, lost_card }) => ({ code, saved_card, lost_card })) });
  });
}
