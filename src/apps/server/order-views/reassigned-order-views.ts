import type { Order } from '#features/orders/contract.ts';
import { type OrderRow, ordersByIds } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Ticket } from '#features/tickets/contract.ts';
import { ticketsReassignedTo } from '#features/tickets/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';

/**
 * Returns other customers' orders with tickets transferred to this customer. Each view has only these tickets: no
 * money, no other item, and no checksum, which would give access to the order
 * (docs/decisions/0007-reassigned-tickets.md). `orderIds` limits the result to these orders.
 */
export async function reassignedOrderViews(
  db: Queryable,
  { customerId, orderIds = null }: { readonly customerId: number; readonly orderIds?: readonly number[] | null },
  shop: Shop,
  now: Date,
): Promise<Order[]> {
  if (orderIds?.length === 0) return [];
  const tickets = await ticketsReassignedTo(db, customerId, orderIds, now);
  if (tickets.size === 0) return [];
  const orders = await ordersByIds(db, [...tickets.keys()]);
  return orders.map((order) => viewOf(order, tickets.get(order.id) ?? [], shop));
}

function viewOf(order: OrderRow, tickets: Ticket[], shop: Shop): Order {
  return {
    id: order.code,
    code: order.code,
    checksum: '',
    payment_checksum: '',
    terms_checksum: '',
    invoice_checksum: '',
    calendar_checksum: '',
    created_at: toInstant(order.createdAt),
    staff: shop.private.channels[order.channel] ?? order.channel,
    total_price: 0,
    total_paid: 0,
    total_refunded: 0,
    discount_amount: 0,
    discount_name: null,
    payment_method: order.paymentMethod,
    payment_status: order.paymentStatus,
    // Only the buyer can accept the terms. The tickets' own flags show the consequences.
    accepted_ts_and_cs: true,
    has_payment_plan: false,
    payment_plan: [],
    payments: [],
    has_refunds: false,
    fully_refunded: false,
    has_active_refunds: false,
    has_invoice: false,
    advance_invoices: [],
    credit_notes: [],
    kept_until: null,
    can_refund: false,
    takes_transfers: false,
    saved_card: null,
    lost_card: false,
    money_back: [],
    may_switch_to_transfer: false,
    shipping_amount: 0,
    shipping_country: null,
    shipping_refunded: false,
    tickets,
    cartProducts: [],
    merchandisePurchases: [],
    cartMerchandise: [],
    reassigned_to_me: true,
  };
}
