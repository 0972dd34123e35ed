import { referencesOf } from '#features/invoices/server/public.ts';
import { chargedBackOf } from '#features/ledger/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { heldUntil } from '#features/orders/domain/held-until.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { type OrderView, orderByCode, refundsOf } from '#features/orders/server/public.ts';
import { whyNotPay } from '#features/payments/domain/may-pay.ts';
import { numberOfReceipt } from '#features/payments/domain/transaction-number.ts';
import { openDisputeOf, receiptsOfOrder } from '#features/payments/server/public.ts';
import { neededAccountsOfOrder } from '#features/refunds/server/public.ts';
import { channelName, type Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { openRefundOf } from '#features/tickets/domain/item-status.ts';
import { issuedLines } from '#features/tickets/server/public.ts';
import { ok, refuse } from '#kernel/result.ts';
import { type OfficeDb, PLANNED_ONCE, type Queryable } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { amountNotReturned } from '../domain/amount-not-returned.ts';
import { orderOpen } from '../office-contract/order.ts';
import { otherOrders } from './other-orders-store.ts';
import { intendedPayments } from './payable-order-store.ts';
import { declinedLast } from './timeline-store.ts';

/** The page shows at most this many other orders of the buyer; the list of orders has the rest. */
const MAX_OTHERS = 3;

interface OfficeOrderParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  readonly orderView: OrderView;
  /** The last change of the plan that was not undone. Passed in, because payment plans import the desk. */
  readonly planChange: (
    db: Queryable,
    orderId: number,
  ) => Promise<
    | {
        readonly id: number;
        readonly kind: 'moved' | 'split' | 'waived';
        readonly changedAt: Date;
        readonly instalments: readonly { readonly reference: string }[];
      }
    | undefined
  >;
  /** When an unpaid instalment ends its plan, if it does. Passed in, too, because payment plans import the desk. */
  readonly planEnd: (shop: Shop, dueAt: Date) => Date | null;
  /** The bank's reasons for taking money back. Passed in, because bank statements import the desk. */
  readonly returnReasonsOf: (db: Queryable, movements: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Everything about one order, for its page. */
export function addOrderCalls(
  calls: OfficeCallRegistry,
  { db, loadShop, orderView, planChange, planEnd, returnReasonsOf }: OfficeOrderParts,
): void {
  calls.add(orderOpen, async ({ code }, { now, language }) =>
    db.read(async (tx) => {
      const row = await orderByCode(tx, normalizeReference(code));
      if (!row) return refuse(notFound);
      const shop = await loadShop(tx);
      const order = await orderView(tx, row, shop, now);
      const nextInstalment = order.has_payment_plan
        ? order.payments.find(({ payment_status: status }) => isPayable(status))
        : undefined;
      const [change, receipts, refunds, documents, declined, others, issued, dispute] = await Promise.all([
        order.has_payment_plan ? planChange(tx, row.id) : undefined,
        receiptsOfOrder(tx, row.id),
        refundsOf(tx, row.id),
        referencesOf(tx, [row.id]),
        declinedLast(tx, row.id),
        row.customerEmail === '' ? [] : otherOrders(tx, row.id, MAX_OTHERS + 1),
        issuedLines(tx, row.id),
        row.paymentStatus === 'problem' ? openDisputeOf(tx, row.id) : undefined,
      ]);
      const waiting = receipts.filter(({ attention, settledAt }) => attention !== null && settledAt === null);
      const meant = await intendedPayments(
        tx,
        waiting.map(({ id }) => id),
      );
      const receiptIds = receipts.map(({ id }) => id);
      const chargedBack = receiptIds.length === 0 ? [] : await chargedBackOf(tx, receiptIds);
      const reasons = await returnReasonsOf(
        tx,
        chargedBack.map(({ movement }) => movement),
      );
      const taken = new Map(
        chargedBack.map(({ receiptId, amount, movement }) => [
          receiptId,
          { amount, reason: reasons.get(movement) ?? '' },
        ]),
      );
      const accountsNeeded = refunds.length === 0 ? null : await neededAccountsOfOrder(tx, row.id);
      const openRefund = openRefundOf([...order.tickets, ...order.merchandisePurchases].map(({ status }) => status));
      return ok({
        code: row.code,
        customer_name: row.customerName,
        customer: row.customerId,
        customer_email: row.customerEmail,
        created_at: toInstant(row.createdAt),
        channel: channelName(shop, row.channel, language),
        status: row.paymentStatus,
        payment_method: row.paymentMethod,
        total: order.total_price,
        paid: order.total_paid,
        refunded: order.total_refunded,
        discount: order.discount_amount,
        shipping: order.shipping_amount,
        terms_accepted_at: toInstantOrNull(row.termsAcceptedAt),
        is_plan: order.has_payment_plan,
        is_disputed: dispute !== undefined,
        has_voucher: row.voucherId !== null,
        held_until: toInstantOrNull(heldUntil(row)),
        owed: keepsStock(row.paymentStatus) ? 0 : amountNotReturned(row, refunds),
        declined: declined && { ...declined, at: toInstant(declined.at) },
        // Before its first instalment is paid, a plan ends by the deadline of any unpaid order.
        plan_ends_at: toInstantOrNull(
          nextInstalment && row.paymentStatus === 'partial' ? planEnd(shop, new Date(nextInstalment.due_at)) : null,
        ),
        open_refund: openRefund,
        items: itemsOf(order, issued, shop.public.ageRanges),
        payments: order.payments.map((payment) => ({
          reference: payment.reference,
          amount: payment.amount,
          paid_amount: payment.paid_amount,
          waived_amount: payment.waived_amount,
          due_at: payment.due_at,
          paid_at: payment.paid_at,
          status: payment.payment_status,
          overdue: payment.overdue,
          attempts: payment.attempt,
          pay_refusal:
            whyNotPay({
              orderStatus: row.paymentStatus,
              openRefund,
              paymentStatus: payment.payment_status,
              isWaived: payment.amount === 0 && payment.waived_amount > 0,
              attempts: payment.attempt,
              maxAttempts: shop.public.shopPaymentCreditCardMaxAttempts,
              takesCardPayments: shop.public.shopPaymentCreditCard,
            })?.kind ?? null,
        })),
        plan_change: change
          ? {
              id: change.id,
              kind: change.kind,
              at: toInstant(change.changedAt),
              references: change.instalments.map(({ reference }) => reference),
            }
          : null,
        receipts: receipts.map((receipt) => ({
          id: receipt.id,
          received_at: toInstant(receipt.receivedAt),
          source: receipt.source,
          transaction: receipt.transaction,
          number: numberOfReceipt(receipt),
          amount: receipt.amount,
          currency: receipt.currency,
          suspended: receipt.suspended,
          attention: receipt.settledAt === null ? receipt.attention : null,
          meant: meant.get(receipt.id) ?? null,
          charged_back: taken.get(receipt.id) ?? null,
          returns_at: toInstantOrNull(receipt.returnAt),
          undone_at: toInstantOrNull(receipt.undoneAt),
        })),
        refunds: refunds.map(({ id, code: refund, status, total }) => ({
          ...{ code: refund, status, total },
          account_needed: accountsNeeded?.get(id)?.needed ?? 0,
          returned: accountsNeeded?.get(id)?.returned ?? null,
        })),
        documents: documents.map(({ code: number, series, issuedAt }) => ({
          ...{ number, series, issued_at: toInstant(issuedAt) },
        })),
        card: cardOf(order),
        others: others.slice(0, MAX_OTHERS).map(({ code: other, status, createdAt, items }) => ({
          ...{ code: other, status, created_at: toInstant(createdAt), items },
        })),
        has_more_others: others.length > MAX_OTHERS,
      });
    }, PLANNED_ONCE),
  );
}

function cardOf({ saved_card: card, lost_card: isLost }: Order) {
  if (card) {
    const state = card.is_charged ? ('charged' as const) : ('taken_back' as const);
    return { label: card.label, expires: card.expires, state };
  }
  return isLost ? { label: '', expires: null, state: 'lost' as const } : null;
}

/** Tickets before merchandise, issued items before waiting ones. */
function itemsOf(
  order: Order,
  issued: readonly { id: number; position: number }[],
  ageRanges: Readonly<Record<string, string>>,
) {
  const ageOf = ({ age }: { age: string | null }) => (age === null ? null : (ageRanges[age] ?? age));
  const nobody = { position: null, full_name: '', email: '', age: null, travel_time: null, is_pending: false };
  return [
    ...order.tickets.map((ticket, index) => ({
      key: `ticket ${index}`,
      line: issued[index]?.id ?? null,
      position: issued[index]?.position ?? null,
      name: ticket.product,
      is_ticket: true,
      full_name: ticket.full_name,
      email: ticket.email,
      age: ageOf(ticket),
      travel_time: ticket.travel_time,
      amount: ticket.price + ticket.fee,
      status: ticket.status,
      is_pending: ticket.status === 'active' && ticket.pending,
    })),
    ...order.cartProducts.map((line) => ({
      key: `line ${line.id}`,
      line: null,
      position: null,
      name: line.product,
      is_ticket: true,
      full_name: line.full_name,
      email: line.email,
      age: ageOf(line),
      travel_time: line.travel_time,
      amount: line.price + line.fee,
      status: null,
      is_pending: false,
    })),
    ...order.merchandisePurchases.map((bought, index) => ({
      ...nobody,
      key: `merchandise ${index}`,
      line: issued[order.tickets.length + index]?.id ?? null,
      name: bought.merchandise,
      is_ticket: false,
      amount: bought.price + bought.fee,
      status: bought.status,
    })),
    ...order.cartMerchandise.map((line) => ({
      ...nobody,
      key: `line ${line.id}`,
      line: null,
      name: line.merchandise,
      is_ticket: false,
      amount: line.price + line.fee,
      status: null,
    })),
  ];
}
