import { addCartCalls } from '#features/cart/server/public.ts';
import { addCatalogueCalls } from '#features/catalogue/server/public.ts';
import { addCheckoutCalls } from '#features/checkout/server/public.ts';
import { addCustomerCalls, rememberAddress } from '#features/customers/server/public.ts';
import { addPaymentCalls, type Gateways } from '#features/payments/server/public.ts';
import { addPricingCalls } from '#features/pricing/server/public.ts';
import { addRefundCalls } from '#features/refunds/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { addTermsCalls } from '#features/terms/server/public.ts';
import { addTicketCalls } from '#features/tickets/server/public.ts';
import { getData } from '#features/user-data/contract.ts';
import { addVoucherCalls } from '#features/vouchers/server/public.ts';
import { addWaitingRoomCalls } from '#features/waiting-room/server/public.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import type { Limits } from '#platform/http/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { OrderParts } from './order-parts.ts';
import { orderView } from './order-views/order-views.ts';
import { addPortalCalls } from './portal/portal-calls.ts';
import type { openWaitingRooms } from './waiting-rooms.ts';

export interface ShopCallsParts {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
  readonly gateways: Gateways;
  readonly orders: OrderParts;
  shop(): Promise<Shop>;
  readonly limits: Limits;
  readonly accounts: Omit<Parameters<typeof addCustomerCalls>[1], 'limits'>;
  readonly waiting: Awaited<ReturnType<typeof openWaitingRooms>>;
  readonly waitingPlaces: Omit<Parameters<typeof addWaitingRoomCalls>[1], 'eventOf'>;
}

/** Adds the calls of every feature. */
export function addShopCalls(calls: CallRegistry, parts: ShopCallsParts): void {
  const { config, db, log, gateways, orders, shop, limits, accounts, waiting, waitingPlaces } = parts;
  const { settle, bankSealer } = orders;
  const onGatewayError = (error: unknown) => log.error({ error }, 'the gateway did not start or end a payment');
  calls.add(getData, async () => reply({}));
  addCatalogueCalls(calls, { db });
  addCartCalls(calls, {
    db,
    loadShop,
    limits,
    holdsAreSynced: config.holdsAreSynced,
    waitingRoom: waiting.room,
  });
  addWaitingRoomCalls(calls, { ...waitingPlaces, eventOf: waiting.eventOf });
  addPricingCalls(calls, { db, loadShop: shop });
  addVoucherCalls(calls, { db, limits });
  addTermsCalls(calls, { db, loadShop: shop, shopUrl: config.shopUrl, orderView });
  addCustomerCalls(calls, { ...accounts, limits });
  addTicketCalls(calls, { db, loadShop: shop, shopUrl: config.shopUrl, limits, secretKey: config.secretKey });
  addCheckoutCalls(calls, {
    db,
    loadShop,
    orderView,
    limits,
    rememberAddress: (customerId, country, address) => rememberAddress(db, customerId, country, address),
    attempts: orders.attempts,
    onGatewayError,
    placing: orders.placing,
    switching: (current) => ({ db, settle, gateways, shop: current, shopUrl: config.shopUrl, onGatewayError }),
  });
  addPaymentCalls(calls, {
    loadShop: shop,
    orderView,
    pay: (current) => ({
      ...orders.attempts(current),
      settle,
      maxAttempts: current.public.shopPaymentCreditCardMaxAttempts,
      takesCardPayments: current.public.shopPaymentCreditCard,
      onGatewayError,
    }),
  });
  addRefundCalls(calls, orders.refunds, limits);
  addPortalCalls(calls, { db, bankSealer, loadShop: shop });
}
