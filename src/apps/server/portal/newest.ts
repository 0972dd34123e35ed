import { ordersByIds } from '#features/orders/server/public.ts';
import type { Newest, RefundSummary } from '#features/portal/contract.ts';
import { NEEDED_AHEAD_MS } from '#features/portal/domain/order-needs.ts';
import { type OrderSummary, summaryOf } from '#features/portal/domain/order-summary.ts';
import { refundSummaryOf } from '#features/portal/domain/refund-summary.ts';
import { refundViewsByIds } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { ExistingTicket } from '#features/tickets/contract.ts';
import { newestExistingTickets } from '#features/tickets/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';
import { viewsForSummaries } from '../order-views/order-views.ts';
import { reassignedOrderViews } from '../order-views/reassigned-order-views.ts';
import { type FoundRow, newestRows, ordersBefore, placeOfOrder, placeOfRefund, refundsBefore } from './newest-store.ts';

/**
 * The number of orders and of refunds in a bundle. Nearly every answer to a customer has one, and only the portal shows
 * a list: it loads the first page of the rest by itself.
 */
const IN_BUNDLE = 2;
/** The number of orders or refunds in each further page of the lists. */
const PAGE = 10;
/** The maximum number of older orders that need the customer. Customers have far fewer, and the limit keeps every
 * answer small. */
const MAX_WAITING = 30;
/** How many newest tickets are searched for entry tickets to include: about one order's. */
const MAX_TICKETS = 5;

/** Returns what every answer to a customer has of their orders. */
export async function newestOf(
  db: Db,
  customerId: number,
  shop: Shop,
  now: Date,
): Promise<{ newest: Newest; existing_tickets: ExistingTicket[] }> {
  const rows = await newestRows(db, customerId, {
    most: IN_BUNDLE + 1,
    maxWaiting: IN_BUNDLE + MAX_WAITING,
    maxTickets: MAX_TICKETS,
    soon: new Date(now.getTime() + NEEDED_AHEAD_MS),
  });
  const orders = firstOf(rows, ['mine', 'handed'], IN_BUNDLE);
  const refunds = firstOf(rows, ['refund'], IN_BUNDLE);
  const waiting = idsOf(rows, ['waiting']).filter((id) => !orders.ids.includes(id));
  const waitingRefunds = idsOf(rows, ['waiting_refund']).filter((id) => !refunds.ids.includes(id));
  const [ticketCount = 0] = idsOf(rows, ['tickets']);
  const [summaries, refundSummaries, tickets] = await Promise.all([
    summariesOf(db, customerId, [...orders.ids, ...waiting.slice(0, MAX_WAITING)], orders.handed, shop, now),
    refundSummariesOf(db, [...refunds.ids, ...waitingRefunds.slice(0, MAX_WAITING)], now),
    ticketCount > 0 ? newestExistingTickets(db, customerId, MAX_TICKETS) : [],
  ]);
  const newest = {
    orders: summaries.slice(0, orders.ids.length),
    has_older_orders: orders.hasOlder,
    waiting_orders: summaries.slice(orders.ids.length).filter(({ needs }) => needs.length > 0),
    refunds: refundSummaries.slice(0, refunds.ids.length),
    has_older_refunds: refunds.hasOlder,
    waiting_refunds: refundSummaries.slice(refunds.ids.length).filter((refund) => refund.account_needed > 0),
    has_older_tickets: ticketCount > MAX_TICKETS,
  };
  return { newest, existing_tickets: tickets };
}

/** Returns null if the customer has no such order. */
export async function olderOrders(
  db: Db,
  customerId: number,
  before: string,
  shop: Shop,
  now: Date,
): Promise<{ orders: OrderSummary[]; has_older: boolean } | null> {
  const place = await placeOfOrder(db, customerId, before);
  if (!place) return null;
  const page = firstOf(await ordersBefore(db, customerId, place, PAGE + 1), ['mine', 'handed'], PAGE);
  return {
    orders: await summariesOf(db, customerId, page.ids, page.handed, shop, now),
    has_older: page.hasOlder,
  };
}

/** Returns null if the customer has no such refund. */
export async function olderRefunds(
  db: Db,
  customerId: number,
  before: string,
  now: Date,
): Promise<{ refunds: RefundSummary[]; has_older: boolean } | null> {
  const place = await placeOfRefund(db, customerId, before);
  if (!place) return null;
  const page = firstOf(await refundsBefore(db, customerId, place, PAGE + 1), ['refund'], PAGE);
  return { refunds: await refundSummariesOf(db, page.ids, now), has_older: page.hasOlder };
}

const ofKinds = (rows: readonly FoundRow[], kinds: readonly FoundRow['kind'][]): FoundRow[] =>
  rows.filter(({ kind }) => kinds.includes(kind));

const idsOf = (rows: readonly FoundRow[], kinds: readonly FoundRow['kind'][]): number[] =>
  ofKinds(rows, kinds).map(({ id }) => id);

function firstOf(rows: readonly FoundRow[], kinds: readonly FoundRow['kind'][], most: number) {
  const found = ofKinds(rows, kinds).sort((one, other) => other.at.getTime() - one.at.getTime() || other.id - one.id);
  const page = found.slice(0, most);
  return {
    ids: page.map(({ id }) => id),
    handed: idsOf(page, ['handed']),
    hasOlder: found.length > most,
  };
}

/** Returns summaries, newest first. `handed` are those of other customers' orders. */
async function summariesOf(
  db: Db,
  customerId: number,
  ids: readonly number[],
  handed: readonly number[],
  shop: Shop,
  now: Date,
): Promise<OrderSummary[]> {
  if (ids.length === 0) return [];
  const orders = await ordersByIds(db, ids);
  const mine = orders.filter(({ id }) => !handed.includes(id));
  const [views, theirs] = await Promise.all([
    viewsForSummaries(db, mine, shop, now),
    reassignedOrderViews(db, { customerId, orderIds: handed }, shop, now),
  ]);
  const byCode = new Map([...views, ...theirs].map((order) => [order.code, order]));
  return orders.flatMap((row) => {
    const order = byCode.get(row.code);
    return order ? summaryOf(order, shop.public, now, (purpose) => linkCode(row, purpose)) : [];
  });
}

/** Returns summaries, newest first. */
const refundSummariesOf = async (db: Db, ids: readonly number[], now: Date): Promise<RefundSummary[]> =>
  (await refundViewsByIds(db, ids, null, now)).map(refundSummaryOf);
