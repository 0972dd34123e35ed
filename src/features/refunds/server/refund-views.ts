import type { MerchandisePurchase, Ticket } from '#features/tickets/contract.ts';
import { merchandiseOfOrders, ticketsOfOrders } from '#features/tickets/server/public.ts';
import { allocate, minor } from '#kernel/money.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { Refund } from '../contract.ts';
import { neededAccounts } from './needed-accounts.ts';
import { itemsOfOrders } from './new-refund-store.ts';
import { keptOfLine, linesOfRefunds, type RefundLineRow } from './refund-lines-store.ts';
import { type RefundRow, refundRowsByIds, refundRowsOf, refundRowsOfOrder } from './refund-store.ts';
import { accountEnd } from './sealed-details.ts';

/** Returns a customer's refunds, newest first. */
export const refundViewsOf = async (
  db: Queryable,
  customerId: number,
  sealer: Sealer | null,
  now: Date,
): Promise<Refund[]> => await viewsOf(db, await refundRowsOf(db, customerId), sealer, now);

/** Returns an order's refunds, newest first. */
export const refundViewsOfOrder = async (
  db: Queryable,
  orderId: number,
  sealer: Sealer | null,
  now: Date,
): Promise<Refund[]> => await viewsOf(db, await refundRowsOfOrder(db, orderId), sealer, now);

/** Returns refunds, newest first. */
export const refundViewsByIds = async (
  db: Queryable,
  ids: readonly number[],
  sealer: Sealer | null,
  now: Date,
): Promise<Refund[]> => (ids.length === 0 ? [] : await viewsOf(db, await refundRowsByIds(db, ids), sealer, now));

/** Makes the same number of queries for any number of refunds. */
async function viewsOf(
  db: Queryable,
  refunds: readonly RefundRow[],
  sealer: Sealer | null,
  now: Date,
): Promise<Refund[]> {
  if (refunds.length === 0) return [];
  const orderIds = [...new Set(refunds.map((refund) => refund.orderId))];
  const lines = await linesOfRefunds(
    db,
    refunds.map((refund) => refund.id),
  );
  const onWire = await itemsByLine(db, orderIds, now);
  const linesByRefund = Map.groupBy(lines, (line) => line.refundId);
  const needed = await neededAccounts(db, refunds);
  return refunds.map((refund) => ({
    ...viewOf(refund, linesByRefund.get(refund.id) ?? [], onWire, sealer),
    account_needed: needed.get(refund.id)!.needed,
    account_replaceable: needed.get(refund.id)!.returned?.amount ?? 0,
  }));
}

type WireItems = {
  tickets: Map<number, Ticket>;
  merchandise: Map<number, MerchandisePurchase>;
};

/** The items and their wire forms are both in the order of the cart, so their positions match. */
async function itemsByLine(db: Queryable, orderIds: readonly number[], now: Date): Promise<WireItems> {
  const issued = await itemsOfOrders(db, orderIds);
  const tickets = await ticketsOfOrders(db, orderIds, now);
  const merchandise = await merchandiseOfOrders(db, orderIds, now);
  const byLine: WireItems = { tickets: new Map(), merchandise: new Map() };
  for (const [orderId, items] of Map.groupBy(issued, (item) => item.orderId)) {
    const ofKind = (kind: 'tickets' | 'merchandise') => items.filter((item) => item.kind === kind);
    for (const [place, { lineId }] of ofKind('tickets').entries()) {
      byLine.tickets.set(lineId, tickets.get(orderId)![place]!);
    }
    for (const [place, { lineId }] of ofKind('merchandise').entries()) {
      byLine.merchandise.set(lineId, merchandise.get(orderId)![place]!);
    }
  }
  return byLine;
}

function viewOf(
  refund: RefundRow,
  lines: readonly RefundLineRow[],
  onWire: WireItems,
  sealer: Sealer | null,
): Omit<Refund, 'account_needed' | 'account_replaceable'> {
  const amounts = frozenAmounts(refund, lines);
  const lastGoods = lines.findLast((line) => line.kind === 'merchandise');
  const frozenOf = (line: RefundLineRow) => ({
    refund_fee: line.refundFee,
    not_refunded: keptOfLine(line).notRefunded,
    refund_total: amounts.get(line.lineId)!,
    shipping_refund: line === lastGoods ? refund.shippingRefund : 0,
  });
  return {
    id: refund.code,
    status: refund.status,
    created_at: toInstant(refund.createdAt),
    completed_at: toInstantOrNull(refund.completedAt),
    total: refund.total,
    shipping_refund: refund.shippingRefund,
    booking_fees_refund: feesOf(lines),
    bank_account_end: sealer && accountEnd(sealer, refund),
    to_card: refund.toCard,
    by_operator: refund.isByOperator,
    is_refused: refund.isRefused,
    reason: refund.reason,
    order: { id: refund.orderCode, code: refund.orderCode },
    tickets: lines
      .filter((line) => line.kind === 'tickets')
      .map((line) => ({ ...onWire.tickets.get(line.lineId)!, ...frozenOf(line) })),
    cartProducts: [],
    merchandisePurchases: lines
      .filter((line) => line.kind === 'merchandise')
      .map((line) => ({ ...onWire.merchandise.get(line.lineId)!, ...frozenOf(line) })),
    cartMerchandise: [],
  };
}

const feesOf = (lines: readonly RefundLineRow[]): number => lines.reduce((all, line) => all + line.feeRefund, 0);

/** A plan's single sum is split over its lines. */
function frozenAmounts(refund: RefundRow, lines: readonly RefundLineRow[]): Map<number, number> {
  if (!refund.isWholePlan) return new Map(lines.map((line) => [line.lineId, line.amount - line.feeRefund]));
  const parts = allocate(
    minor(Math.max(0, refund.total - refund.shippingRefund - feesOf(lines))),
    lines.map((line) => line.price),
  );
  return new Map(lines.map((line, index) => [line.lineId, parts[index]!]));
}
