import { applyDispute, applyFraudWarning } from '#features/disputes/server/public.ts';
import { mailCardLost } from '#features/payment-plans/server/public.ts';
import { applyMethodFact, type GatewayInbox, type Gateways, gatewayInbox } from '#features/payments/server/public.ts';
import { applyPayout } from '#features/payouts/server/public.ts';
import { takeBackRequests } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { OrderParts } from './order-parts.ts';
import { refundFacts } from './refund-facts.ts';

/** The inbox for messages of the gateways, with what each kind of fact changes in the features. */
export function shopInbox({
  config,
  db,
  clock,
  log,
  gateways,
  orders,
  shop,
}: {
  config: Pick<Config, 'shopUrl'>;
  db: Db;
  clock: Clock;
  log: Log;
  gateways: Gateways;
  orders: OrderParts;
  shop(): Promise<Shop>;
}): GatewayInbox {
  const { money, settle } = orders;
  const currency = async () => (await shop()).public.currency;
  const disputes = { db, money, currency, takeBackRequests };
  const cardLost: Parameters<typeof applyMethodFact>[0]['cardLost'] = async (tx, order, card, now) =>
    mailCardLost(tx, { shop: await shop(), shopUrl: config.shopUrl }, { order, card }, now);
  return gatewayInbox(
    {
      db,
      settle,
      gateways,
      currency,
      handlers: {
        refund: refundFacts(orders.refunds, money, currency),
        dispute: (gateway, fact, now) => applyDispute(disputes, gateway, fact, now),
        fraud_warning: (gateway, fact, now) => applyFraudWarning({ db }, gateway, fact, now),
        payout: (gateway, fact, now) => applyPayout({ db, currency }, gateway, fact, now),
        method: (gateway, fact, now) => applyMethodFact({ db, cardLost }, gateway, fact, now),
      },
      onError: (error) => log.error({ error }, 'a gateway message could not be processed'),
    },
    () => clock.now(),
  );
}
