import type { Queryable, Tx } from '#platform/db/db.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import type { PaymentMethod } from '../domain/payment-methods.ts';
import type { PaymentRow } from './payment-store.ts';

export interface OrderRow {
  id: number;
  code: string;
  checksum: string;
  customer_id: number;
  channel: string;
  created_at: Date;
  payment_method: PaymentMethod;
  payment_status: OrderStatus;
  items_total: number;
  shipping_amount: number;
  discount_amount: number;
  total_price: number;
  total_paid: number;
  total_refunded: number;
  has_payment_plan: boolean;
  voucher_id: number | null;
  discount_name: string | null;
  customer_name: string;
  customer_email: string;
  billing_country: string;
  /** By the shop's own field names. */
  billing_address: Readonly<Record<string, string>>;
  shipping_name: string | null;
  shipping_country: string | null;
  terms_accepted_at: Date | null;
  pay_by: Date | null;
  stock_released: boolean;
}

export interface OrderLineRow {
  id: number;
  order_id: number;
  position: number;
  item_id: number;
  departure_id: number | null;
  unit_id: number | null;
  kind: 'tickets' | 'merchandise';
  price: number;
  fee: number;
  discount_share: number;
  tax_basis_points: number;
  full_name: string | null;
  email: string | null;
  age: string | null;
  frozen: unknown;
}

/** Lines and payments by position. */
export interface OrderContents {
  readonly lines: readonly OrderLineRow[];
  readonly payments: readonly PaymentRow[];
}

export const orderColumns = `id, code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total,
  shipping_amount, discount_amount, total_price, total_paid, total_refunded, has_payment_plan, voucher_id, discount_name,
  customer_name, customer_email, billing_country, billing_address, shipping_name, shipping_country, terms_accepted_at,
  pay_by, stock_released`;

const lineColumns = `id, order_id, position, item_id, departure_id, unit_id, kind, price, fee, discount_share,
  tax_basis_points, full_name, email, age, frozen`;

/** Locks the order. Every change of an order requires this lock. */
export const lockOrder = (tx: Tx, orderId: number): Promise<OrderRow | undefined> =>
  tx.row(`select ${orderColumns} from orders where id = $1 for update`, [orderId]);

export const orderById = (db: Queryable, orderId: number): Promise<OrderRow | undefined> =>
  db.row(`select ${orderColumns} from orders where id = $1`, [orderId]);

/** Does not check who owns the order; the caller must. */
export const orderByCode = (db: Queryable, code: string): Promise<OrderRow | undefined> =>
  db.row(`select ${orderColumns} from orders where code = $1`, [code]);

export const orderOfCart = (db: Queryable, cartId: number): Promise<OrderRow | undefined> =>
  db.row(`select ${orderColumns} from orders where cart_id = $1`, [cartId]);

export const ordersOf = (db: Queryable, customerId: number): Promise<OrderRow[]> =>
  db.rows(`select ${orderColumns} from orders where customer_id = $1 order by created_at desc, id desc`, [customerId]);

/** Orders, and their items, that the web shop keeps for a customer until they are paid in full. */
export async function unpaidOf(db: Queryable, customerId: number): Promise<{ orders: number; items: number }> {
  const row = await db.row<{ orders: number; items: number }>(
    `select count(distinct o.id) as orders, count(l.id) as items
     from orders o
     join order_lines l on l.order_id = o.id
     where o.customer_id = $1
       and o.channel = 'web'
       and o.payment_status in ('pending', 'processing', 'partial')
       and o.total_paid < o.total_price
       -- A plan that has begun no longer has a deadline: its parts have dates of their own.
       and o.pay_by is not null`,
    [customerId],
  );
  return row!;
}

export const ordersByIds = (db: Queryable, orderIds: readonly number[]): Promise<OrderRow[]> =>
  db.rows(`select ${orderColumns} from orders where id = any($1) order by created_at desc, id desc`, [orderIds]);

export const linesOf = (db: Queryable, orderIds: readonly number[]): Promise<OrderLineRow[]> =>
  db.rows(`select ${lineColumns} from order_lines where order_id = any($1) order by order_id, position`, [orderIds]);

export async function setPayBy(tx: Tx, order: OrderRow, payBy: Date | null): Promise<void> {
  await tx.run('update orders set pay_by = $2 where id = $1', [order.id, payBy]);
  order.pay_by = payBy;
}

/** The caller has checked that no money has counted. */
export async function switchMethod(tx: Tx, order: OrderRow, method: PaymentMethod, payBy: Date): Promise<void> {
  await tx.run('update orders set payment_method = $2, pay_by = $3 where id = $1', [order.id, method, payBy]);
  order.payment_method = method;
  order.pay_by = payBy;
}

/** Changes nothing if the deadline has changed meanwhile. Needs no lock. */
export const postponePayBy = (db: Queryable, order: OrderRow, until: Date, now: Date): Promise<number> =>
  db.run('update orders set pay_by = $2 where id = $1 and pay_by <= $3', [order.id, until, now]);

/** Locked by the caller; the first acceptance stays. */
export const writeAcceptance = (
  tx: Tx,
  orderId: number,
  acceptance: { readonly versionId: number; readonly via: string },
  now: Date,
): Promise<number> =>
  tx.run(
    `update orders
     set terms_version_id = $2, terms_accepted_at = $3, terms_accepted_via = $4
     where id = $1 and terms_accepted_at is null`,
    [orderId, acceptance.versionId, now, acceptance.via],
  );

/**
 * Leases orders whose time to pay is over, oldest first, until `until`. Not locked: each is decided under its own lock.
 */
export async function takeOrdersPastPayBy(db: Queryable, now: Date, until: Date, limit: number): Promise<OrderRow[]> {
  const rows = await db.rows<OrderRow>(
    `update orders
     set ending_until = $2
     where id = any(array(
       select id
       from orders
       where pay_by <= $1 and (ending_until is null or ending_until <= $1)
       order by pay_by
       limit $3
       for update skip locked
     ))
     returning ${orderColumns}`,
    [now, until, limit],
  );
  return rows.sort((one, other) => one.id - other.id);
}
