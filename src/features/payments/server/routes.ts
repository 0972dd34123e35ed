import type { Order } from '#features/orders/contract.ts';
import { contentsOf } from '#features/orders/domain/order-contents.ts';
import type { OrderView } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { openRefundOfOrder } from '#features/tickets/server/public.ts';
import { throughLink } from '#kernel/link-purposes.ts';
import { refuse } from '#kernel/result.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { conflict, httpRefusals, loginNeeded, notFound } from '#platform/http/refusal.ts';
import {
  getPaymentPlanOrderPayment,
  type PaidContents,
  payPaymentPlanOrderPayment,
  removeSavedCard as removeSavedCardCall,
} from '../contract.ts';
import { payRefusalTexts } from '../words/pay-refusal.ts';
import { startRefusalSentence } from '../words/start-refusal.ts';
import { latestAttemptOfPayment } from './find-attempt-store.ts';
import { GATEWAY_DOWN } from './gateway-down.ts';
import { type PayParts, type PayPaymentRefusal, paymentByLink, payPayment } from './pay-payment.ts';
import { removeSavedCard } from './remove-saved-card.ts';

const payRefusal = httpRefusals<PayPaymentRefusal>({
  unknown: notFound,
  // Not 503: clients retry that automatically, and each retry would be another attempt.
  gateway_down: conflict(GATEWAY_DOWN),
  already_paid: conflict(payRefusalTexts.already_paid),
  waived: conflict(payRefusalTexts.waived),
  order_is_over: conflict(payRefusalTexts.order_is_over),
  refund_active: conflict(payRefusalTexts.refund_active),
  refund_under_way: conflict(payRefusalTexts.refund_under_way),
  problem: conflict(payRefusalTexts.problem),
  on_its_way: conflict(payRefusalTexts.on_its_way),
  too_many_attempts: conflict(payRefusalTexts.too_many_attempts),
  no_card_payments: conflict(payRefusalTexts.no_card_payments),
  not_by_card: ({ refusal, shop }) => conflict(startRefusalSentence(refusal, shop)),
});

export function addPaymentCalls(
  calls: CallRegistry,
  parts: { pay(shop: Shop): PayParts; loadShop(): Promise<Shop>; readonly orderView: OrderView },
): void {
  calls.add(getPaymentPlanOrderPayment, async (body, { now, caller }) => {
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
      contents: contentsWithoutHolders(order),
      is_mine: caller?.customerId === found.order.customerId,
    });
  });

  calls.add(payPaymentPlanOrderPayment, async (body, { now, origin, caller }) => {
    const shop = await parts.loadShop();
    const result = await payPayment(
      parts.pay(shop),
      { ...body, customerId: caller?.customerId ?? null, savesCard: body.save_card === true },
      origin,
      now,
    );
    return result.ok ? reply({ payment: result.value }) : refuse(payRefusal(result.error));
  });

  calls.add(removeSavedCardCall, async (body, { now, caller }) => {
    if (!caller) return refuse(loginNeeded);
    const { db } = parts.pay(await parts.loadShop());
    const isRemoved = await removeSavedCard(db, { order: body.order, customerId: caller.customerId }, now);
    return isRemoved ? reply({}) : refuse(notFound);
  });
}

function contentsWithoutHolders(order: Order): PaidContents | null {
  const { first, more } = contentsOf(order);
  if (!first) return null;
  const { occasion, travel_time, timezone } = first.dated;
  return { name: first.name, more, occasion, travel_time, timezone };
}

/** A payment link must not reveal ticket holders or codes. */
const withoutItems = (order: Order): Order => ({
  ...order,
  tickets: [],
  cartProducts: [],
  merchandisePurchases: [],
  cartMerchandise: [],
});
