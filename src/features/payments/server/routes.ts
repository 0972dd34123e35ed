import type { Order } from '#features/orders/contract.ts';
import type { OrderView } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { openRefundOfOrder } from '#features/tickets/server/public.ts';
import { throughLink } from '#kernel/link-purposes.ts';
import { refuse } from '#kernel/result.ts';
import { laterText } from '#kernel/text.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { type HttpRefusal, notFound } from '#platform/http/refusal.ts';
import { getPaymentPlanOrderPayment, payPaymentPlanOrderPayment } from '../contract.ts';
import { payRefusalTexts } from '../domain/may-pay.ts';
import { latestAttemptOfPayment } from './attempt-store.ts';
import { type PayParts, paymentByLink, payPayment } from './pay-payment.ts';

const GATEWAY_DOWN: HttpRefusal = {
  // Not a 503: clients repeat those by themselves, and every repetition would be one more attempt.
  status: 409,
  message: laterText('We cannot reach our payment provider. Please try again in a minute.'),
};

/** The two calls of the page that pays an order's open payment by its link. */
export function addPaymentCalls(
  calls: CallRegistry,
  parts: { pay(shop: Shop): PayParts; loadShop(): Promise<Shop>; readonly orderView: OrderView },
): void {
  calls.add(getPaymentPlanOrderPayment, async (body, { now }) => {
    const shop = await parts.loadShop();
    const { db } = parts.pay(shop);
    const found = await paymentByLink({ db }, body);
    if (!found) return refuse(notFound);
    const order = await parts.orderView(db, found.order, shop, now);
    const payment = order.payments.find((one) => one.reference === body.reference);
    if (!payment) return refuse(notFound);
    const last = await latestAttemptOfPayment(db, found.payment.id);
    const openRefund = await openRefundOfOrder(db, found.order.id);
    return reply({
      order: throughLink(withoutItems(order), 'payment'),
      payment,
      last_attempt: last?.status ?? null,
      open_refund: openRefund,
    });
  });

  calls.add(payPaymentPlanOrderPayment, async (body, { now, origin, caller }) => {
    const shop = await parts.loadShop();
    const result = await payPayment(parts.pay(shop), { ...body, customerId: caller?.customerId ?? null }, origin, now);
    if (result.ok) return reply({ payment: result.value });
    if (result.error.kind === 'unknown') return refuse(notFound);
    if (result.error.kind === 'gateway_down') return refuse(GATEWAY_DOWN);
    return refuse({ status: 409, message: payRefusalTexts[result.error.kind] });
  });
}

/** The link pays; it does not show who holds which ticket, and no ticket's code. */
const withoutItems = (order: Order): Order => ({
  ...order,
  tickets: [],
  cartProducts: [],
  merchandisePurchases: [],
  cartMerchandise: [],
});
