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
 * The number of orders and of refunds in a bundle. It is small because nearly every answer to a customer contains a
 * bundle, and only the portal shows more: it loads the next page automatically.
 */
const IN_BUNDLE = 2;
/** The number of orders or refunds in each further page of the lists. */
const PAGE = 10;
/**
 * The maximum number of older orders, and of older refunds, that need the customer. Customers have far fewer, and the
 * limit keeps every answer small.
 */
const MAX_WAITING = 30;
/** Entry tickets are in the bundle if they are among this many newest tickets, about those of one order. */
const MAX_TICKETS = 5;

interface NewestOfCustomer {
  readonly newest: Newest;
  readonly existing_tickets: ExistingTicket[];
}

/**
 * Returns, for each customer, the part of their orders that every answer to them contains. It starts while the
 * catalogue, of which it needs only the shop, is still being read.
 */
export async function newestOf(
  db: Db,
  customerIds: readonly number[],
  catalogue: Promise<{ readonly shop: Shop }>,
  now: Date,
): Promise<Map<number, NewestOfCustomer>> {
  const rows = await newestRows(db, customerIds, {
    maxNewest: IN_BUNDLE + 1,
    maxWaiting: IN_BUNDLE + MAX_WAITING,
    maxTickets: MAX_TICKETS,
    soon: new Date(now.getTime() + NEEDED_AHEAD_MS),
  });
  const found = [...Map.groupBy(rows, ({ customerId }) => customerId)].map(([customerId, own]) =>
    chosenFrom(customerId, own),
  );
  const { shop } = await catalogue;
  const [summaries, refunds, tickets] = await Promise.all([
    summariesOf(db, found, shop, now),
    Promise.all(found.map(({ refundIds }) => refundSummariesOf(db, refundIds, now))),
    Promise.all(
      found.map(({ customerId, ticketCount }) =>
        ticketCount > 0 ? newestExistingTickets(db, customerId, MAX_TICKETS) : [],
      ),
    ),
  ]);
  return new Map(
    found.map(({ customerId, orders, refunds: page, ticketCount }, index) => {
      const [ownOrders, ownRefunds] = [summaries[index]!, refunds[index]!];
      const newest = {
        orders: ownOrders.slice(0, orders.ids.length),
        has_older_orders: orders.hasOlder,
        waiting_orders: ownOrders.slice(orders.ids.length).filter(({ needs }) => needs.length > 0),
        refunds: ownRefunds.slice(0, page.ids.length),
        has_older_refunds: page.hasOlder,
        waiting_refunds: ownRefunds.slice(page.ids.length).filter((refund) => refund.account_needed > 0),
        has_older_tickets: ticketCount > MAX_TICKETS,
      };
      return [customerId, { newest, existing_tickets: tickets[index]! }];
    }),
  );
}

/** Chooses what is shown to a customer: the newest orders and refunds, then those that wait. */
function chosenFrom(customerId: number, rows: readonly FoundRow[]) {
  const orders = firstOf(rows, ['mine', 'reassigned'], IN_BUNDLE);
  const refunds = firstOf(rows, ['refund'], IN_BUNDLE);
  const waiting = idsOf(rows, ['waiting']).filter((id) => !orders.ids.includes(id));
  const waitingRefunds = idsOf(rows, ['waiting_refund']).filter((id) => !refunds.ids.includes(id));
  const [ticketCount = 0] = idsOf(rows, ['tickets']);
  return {
    customerId,
    orders,
    refunds,
    ids: [...orders.ids, ...waiting.slice(0, MAX_WAITING)],
    reassigned: orders.reassigned,
    refundIds: [...refunds.ids, ...waitingRefunds.slice(0, MAX_WAITING)],
    ticketCount,
  };
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
  const page = firstOf(await ordersBefore(db, customerId, place, PAGE + 1), ['mine', 'reassigned'], PAGE);
  return {
    orders: (await summariesOf(db, [{ customerId, ...page }], shop, now))[0]!,
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

const rowsOfKinds = (rows: readonly FoundRow[], kinds: readonly FoundRow['kind'][]): FoundRow[] =>
  rows.filter(({ kind }) => kinds.includes(kind));

const idsOf = (rows: readonly FoundRow[], kinds: readonly FoundRow['kind'][]): number[] =>
  rowsOfKinds(rows, kinds).map(({ id }) => id);

function firstOf(rows: readonly FoundRow[], kinds: readonly FoundRow['kind'][], limit: number) {
  const found = rowsOfKinds(rows, kinds).sort(
    (one, other) => other.at.getTime() - one.at.getTime() || other.id - one.id,
  );
  const page = found.slice(0, limit);
  return {
    ids: page.map(({ id }) => id),
    reassigned: idsOf(page, ['reassigned']),
    hasOlder: found.length > limit,
  };
}

interface OrdersToSummarise {
  readonly customerId: number;
  readonly ids: readonly number[];
  /** Those of `ids` that are other customers' orders. */
  readonly reassigned: readonly number[];
}

/** Returns the summaries of each customer's orders, newest first. */
async function summariesOf(
  db: Db,
  wanted: readonly OrdersToSummarise[],
  shop: Shop,
  now: Date,
): Promise<OrderSummary[][]> {
  const allIds = [...new Set(wanted.flatMap(({ ids }) => ids))];
  if (allIds.length === 0) return wanted.map(() => []);
  const orders = await ordersByIds(db, allIds);
  const mine = new Set(wanted.flatMap(({ ids, reassigned }) => ids.filter((id) => !reassigned.includes(id))));
  const [views, theirs] = await Promise.all([
    viewsForSummaries(
      db,
      orders.filter(({ id }) => mine.has(id)),
      shop,
      now,
    ),
    Promise.all(
      wanted.map(({ customerId, reassigned }) =>
        reassignedOrderViews(db, { customerId, orderIds: reassigned }, shop, now),
      ),
    ),
  ]);
  const own = new Map(views.map((view) => [view.code, view]));
  return wanted.map(({ ids, reassigned }, index) => {
    // `own` may have the buyer's full view of such an order, which is only for the buyer.
    const reassignedViews = new Map(theirs[index]!.map((view) => [view.code, view]));
    return orders.flatMap((row) => {
      if (!ids.includes(row.id)) return [];
      const view = (reassigned.includes(row.id) ? reassignedViews : own).get(row.code);
      return view ? summaryOf(view, shop.public, now, (purpose) => linkCode(row, purpose)) : [];
    });
  });
}

/** Returns summaries, newest first. */
const refundSummariesOf = async (db: Db, ids: readonly number[], now: Date): Promise<RefundSummary[]> =>
  (await refundViewsByIds(db, ids, null, now)).map(refundSummaryOf);
