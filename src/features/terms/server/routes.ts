import type { Order } from '#features/orders/contract.ts';
import type { OrderView } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { throughLink } from '#kernel/link-purposes.ts';
import { refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { conflict, httpRefusals, notFound } from '#platform/http/refusal.ts';
import { acceptTermsAndConditions, getTermsAndConditionsOrder } from '../contract.ts';
import type { AcceptRefusal } from '../domain/may-accept.ts';
import { acceptRefusalTexts } from '../words/accept-refusal.ts';
import { acceptTerms, orderByLink } from './accept-terms.ts';

const acceptRefusal = httpRefusals<AcceptRefusal | { readonly kind: 'unknown' }>({
  unknown: notFound,
  order_is_over: conflict(acceptRefusalTexts.order_is_over),
  fully_refunded: conflict(acceptRefusalTexts.fully_refunded),
  terms_changed: conflict(acceptRefusalTexts.terms_changed),
});

/** The calls of the link that accepts an order's terms. */
export function addTermsCalls(
  calls: CallRegistry,
  parts: { readonly db: Db; readonly shopUrl: string; loadShop(): Promise<Shop>; readonly orderView: OrderView },
): void {
  const { db, shopUrl } = parts;
  calls.add(getTermsAndConditionsOrder, async (body, { now }) => {
    const found = await orderByLink(db, body);
    if (!found) return refuse(notFound);
    const order = await parts.orderView(db, found, await parts.loadShop(), now);
    return reply({ order: throughLink(withoutHolders(order), 'terms') });
  });

  calls.add(acceptTermsAndConditions, async (body, { now, caller }) => {
    const result = await acceptTerms(
      { db, shopUrl, shop: await parts.loadShop() },
      {
        order: body.order,
        checksum: body.checksum,
        version: body.terms_version,
        customerId: caller?.customerId ?? null,
      },
      now,
    );
    return result.ok ? reply({}) : refuse(acceptRefusal(result.error));
  });
}

/**
 * Anybody with the mail has the link, so its page shows the ordered items but no holders and no ticket codes. Issued
 * items appear as they were ordered, so that they are still counted and listed.
 */
const withoutHolders = (order: Order): Order => ({
  ...order,
  tickets: [],
  merchandisePurchases: [],
  cartProducts: [
    ...order.tickets.map((ticket, index) => ({
      id: `ticket-${index + 1}`,
      shop_item_type: 'tickets' as const,
      external_code: ticket.external_code,
      product: ticket.product,
      type: ticket.type,
      event_id: null,
      ...nobody,
      travel_time_type: null,
      travel_time: ticket.travel_time,
      transport_time_id: null,
      timezone: ticket.timezone,
      ...(ticket.occasion && { occasion: ticket.occasion }),
      price: ticket.price,
      fee: ticket.fee,
      shop_image: ticket.shop_image,
    })),
    ...order.cartProducts.map((line) => ({ ...line, ...nobody })),
  ],
  cartMerchandise: [
    ...order.merchandisePurchases.map((purchase, index) => ({
      id: `merchandise-${index + 1}`,
      shop_item_type: 'merchandise' as const,
      external_code: purchase.external_code,
      merchandise: purchase.merchandise,
      price: purchase.price,
      fee: purchase.fee,
      shop_image: purchase.shop_image,
    })),
    ...order.cartMerchandise,
  ],
});

const nobody = { full_name: '', email: '', age: null };
