import type { Queryable, Tx } from '#platform/db/db.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import type { PaymentMethod } from '../domain/payment-methods.ts';
import type { PaymentRow } from './payment-store.ts';

export interface OrderRow {
  id: number;
  code: string;
  checksum: string;
  customerId: number;
  channel: string;
  createdAt: Date;
  paymentMethod: PaymentMethod;
  paymentStatus: OrderStatus;
  itemsTotal: number;
  shippingAmount: number;
  discountAmount: number;
  totalPrice: number;
  totalPaid: number;
  totalRefunded: number;
  hasPaymentPlan: boolean;
  voucherId: number | null;
  discountName: string | null;
  customerName: string;
  customerEmail: string;
  billingCountry: string;
  /** By the shop's own keys of the address lines. */
  billingAddress: Readonly<Record<string, string>>;
  shippingName: string | null;
  shippingCountry: string | null;
  termsAcceptedAt: Date | null;
  payBy: Date | null;
  stockReleased: boolean;
}

export interface OrderLineRow {
  id: number;
  orderId: number;
  position: number;
  itemId: number;
  departureId: number | null;
  unitId: number | null;
  kind: 'tickets' | 'merchandise';
  price: number;
  fee: number;
  discountShare: number;
  taxBasisPoints: number;
  fullName: string | null;
  email: string | null;
  age: string | null;
  frozen: unknown;
}

/** Lines and payments by position. */
export interface OrderContents {
  readonly lines: readonly OrderLineRow[];
  readonly payments: readonly PaymentRow[];
}

export const orderColumns = `id, code, checksum, customer_id as "customerId", channel, created_at as "createdAt",
  payment_method as "paymentMethod", payment_status as "paymentStatus", items_total as "itemsTotal",
  shipping_amount as "shippingAmount", discount_amount as "discountAmount", total_price as "totalPrice",
  total_paid as "totalPaid", total_refunded as "totalRefunded", has_payment_plan as "hasPaymentPlan",
  voucher_id as "voucherId", discount_name as "discountName", customer_name as "customerName",
  customer_email as "customerEmail", billing_country as "billingCountry", billing_address as "billingAddress",
  shipping_name as "shippingName", shipping_country as "shippingCountry",
  terms_accepted_at as "termsAcceptedAt", pay_by as "payBy", stock_released as "stockReleased"`;

const lineColumns = `id, order_id as "orderId", position, item_id as "itemId", departure_id as "departureId", unit_id as "unitId",
  kind, price, fee, discount_share as "discountShare", tax_basis_points as "taxBasisPoints",
  full_name as "fullName", email, age, frozen`;

/** Locks the order. Every change to an order requires this lock. */
export const lockOrder = (tx: Tx, orderId: number): Promise<OrderRow | undefined> =>
  tx.row(`select ${orderColumns} from orders where id = $1 for update`, [orderId]);

/**
 * Locks orders by ascending id, as every transaction with several orders must. Returns them by id. Unknown ids are left
 * out.
 */
export const lockOrders = async (tx: Tx, orderIds: readonly number[]): Promise<Map<number, OrderRow>> => {
  const rows = await tx.rows<OrderRow>(`select ${orderColumns} from orders where id = any($1) order by id for update`, [
    orderIds,
  ]);
  return new Map(rows.map((order) => [order.id, order]));
};

export const orderById = (db: Queryable, orderId: number): Promise<OrderRow | undefined> =>
  db.row(`select ${orderColumns} from orders where id = $1`, [orderId]);

/** Does not check who owns the order; the caller must do that. */
export const orderByCode = (db: Queryable, code: string): Promise<OrderRow | undefined> =>
  db.row(`select ${orderColumns} from orders where code = $1`, [code]);

/** The id and customer of the order that each cart has become. */
export async function ordersOfCarts(
  db: Queryable,
  cartIds: readonly number[],
): Promise<Map<number, { readonly id: number; readonly customerId: number }>> {
  if (cartIds.length === 0) return new Map();
  const rows = await db.rows<{ id: number; customerId: number; cartId: number }>(
    'select id, customer_id as "customerId", cart_id as "cartId" from orders where cart_id = any($1)',
    [cartIds],
  );
  return new Map(rows.map(({ cartId, ...order }) => [cartId, order]));
}

export const ordersOf = (db: Queryable, customerId: number): Promise<OrderRow[]> =>
  db.rows(`select ${orderColumns} from orders where customer_id = $1 order by created_at desc, id desc`, [customerId]);

export const ordersByIds = (db: Queryable, orderIds: readonly number[]): Promise<OrderRow[]> =>
  db.rows(`select ${orderColumns} from orders where id = any($1) order by created_at desc, id desc`, [orderIds]);

export const linesOf = (db: Queryable, orderIds: readonly number[]): Promise<OrderLineRow[]> =>
  db.rows(`select ${lineColumns} from order_lines where order_id = any($1) order by order_id, position`, [orderIds]);
