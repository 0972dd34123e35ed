import type { Tx } from '#platform/db/db.ts';
import type { PaymentMethod } from '../contract.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import {
  lineColumns,
  type OrderLineRow,
  type OrderRow,
  orderColumns,
  type PaymentRow,
  paymentColumns,
} from './order-store.ts';

// How a new order is written: its row, its lines, its payments. What becomes of it afterwards stands in the order store.

export interface NewOrder {
  code: string;
  checksum: string;
  customerId: number;
  cartId: number | null;
  channel: string;
  paymentMethod: PaymentMethod;
  paymentStatus: OrderStatus;
  itemsTotal: number;
  shippingAmount: number;
  discountAmount: number;
  totalPrice: number;
  hasPaymentPlan: boolean;
  voucherId: number | null;
  discountName: string | null;
  customerName: string;
  customerEmail: string;
  billingCountry: string;
  billingAddress: Record<string, string>;
  shippingName: string | null;
  shippingCountry: string | null;
  shippingAddress: Record<string, string> | null;
  shippingLabel: string | null;
  terms: { versionId: number; via: string } | null;
  payBy: Date | null;
}

/** Writes the order, which is locked by that; null when its code is taken already, so that the caller draws another one. */
export async function insertOrder(tx: Tx, order: NewOrder, now: Date): Promise<OrderRow | null> {
  const row = await tx.row<OrderRow>(
    `insert into orders (code, checksum, customer_id, cart_id, channel, created_at, payment_method, payment_status,
       items_total, shipping_amount, discount_amount, total_price, has_payment_plan, voucher_id, discount_name,
       customer_name, customer_email, billing_country, billing_address, shipping_name, shipping_country,
       shipping_address, shipping_label, terms_version_id, terms_accepted_at, terms_accepted_via, pay_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
       $24, $25, $26, $27)
     on conflict (code) do nothing
     returning ${orderColumns}`,
    [
      order.code,
      order.checksum,
      order.customerId,
      order.cartId,
      order.channel,
      now,
      order.paymentMethod,
      order.paymentStatus,
      order.itemsTotal,
      order.shippingAmount,
      order.discountAmount,
      order.totalPrice,
      order.hasPaymentPlan,
      order.voucherId,
      order.discountName,
      order.customerName,
      order.customerEmail,
      order.billingCountry,
      JSON.stringify(order.billingAddress),
      order.shippingName,
      order.shippingCountry,
      order.shippingAddress ? JSON.stringify(order.shippingAddress) : null,
      order.shippingLabel,
      order.terms?.versionId ?? null,
      order.terms ? now : null,
      order.terms?.via ?? null,
      order.payBy,
    ],
  );
  return row ?? null;
}

export interface NewOrderLine {
  itemId: number;
  departureId: number | null;
  unitId: number;
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

/** Writes the lines and answers them, in their order. */
export async function insertLines(tx: Tx, orderId: number, lines: readonly NewOrderLine[]): Promise<OrderLineRow[]> {
  const rows = await tx.rows<OrderLineRow>(
    `insert into order_lines (order_id, position, item_id, departure_id, unit_id, kind, price, fee, discount_share,
       tax_basis_points, full_name, email, age, frozen)
     select $1, line.position, line.item_id, line.departure_id, line.unit_id, line.kind, line.price, line.fee,
       line.discount_share, line.tax_basis_points, line.full_name, line.email, line.age, line.frozen
     from jsonb_to_recordset($2) as line (position int, item_id bigint, departure_id bigint, unit_id bigint, kind text,
       price bigint, fee bigint, discount_share bigint, tax_basis_points int, full_name text, email text, age text,
       frozen jsonb)
     returning ${lineColumns}`,
    [
      orderId,
      JSON.stringify(
        lines.map((line, index) => ({
          position: index + 1,
          item_id: line.itemId,
          departure_id: line.departureId,
          unit_id: line.unitId,
          kind: line.kind,
          price: line.price,
          fee: line.fee,
          discount_share: line.discountShare,
          tax_basis_points: line.taxBasisPoints,
          full_name: line.fullName,
          email: line.email,
          age: line.age,
          frozen: line.frozen,
        })),
      ),
    ],
  );
  return rows.sort(byPosition);
}

/** Writes the payments and answers them, in their order. */
export async function insertPayments(
  tx: Tx,
  orderId: number,
  payments: readonly { reference: string; amount: number; dueAt: Date }[],
): Promise<PaymentRow[]> {
  const rows = await tx.rows<PaymentRow>(
    `insert into payments (order_id, position, reference, amount, due_at, status)
     select $1, payment.position, payment.reference, payment.amount, payment.due_at, 'pending'
     from unnest($2::text[], $3::bigint[], $4::timestamptz[])
       with ordinality as payment (reference, amount, due_at, position)
     returning ${paymentColumns}`,
    [
      orderId,
      payments.map((payment) => payment.reference),
      payments.map((payment) => payment.amount),
      payments.map((payment) => payment.dueAt),
    ],
  );
  return rows.sort(byPosition);
}

const byPosition = (one: { position: number }, other: { position: number }): number => one.position - other.position;
