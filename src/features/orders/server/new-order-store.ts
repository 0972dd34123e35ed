import type { Tx } from '#platform/db/db.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import type { PaymentMethod } from '../domain/payment-methods.ts';
import { type OrderContents, type OrderLineRow, type OrderRow, orderColumns } from './order-store.ts';
import type { PaymentRow } from './payment-store.ts';

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
  terms: { versionId: number; via: string } | null;
  payBy: Date | null;
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

export interface NewPayment {
  reference: string;
  amount: number;
  dueAt: Date;
}

export interface InsertedOrder extends OrderContents {
  readonly order: OrderRow;
}

/**
 * Inserts and locks the order with its lines and payments in one statement. Returns null and writes nothing if its code
 * is taken; the caller then draws another.
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly NewOrderLine[],
  payments: readonly NewPayment[],
  now: Date,
): Promise<InsertedOrder | null> {
  const lineRows = lines.map(lineValues);
  const paymentRows = payments.map(paymentValues);
  const row = await tx.row<OrderRow & { lineIds: number[]; paymentIds: number[] | null }>(
    `with new_order as (
       insert into orders (code, checksum, customer_id, cart_id, channel, created_at, payment_method, payment_status,
         items_total, shipping_amount, discount_amount, total_price, has_payment_plan, voucher_id, discount_name,
         customer_name, customer_email, billing_country, billing_address, shipping_name, shipping_country,
         shipping_address, terms_version_id, terms_accepted_at, terms_accepted_via, pay_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
         $24, $25, $26)
       on conflict (code) do nothing
       returning ${orderColumns}
     ), new_lines as (
       insert into order_lines (order_id, position, item_id, departure_id, unit_id, kind, price, fee, discount_share,
         tax_basis_points, full_name, email, age, frozen)
       select new_order.id, line.position, line."itemId", line."departureId", line."unitId", line.kind, line.price,
         line.fee, line."discountShare", line."taxBasisPoints", line."fullName", line.email, line.age, line.frozen
       from new_order,
         jsonb_to_recordset($27) as line (position int, "itemId" bigint, "departureId" bigint, "unitId" bigint,
           kind text, price bigint, fee bigint, "discountShare" bigint, "taxBasisPoints" int, "fullName" text,
           email text, age text, frozen jsonb)
       returning id, position
     ), new_payments as (
       insert into payments (order_id, position, reference, amount, due_at, status, of_plan)
       select new_order.id, payment.position, payment.reference, payment.amount, payment."dueAt", payment.status,
         new_order."hasPaymentPlan"
       from new_order,
         jsonb_to_recordset($28) as payment (position int, reference text, amount bigint, "dueAt" timestamptz, status text)
       returning id, position
     )
     select new_order.*,
       (select json_agg(id order by position) from new_lines) as "lineIds",
       (select json_agg(id order by position) from new_payments) as "paymentIds"
     from new_order`,
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
      order.terms?.versionId ?? null,
      order.terms ? now : null,
      order.terms?.via ?? null,
      order.payBy,
      JSON.stringify(lineRows),
      JSON.stringify(paymentRows),
    ],
  );
  if (!row) return null;
  const { lineIds, paymentIds, ...written } = row;
  return {
    order: written,
    lines: lineRows.map((line, index) => ({ id: lineIds[index]!, orderId: written.id, ...line })),
    payments: paymentRows.map((payment, index) => ({ id: paymentIds![index]!, orderId: written.id, ...payment })),
  };
}

const lineValues = (line: NewOrderLine, index: number): Omit<OrderLineRow, 'id' | 'orderId'> => ({
  position: index + 1,
  itemId: line.itemId,
  departureId: line.departureId,
  unitId: line.unitId,
  kind: line.kind,
  price: line.price,
  fee: line.fee,
  discountShare: line.discountShare,
  taxBasisPoints: line.taxBasisPoints,
  fullName: line.fullName,
  email: line.email,
  age: line.age,
  frozen: line.frozen,
});

const paymentValues = (payment: NewPayment, index: number): Omit<PaymentRow, 'id' | 'orderId'> => ({
  position: index + 1,
  reference: payment.reference,
  amount: payment.amount,
  paidAmount: 0,
  dueAt: payment.dueAt,
  paidAt: null,
  status: 'pending',
  attempts: 0,
});
