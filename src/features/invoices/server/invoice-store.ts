import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { InvoiceContent, Series } from '../domain/invoice-content.ts';

/** The order's facts for an invoice. */
export interface InvoiceOrderRow {
  readonly id: number;
  readonly code: string;
  readonly channel: string;
  readonly createdAt: Date;
  readonly paymentMethod: string;
  readonly paymentStatus: string;
  readonly shippingAmount: number;
  readonly shippingCountry: string | null;
  readonly discountAmount: number;
  readonly discountName: string | null;
  readonly totalPrice: number;
  readonly totalPaid: number;
  readonly hasPaymentPlan: boolean;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly billingCountry: string;
  readonly billingAddress: Readonly<Record<string, string>>;
  /** The number of the order's current sale: an order that late money revives is sold again. */
  readonly sale: number;
  /** The invoice of that sale; null before it is issued. */
  readonly invoiceCode: string | null;
}

/** Returns the facts by order. Throws if an order does not exist. */
export async function invoiceOrders(db: Queryable, orderIds: readonly number[]): Promise<Map<number, InvoiceOrderRow>> {
  const rows = await db.rows<InvoiceOrderRow>(
    `select o.id, o.code, o.channel, o.created_at as "createdAt", o.payment_method as "paymentMethod",
       o.payment_status as "paymentStatus", o.shipping_amount as "shippingAmount", o.shipping_country as "shippingCountry",
       o.discount_amount as "discountAmount", o.discount_name as "discountName", o.total_price as "totalPrice",
       o.total_paid as "totalPaid", o.has_payment_plan as "hasPaymentPlan",
       o.customer_name as "customerName", o.customer_email as "customerEmail", o.billing_country as "billingCountry",
       o.billing_address as "billingAddress", sold.sale,
       (select code from invoices where order_id = o.id and sale = sold.sale and series = 'invoice') as "invoiceCode"
     from orders o
       -- An order that costs nothing books nothing, but is still sold once.
       cross join lateral (
         select greatest(1, count(*)) as sale from ledger_transactions t where t.order_id = o.id and t.kind = 'sale'
       ) sold
     where o.id = any($1)`,
    [orderIds],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of orderIds) if (!byId.has(id)) throw new Error(`There is no order ${id}`);
  return byId;
}

export const invoiceOrder = async (db: Queryable, orderId: number): Promise<InvoiceOrderRow> =>
  (await invoiceOrders(db, [orderId])).get(orderId)!;

export interface InvoiceLineRow {
  readonly id: number;
  readonly orderId: number;
  readonly kind: 'tickets' | 'merchandise';
  readonly price: number;
  readonly fee: number;
  readonly discountShare: number;
  readonly taxBasisPoints: number;
  readonly frozen: FrozenItem;
  readonly eventStartsAt: Date | null;
  readonly eventEndsAt: Date | null;
  readonly eventTimezone: string | null;
}

export const invoiceLines = (db: Queryable, orderIds: readonly number[]): Promise<InvoiceLineRow[]> =>
  db.rows(
    `select l.id, l.order_id as "orderId", l.kind, l.price, l.fee, l.discount_share as "discountShare", l.tax_basis_points as "taxBasisPoints",
       l.frozen, e.timezone as "eventTimezone",
       coalesce((i.details ->> 'validFrom')::timestamptz, e.starts_at) as "eventStartsAt",
       coalesce((i.details ->> 'validUntil')::timestamptz, e.ends_at) as "eventEndsAt"
     from order_lines l
       join shop_items i on i.id = l.item_id
       left join events e on e.id = i.event_id
     where l.order_id = any($1)
     order by l.order_id, l.position`,
    [orderIds],
  );

export interface ArrivedPayment {
  readonly reference: string;
  readonly paidAt: Date;
  /** Minor units. */
  readonly amount: number;
}

export const arrivedPayments = (db: Queryable, orderId: number): Promise<ArrivedPayment[]> =>
  db.rows(
    `select reference, paid_at as "paidAt", amount
     from payments
     where order_id = $1 and status = 'paid'
     order by position`,
    [orderId],
  );

/**
 * The payments of an order that was never paid in full: all money that counts for its instalments, including partial
 * payments.
 */
export const countedPayments = (db: Queryable, orderId: number): Promise<ArrivedPayment[]> =>
  db.rows(
    `select p.reference, p.paid_amount as amount,
       coalesce(p.paid_at, (
         select max(r.received_at)
         from receipt_shares s join receipts r on r.id = s.receipt_id
         where s.payment_id = p.id
       )) as "paidAt"
     from payments p
     where p.order_id = $1 and p.paid_amount > 0
     order by p.position`,
    [orderId],
  );

export interface CreditedRefundRow {
  readonly id: number;
  readonly code: string;
  readonly orderId: number;
  readonly total: number;
  readonly shippingRefund: number;
  readonly isWholePlan: boolean;
}

export const creditedRefund = (db: Queryable, refundId: number): Promise<CreditedRefundRow | undefined> =>
  db.row(
    `select id, code, order_id as "orderId", total, shipping_refund as "shippingRefund", is_whole_plan as "isWholePlan"
     from refunds
     where id = $1`,
    [refundId],
  );

export interface CreditedLineRow {
  readonly lineId: number;
  readonly amount: number;
  /** The part of the price that is kept. */
  readonly refundFee: number;
  readonly feeRefund: number;
}

/** Returns a refund's order lines by position, with the amount refunded for each. */
export const creditedLines = (db: Queryable, refundId: number): Promise<CreditedLineRow[]> =>
  db.rows(
    `select r.order_line_id as "lineId", r.amount, r.refund_fee as "refundFee",
       r.fee_refund as "feeRefund"
     from refund_lines r join order_lines l on l.id = r.order_line_id
     where r.refund_id = $1
     order by l.position`,
    [refundId],
  );

export interface IssuedDocument {
  readonly id: number;
  readonly series: Series;
  readonly code: string;
  readonly orderId: number;
  readonly sale: number;
  readonly refundId: number | null;
  readonly correctsId: number | null;
  readonly issuedAt: Date;
  readonly content: InvoiceContent;
}

const documentColumns = `d.id, d.series, d.code, d.order_id as "orderId", d.sale, d.refund_id as "refundId",
  d.corrects_id as "correctsId", d.issued_at as "issuedAt", d.content`;

export const invoiceOfSale = (db: Queryable, orderId: number, sale: number): Promise<IssuedDocument | undefined> =>
  db.row(`select ${documentColumns} from invoices d where d.order_id = $1 and d.sale = $2 and d.series = 'invoice'`, [
    orderId,
    sale,
  ]);

/**
 * Returns the invoices for payments on account of an order's sale, oldest first, without those that a credit note has
 * corrected.
 */
export const advancesOfSale = (db: Queryable, orderId: number, sale: number): Promise<IssuedDocument[]> =>
  db.rows(
    `select ${documentColumns}
     from invoices d
     where d.order_id = $1 and d.sale = $2 and d.series = 'advance'
       and not exists (select from invoices n where n.corrects_id = d.id)
     order by d.id`,
    [orderId, sale],
  );

export const creditNotesOf = (db: Queryable, invoiceId: number): Promise<IssuedDocument[]> =>
  db.rows(`select ${documentColumns} from invoices d where d.corrects_id = $1 order by d.id`, [invoiceId]);

export const creditNoteOfRefund = (db: Queryable, refundId: number): Promise<IssuedDocument | undefined> =>
  db.row(`select ${documentColumns} from invoices d where d.refund_id = $1`, [refundId]);

/**
 * Takes the next numbers of a series in a year, and their date: it is slightly later than `now` if the previous number
 * has a later date, so that numbers and dates rise together. Returns the last number. Locks the counter's row until the
 * transaction ends, and a rollback returns the numbers. Take numbers last, after every other lock.
 */
export async function takeNumbers(
  tx: Tx,
  { series, year, count }: { readonly series: Series; readonly year: number; readonly count: number },
  now: Date,
): Promise<{ last: number; issuedAt: Date }> {
  const row = await tx.row<{ last: number; issuedAt: Date }>(
    `insert into invoice_counters as counter (series, year, last, last_at)
     values ($1, $2, $3, $4)
     on conflict (series, year) do update set
       last = counter.last + $3,
       last_at = case
         when counter.last_at between $4 and $4::timestamptz + interval '5 minutes' then counter.last_at
         else $4 end
     returning last, last_at as "issuedAt"`,
    [series, year, count, now],
  );
  return row!;
}

export interface NewDocument {
  readonly series: Series;
  readonly year: number;
  readonly number: number;
  readonly orderId: number;
  readonly sale: number;
  readonly correctsId: number | null;
  readonly refundId: number | null;
  readonly issuedAt: Date;
  readonly content: InvoiceContent;
}

export const insertDocuments = (tx: Tx, documents: readonly NewDocument[]): Promise<number> =>
  tx.run(
    `insert into invoices (series, year, number, code, order_id, sale, corrects_id, refund_id, issued_at, content)
     select series, year, number, content ->> 'code', "orderId", sale, "correctsId", "refundId", "issuedAt", content
     from jsonb_to_recordset($1) as document (series text, year integer, number integer, "orderId" bigint, sale integer,
       "correctsId" bigint, "refundId" bigint, "issuedAt" timestamptz, content jsonb)`,
    [JSON.stringify(documents)],
  );

export interface DocumentReference {
  readonly orderId: number;
  readonly series: Series;
  readonly code: string;
  readonly issuedAt: Date;
  /** Set for a refund's credit note. */
  readonly refundCode: string | null;
}

/** Returns the documents of many orders, oldest first. */
export const referencesOf = (db: Queryable, orderIds: readonly number[]): Promise<DocumentReference[]> =>
  db.rows(
    `select d.order_id as "orderId", d.series, d.code, d.issued_at as "issuedAt", r.code as "refundCode"
     from invoices d left join refunds r on r.id = d.refund_id
     where d.order_id = any($1)
     order by d.id`,
    [orderIds],
  );

/**
 * Returns an order's checksum and one document: the one with this code, or the newest invoice. Undefined for an unknown
 * order.
 */
export const documentOfOrder = (
  db: Queryable,
  orderCode: string,
  documentCode: string | null,
): Promise<{ checksum: string; content: InvoiceContent | null } | undefined> =>
  db.row(
    `select o.checksum, d.content
     from orders o
       left join lateral (
         select content from invoices
         where order_id = o.id and case when $2::text is null then series = 'invoice' else code = $2 end
         order by id desc
         limit 1
       ) d on true
     where o.code = $1`,
    [orderCode, documentCode],
  );

export interface ListedDocument {
  readonly code: string;
  readonly series: Series;
  readonly issuedAt: Date;
  readonly orderCode: string;
  readonly content: InvoiceContent;
}

const listed = `d.code, d.series, d.issued_at as "issuedAt", o.code as "orderCode", d.content`;

/** Returns the documents of a year, or of all years, newest first. */
export const listDocuments = (
  db: Queryable,
  wanted: { readonly year: number | null; readonly series: Series | null; readonly limit: number },
): Promise<ListedDocument[]> =>
  db.rows(
    `select ${listed}
     from invoices d join orders o on o.id = d.order_id
     where ($1::integer is null or d.year = $1) and ($2::text is null or d.series = $2)
     order by d.id desc
     limit $3`,
    [wanted.year, wanted.series, wanted.limit],
  );

export const documentByCode = (db: Queryable, code: string): Promise<ListedDocument | undefined> =>
  db.row(`select ${listed} from invoices d join orders o on o.id = d.order_id where d.code = $1`, [code]);

/**
 * Removes the buyer from up to `limit` documents issued before `before` and returns their number. The database allows
 * no other change to an issued document.
 */
export const wipeBuyers = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `update invoices
     set content = jsonb_set(content, '{buyer}', '{"lines": [], "email": ""}')
     where id = any(array(
       select id
       from invoices
       where content #>> '{buyer,email}' <> '' and issued_at < $1
       order by issued_at
       limit $2
       for update skip locked
     ))`,
    [before, limit],
  );

/** Returns all documents of some orders, oldest first. */
export const contentsOf = async (db: Queryable, orderCodes: readonly string[]): Promise<InvoiceContent[]> =>
  (
    await db.rows<{ content: InvoiceContent }>(
      `select d.content from invoices d join orders o on o.id = d.order_id where o.code = any($1) order by d.id`,
      [orderCodes],
    )
  ).map(({ content }) => content);

/** Returns up to `limit` documents issued in a span, oldest first. */
export const contentsIssued = async (
  db: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<InvoiceContent[]> =>
  (
    await db.rows<{ content: InvoiceContent }>(
      'select content from invoices where issued_at >= $1 and issued_at < $2 order by issued_at, id limit $3',
      [from, until, limit],
    )
  ).map(({ content }) => content);
