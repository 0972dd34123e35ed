import type { Tx } from '#platform/db/db.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import type { PaymentMethod } from '../domain/payment-methods.ts';
import { type OrderContents, type OrderLineRow, type OrderRow, orderColumns } from './order-store.ts';
import type { PaymentRow } from './payment-store.ts';

interface NewOrder {
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

interface NewOrderLine {
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

interface NewPayment {
  reference: string;
  amount: number;
  dueAt: Date;
}

export interface OrderToInsert {
  readonly order: NewOrder;
  readonly lines: readonly NewOrderLine[];
  readonly payments: readonly NewPayment[];
}

export interface InsertedOrder extends OrderContents {
  readonly order: OrderRow;
}

/**
 * Inserts and locks orders with their lines and payments in one statement. Returns them by code. An order whose code is
 * taken is left out and not written at all, so that the caller can draw another code. No code may be given twice.
 */
export async function insertOrders(
  tx: Tx,
  orders: readonly OrderToInsert[],
  now: Date,
): Promise<Map<string, InsertedOrder>> {
  const given = orders.map(({ order: { terms, ...order }, lines, payments }) => ({
    code: order.code,
    order: {
      ...order,
      termsVersionId: terms?.versionId ?? null,
      termsAcceptedAt: terms ? now : null,
      termsAcceptedVia: terms?.via ?? null,
    },
    lines: lines.map(lineValues),
    payments: payments.map(paymentValues),
  }));
  const contents = <Row>(rowsOf: (one: (typeof given)[number]) => readonly Row[]) =>
    JSON.stringify(given.flatMap((one) => rowsOf(one).map((row) => ({ orderCode: one.code, ...row }))));
  const rows = await tx.rows<OrderRow & { lineIds: number[]; paymentIds: number[] | null }>(
    `with new_order as (
       insert into orders (code, checksum, customer_id, cart_id, channel, created_at, payment_method, payment_status,
         items_total, shipping_amount, discount_amount, total_price, has_payment_plan, voucher_id, discount_name,
         customer_name, customer_email, billing_country, billing_address, shipping_name, shipping_country,
         shipping_address, terms_version_id, terms_accepted_at, terms_accepted_via, pay_by)
       select code, checksum, "customerId", "cartId", channel, $1, "paymentMethod", "paymentStatus", "itemsTotal",
         "shippingAmount", "discountAmount", "totalPrice", "hasPaymentPlan", "voucherId", "discountName",
         "customerName", "customerEmail", "billingCountry", "billingAddress", "shippingName", "shippingCountry",
         "shippingAddress", "termsVersionId", "termsAcceptedAt", "termsAcceptedVia", "payBy"
       from jsonb_to_recordset($2) as given (code text, checksum text, "customerId" bigint, "cartId" bigint,
         channel text, "paymentMethod" text, "paymentStatus" text, "itemsTotal" bigint, "shippingAmount" bigint,
         "discountAmount" bigint, "totalPrice" bigint, "hasPaymentPlan" boolean, "voucherId" bigint,
         "discountName" text, "customerName" text, "customerEmail" text, "billingCountry" text,
         "billingAddress" jsonb, "shippingName" text, "shippingCountry" text, "shippingAddress" jsonb,
         "termsVersionId" bigint, "termsAcceptedAt" timestamptz, "termsAcceptedVia" text, "payBy" timestamptz)
       on conflict (code) do nothing
       returning ${orderColumns}
     ), new_line as (
       insert into order_lines (order_id, position, item_id, departure_id, unit_id, kind, price, fee, discount_share,
         tax_basis_points, full_name, email, age, frozen)
       select new_order.id, line.position, line."itemId", line."departureId", line."unitId", line.kind, line.price,
         line.fee, line."discountShare", line."taxBasisPoints", line."fullName", line.email, line.age, line.frozen
       from new_order
         join jsonb_to_recordset($3) as line ("orderCode" text, position int, "itemId" bigint, "departureId" bigint,
           "unitId" bigint, kind text, price bigint, fee bigint, "discountShare" bigint, "taxBasisPoints" int,
           "fullName" text, email text, age text, frozen jsonb) on line."orderCode" = new_order.code
       -- Ids must rise with positions, because other statements sort by them.
       order by new_order.id, line.position
       returning id, order_id, position
     ), new_payment as (
       insert into payments (order_id, position, reference, amount, due_at, status, of_plan)
       select new_order.id, payment.position, payment.reference, payment.amount, payment."dueAt", payment.status,
         new_order."hasPaymentPlan"
       from new_order
         join jsonb_to_recordset($4) as payment ("orderCode" text, position int, reference text, amount bigint,
           "dueAt" timestamptz, status text) on payment."orderCode" = new_order.code
       order by new_order.id, payment.position
       returning id, order_id, position
     )
     select new_order.*,
       (select json_agg(id order by position) from new_line where order_id = new_order.id) as "lineIds",
       (select json_agg(id order by position) from new_payment where order_id = new_order.id) as "paymentIds"
     from new_order`,
    [
      now,
      JSON.stringify(given.map(({ order }) => order)),
      contents(({ lines }) => lines),
      contents(({ payments }) => payments),
    ],
  );
  const byCode = new Map(given.map((one) => [one.code, one]));
  return new Map(
    rows.map(({ lineIds, paymentIds, ...order }) => {
      const { lines, payments } = byCode.get(order.code)!;
      const inserted = {
        order,
        lines: lines.map((line, index) => ({ id: lineIds[index]!, orderId: order.id, ...line })),
        payments: payments.map((payment, index) => ({ id: paymentIds![index]!, orderId: order.id, ...payment })),
      };
      return [order.code, inserted];
    }),
  );
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
  waivedAmount: 0,
  dueAt: payment.dueAt,
  paidAt: null,
  status: 'pending',
  attempts: 0,
});
