import type { OrderPlacing } from '#features/checkout/server/public.ts';
import { issueCreditNote } from '#features/invoices/server/public.ts';
import {
  mailCancelledByOperator,
  mailOrderEnded,
  mailOrderReceived,
  mailPaymentReceived,
  type OrderMailParts,
  type OrderRow,
} from '#features/orders/server/public.ts';
import { planReminders } from '#features/payment-plans/server/public.ts';
import {
  type AttemptParts,
  type Gateways,
  gatewaysOf,
  guardedGateway,
  type MoneyParts,
  type PaymentGateway,
  sandboxGateway,
} from '#features/payments/server/public.ts';
import { BANK_SEAL, type RefundParts } from '#features/refunds/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { issueItems } from '#features/tickets/server/public.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { createSealer, type Sealer } from '#platform/secrets/sealer.ts';
import { derivedKey } from './derived-key.ts';

/** The parts around orders and money that the server, the command line and the demo share. */
export interface OrderParts {
  /** Seals mails that hold a secret. */
  readonly mailSealer: Sealer;
  /** Seals bank details for refunds. */
  readonly bankSealer: Sealer;
  readonly gateways: Gateways;
  /** Signs messages between the shop and the sandbox gateway. */
  readonly sandboxKey: Buffer;
  readonly money: MoneyParts;
  readonly placing: OrderPlacing;
  readonly refunds: RefundParts;
  attempts(shop: Shop): AttemptParts;
  mailParts(tx: Tx): Promise<OrderMailParts>;
  /** Emails the customer that an unpaid order has ended. */
  orderEnded(tx: Tx, order: OrderRow, now: Date): Promise<void>;
  /** Emails the customer that the operator has cancelled the order. */
  orderCancelled(tx: Tx, order: OrderRow, reason: string, now: Date): Promise<void>;
}

/** `standIn` replaces the configured gateway; for tests of gateways that fail. */
export function orderParts({
  config,
  db,
  standIn = (gateway) => gateway,
}: {
  config: Config;
  db: Db;
  standIn?: ((gateway: PaymentGateway) => PaymentGateway) | undefined;
}): OrderParts {
  const [secret = '', ...older] = [config.secretKey, ...config.olderSecretKeys].map((key) => key.toString('base64'));
  const bankSealer = createSealer(secret, BANK_SEAL, older);
  const sandboxKey = derivedKey(config.secretKey, 'sandbox-gateway');
  const gateways = gatewaysOf([
    guardedGateway(standIn(sandboxGateway({ db, key: sandboxKey, flow: config.sandboxFlow }))),
  ]);

  // On the transaction's own connection: waiting for a second one while holding a lock would block everybody.
  const mailParts = async (tx: Tx) => ({ shop: await loadShop(tx), shopUrl: config.shopUrl });
  return {
    mailSealer: createSealer(secret, 'mail-bodies', older),
    bankSealer,
    gateways,
    sandboxKey,
    mailParts,
    money: { shopUrl: config.shopUrl, planReminders },
    placing: {
      orderReceived: (tx, order, written, now) =>
        mailOrderReceived(tx, { shop: written.shop, shopUrl: config.shopUrl }, order, now, written),
      async paidAtOnce(tx, order, now) {
        await issueItems(tx, order.id, { pending: false }, now);
        const mailed = await mailParts(tx);
        await mailPaymentReceived(tx, mailed, order, { paymentId: null, amount: 0 }, now);
      },
    },
    refunds: {
      db,
      loadShop,
      shopUrl: config.shopUrl,
      sealer: bankSealer,
      refundDone: async (tx, { refundId }, now) => void (await issueCreditNote(tx, refundId, now)),
    },
    attempts: (shop) => ({
      db,
      gateways,
      currency: shop.public.currency,
      currencyDigits: shop.public.currencyDigits,
      language: languageOfShop(shop.public),
      shopName: shop.public.name,
      callbackOrigin: config.shopUrlIsDefault ? `http://${reachableHost(config.host)}:${config.port}` : config.shopUrl,
    }),
    orderEnded: async (tx, order, now) => mailOrderEnded(tx, await mailParts(tx), order, now),
    orderCancelled: async (tx, order, reason, now) =>
      mailCancelledByOperator(tx, await mailParts(tx), order, reason, now),
  };
}

/** An address that reaches this process when it listens on all interfaces. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' || host === 'localhost' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
