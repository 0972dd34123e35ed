import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import { frozenTicketOnWire } from '#features/cart/domain/frozen-ticket-on-wire.ts';
import { whyNotSwitchToTransfer } from '#features/checkout/domain/switch-to-transfer.ts';
import { switchableOrder } from '#features/checkout/server/public.ts';
import { documentsOfOrders, type OrderDocuments } from '#features/invoices/server/public.ts';
import { timesChargedBack } from '#features/ledger/server/public.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { waitsForFirstMoney } from '#features/orders/domain/order-status.ts';
import { isClosed } from '#features/orders/domain/payment-status.ts';
import { isDue, isOverdue } from '#features/orders/domain/payment-view.ts';
import { takesTransfers } from '#features/orders/domain/takes-transfers.ts';
import {
  linesOf,
  type OrderContents,
  type OrderLineRow,
  type OrderRow,
  type OrderView,
  ordersOf,
  type PaymentRow,
  paymentsOf,
  refundingSumsOf,
} from '#features/orders/server/public.ts';
import {
  type MoneyBack,
  moneyBackOf,
  ordersWithLostCard,
  type SavedMethodRow,
  savedMethodsOf,
} from '#features/payments/server/public.ts';
import { canRequestRefund } from '#features/refunds/domain/offer-refund.ts';
import { orderFromWire } from '#features/refunds/domain/order-on-wire.ts';
import type { RefundingSums } from '#features/refunds/domain/refundable-items.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { MerchandisePurchase, Ticket } from '#features/tickets/contract.ts';
import { isInRefund } from '#features/tickets/domain/item-status.ts';
import { merchandiseOfOrders, ticketsOfOrders } from '#features/tickets/server/public.ts';
import type { LinkCodes } from '#kernel/link-purposes.ts';
import type { Queryable } from '#platform/db/db.ts';
import { linkCodes } from '#platform/secrets/link-codes.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { reassignedOrderViews } from './reassigned-order-views.ts';

/**
 * Returns all orders that a customer bought or received tickets from, in wire format, newest first, with a fixed number
 * of queries. Received tickets are read only with `has.tickets`.
 */
export async function orderViewsOf(
  db: Queryable,
  customerId: number,
  has: { readonly tickets: boolean },
  shop: Shop,
  now: Date,
): Promise<Order[]> {
  const bought = await orderViews(db, await ordersOf(db, customerId), shop, now);
  const reassigned = has.tickets ? await reassignedOrderViews(db, { customerId }, shop, now) : [];
  if (reassigned.length === 0) return bought;
  return [...bought, ...reassigned].sort((one, other) => other.created_at.localeCompare(one.created_at));
}

export const orderView: OrderView = async (db, order, shop, now, written) =>
  (await orderViews(db, [order], shop, now, { written }))[0]!;

/** Returns views without what a summary omits: codes, documents, refund sums, cards, money that was sent back. */
export const viewsForSummaries = (
  db: Queryable,
  orders: readonly OrderRow[],
  shop: Shop,
  now: Date,
): Promise<Order[]> => orderViews(db, orders, shop, now, { isForSummary: true });

export async function orderViews(
  db: Queryable,
  orders: readonly OrderRow[],
  shop: Shop,
  now: Date,
  { written, isForSummary = false }: { written?: OrderContents | null | undefined; isForSummary?: boolean } = {},
): Promise<Order[]> {
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.id);
  // An order that still waits for its first money has no tickets, refunds or invoices to read.
  const begun = orders.filter((order) => !waitsForFirstMoney(order.paymentStatus)).map((order) => order.id);
  const shown = orders.filter(showsLines).map((order) => order.id);
  const plans = isForSummary ? [] : orders.filter((order) => order.hasPaymentPlan).map((order) => order.id);
  const inFull = isForSummary ? [] : begun;
  const [lines, payments, tickets, merchandise, refunding, documents, cards, lostCards, chargedBack, moneyBack] =
    await Promise.all([
      written?.lines ?? (shown.length > 0 ? linesOf(db, shown) : []),
      written?.payments ?? paymentsOf(db, ids),
      ticketsOfOrders(db, begun, now),
      merchandiseOfOrders(db, begun, now),
      refundingSumsOf(db, inFull),
      documentsOfOrders(db, inFull),
      plans.length > 0 ? savedMethodsOf(db, plans) : [],
      plans.length > 0 ? ordersWithLostCard(db, plans) : [],
      timesChargedBack(db, plans),
      inFull.length > 0 ? moneyBackOf(db, inFull, now) : [],
    ]);
  const linesByOrder = Map.groupBy(lines, (line) => line.orderId);
  const paymentsByOrder = Map.groupBy(payments, (payment) => payment.orderId);
  return orders.map((order) =>
    viewOf(order, isForSummary ? NO_CODES : linkCodes(order), shop, now, {
      lines: linesByOrder.get(order.id) ?? [],
      payments: paymentsByOrder.get(order.id) ?? [],
      tickets: tickets.get(order.id) ?? [],
      merchandise: merchandise.get(order.id) ?? [],
      refunding: refunding.get(order.id) ?? { total: 0, shipping: 0 },
      documents: documents.get(order.id) ?? { hasInvoice: false, advances: [], creditNotes: [] },
      card: cards.find((card) => card.orderId === order.id),
      hasLostCard: lostCards.some((id) => id === order.id),
      wasChargedBack: chargedBack.has(order.id),
      moneyBack: moneyBack.filter(({ orderId }) => orderId === order.id),
    }),
  );
}

/** A paid order shows its issued items instead of its lines, except on a plan. */
const showsLines = (order: OrderRow): boolean => order.paymentStatus !== 'paid' || order.hasPaymentPlan;

interface Parts {
  lines: OrderLineRow[];
  payments: PaymentRow[];
  tickets: Ticket[];
  merchandise: MerchandisePurchase[];
  refunding: RefundingSums;
  documents: OrderDocuments;
  card: SavedMethodRow | undefined;
  hasLostCard: boolean;
  wasChargedBack: boolean;
  moneyBack: readonly MoneyBack[];
}

/** Summaries have no codes, because making one costs as much as the rest of a view. */
const NO_CODES: LinkCodes = { payment_checksum: '', terms_checksum: '', invoice_checksum: '', calendar_checksum: '' };

function viewOf(order: OrderRow, codes: LinkCodes, shop: Shop, now: Date, parts: Parts): Order {
  // After a payment was undone, an order that still has its stock keeps cancelled items, which may be issued again.
  const isShown = ({ status }: { readonly status: string }) => order.stockReleased || status !== 'cancelled';
  const [tickets, merchandise] = [parts.tickets.filter(isShown), parts.merchandise.filter(isShown)];
  const items = [...tickets, ...merchandise];
  // A transfer that is too small makes an order partial before anything is issued.
  const waiting = items.length > 0 ? [] : parts.lines;
  const firstFrozen = parts.lines[0]?.frozen as FrozenItem | undefined;
  const view: Order = {
    // The id is opaque on the wire. Unlike a counter, the code does not reveal how much is sold.
    id: order.code,
    code: order.code,
    checksum: order.checksum,
    ...codes,
    created_at: toInstant(order.createdAt),
    staff: shop.private.channels[order.channel] ?? order.channel,
    total_price: order.totalPrice,
    total_paid: order.totalPaid,
    total_refunded: order.totalRefunded,
    discount_amount: order.discountAmount,
    discount_name: order.discountName,
    payment_method: order.paymentMethod,
    payment_status: order.paymentStatus,
    accepted_ts_and_cs: order.termsAcceptedAt !== null,
    has_payment_plan: order.hasPaymentPlan,
    payment_plan: order.hasPaymentPlan ? [...(firstFrozen?.paymentPlan ?? [])] : [],
    payments: parts.payments.map((payment) => paymentView(payment, shop.public.timezone, now)),
    has_refunds: items.some((item) => isInRefund(item.status)),
    fully_refunded: items.length > 0 && items.every((item) => item.status === 'refunded'),
    has_active_refunds: items.some((item) => isInRefund(item.status) && item.status !== 'refunded'),
    has_invoice: parts.documents.hasInvoice,
    advance_invoices: parts.documents.advances.map((code) => ({ code })),
    credit_notes: parts.documents.creditNotes.map(({ code, refundCode }) => ({ code, refund_id: refundCode })),
    kept_until: keptUntil(order, now),
    can_refund: false,
    takes_transfers: order.hasPaymentPlan && takesTransfers(order.billingCountry, shop.public),
    saved_card: parts.card
      ? { label: parts.card.label, expires: parts.card.expires, is_charged: !parts.wasChargedBack }
      : null,
    lost_card: parts.hasLostCard && parts.payments.some(({ status }) => !isClosed(status)),
    money_back: parts.moneyBack.map(({ amount, why }) => ({ amount, why })),
    may_switch_to_transfer:
      whyNotSwitchToTransfer(switchableOrder(order, parts.lines, shop), shop.public, now) === null,
    shipping_amount: order.shippingAmount,
    shipping_country: order.shippingCountry,
    shipping_refunded: parts.refunding.shipping > 0,
    tickets,
    cartProducts: waiting.filter((line) => line.kind === 'tickets').map((line) => waitingTicket(line, shop)),
    merchandisePurchases: merchandise,
    cartMerchandise: waiting.filter((line) => line.kind === 'merchandise').map(waitingMerchandise),
    reassigned_to_me: false,
  };
  return {
    ...view,
    can_refund: shop.public.refundsActive && canRequestRefund(orderFromWire(view, parts.refunding), now),
  };
}

/** Returns until when an unpaid card order or a partially paid one keeps its items; null for others and afterwards. */
function keptUntil(order: OrderRow, now: Date): string | null {
  const isUnpaidCard = order.paymentMethod === 'credit_card' && order.paymentStatus === 'pending';
  const isWaiting = isUnpaidCard || order.paymentStatus === 'partial';
  return isWaiting && order.payBy !== null && order.payBy > now ? toInstant(order.payBy) : null;
}

function paymentView(payment: PaymentRow, timezone: string, now: Date): Payment {
  const moments = { status: payment.status, dueAt: payment.dueAt };
  return {
    reference: payment.reference,
    amount: payment.amount,
    paid_amount: payment.paidAmount,
    waived_amount: payment.waivedAmount,
    due_at: toInstant(payment.dueAt),
    paid_at: toInstantOrNull(payment.paidAt),
    payment_status: payment.status,
    overdue: isOverdue(moments, timezone, now),
    due: isDue(moments, now),
    attempt: payment.attempts,
  };
}

function waitingTicket(line: OrderLineRow, shop: Shop): Order['cartProducts'][number] {
  const item = line.frozen as FrozenItem;
  return {
    id: `line-${line.position}`,
    ...frozenTicketOnWire(item, shop.public.events),
    full_name: line.fullName ?? '',
    email: line.email ?? '',
    age: line.age,
    transport_time_id: line.departureId === null ? null : String(line.departureId),
    price: line.price,
    fee: line.fee,
  };
}

function waitingMerchandise(line: OrderLineRow): Order['cartMerchandise'][number] {
  const item = line.frozen as FrozenItem;
  return {
    id: `line-${line.position}`,
    shop_item_type: 'merchandise',
    external_code: item.externalCode,
    merchandise: item.name,
    price: line.price,
    fee: line.fee,
    shop_image: item.image,
  };
}
