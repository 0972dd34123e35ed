import type { OrderPlacing } from '#features/checkout/server/public.ts';
import { updateOrderAfterReturn } from '#features/desk/server/public.ts';
import { issueCreditNote } from '#features/invoices/server/public.ts';
import {
  mailCancelledByOperator,
  mailOrderEnded,
  mailOrdersReceived,
  mailPaymentsReceived,
  type OrderMailParts,
  type OrderRow,
} from '#features/orders/server/public.ts';
import { planReminders, resumePlan } from '#features/payment-plans/server/public.ts';
import {
  type AttemptParts,
  createRecordStart,
  createSettleAttempt,
  type Gateways,
  type MoneyParts,
  type SettleAttempt,
} from '#features/payments/server/public.ts';
import { BANK_SEAL, type RefundParts } from '#features/refunds/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { issueItemsOf } from '#features/tickets/server/public.ts';
import { SYSTEM } from '#kernel/actor.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { createSealer, type Sealer } from '#platform/secrets/sealer.ts';
import { callbackOrigin } from './check-gateways.ts';
import { codeSealerOf, mailSealerOf } from './sealers.ts';

/** The parts around orders and money that the server, the command line and the demo share. */
export interface OrderParts {
  /** Seals mails that contain a secret. */
  readonly mailSealer: Sealer;
  /** Seals bank details for refunds. */
  readonly bankSealer: Sealer;
  /** Seals the secrets of the staff's code apps. */
  readonly codeSealer: Sealer;
  readonly gateways: Gateways;
  readonly money: MoneyParts;
  readonly settle: SettleAttempt;
  readonly placing: OrderPlacing;
  readonly refunds: RefundParts;
  attempts(shop: Shop): AttemptParts;
  mailParts(tx: Tx): Promise<OrderMailParts>;
  /** Records that an order has ended because it was not paid in time, and emails the customer. */
  orderEnded(tx: Tx, order: OrderRow, now: Date): Promise<void>;
  /** Emails the customer that the operator has cancelled the order. */
  orderCancelled(tx: Tx, order: OrderRow, reason: string, now: Date): Promise<void>;
}

export function orderParts({
  config,
  db,
  gateways,
}: {
  config: Pick<Config, 'secretKey' | 'olderSecretKeys' | 'shopUrl' | 'shopUrlIsDefault' | 'host' | 'port'>;
  db: Db;
  gateways: Gateways;
}): OrderParts {
  const [secret = '', ...older] = [config.secretKey, ...config.olderSecretKeys].map((key) => key.toString('base64'));
  const bankSealer = createSealer(secret, BANK_SEAL, older);

  // Reads on the transaction's own connection: waiting for a second one while holding a lock would block everybody.
  const mailParts = async (tx: Tx) => ({ shop: await loadShop(tx), shopUrl: config.shopUrl });
  const recordStart = createRecordStart(db);
  const money: MoneyParts = {
    shopUrl: config.shopUrl,
    planReminders,
    resumePlan,
    orderRevived: (tx, { code, paymentStatus: to }, from, now) =>
      writeAudit(tx, { actor: SYSTEM, action: 'order.revived', subject: code, details: { from, to } }, now),
  };
  return {
    mailSealer: mailSealerOf(config),
    bankSealer,
    codeSealer: codeSealerOf(config),
    gateways,
    mailParts,
    money,
    settle: createSettleAttempt({ db, money }),
    placing: {
      ordersReceived: (tx, placed, shop, now) => mailOrdersReceived(tx, { shop, shopUrl: config.shopUrl }, placed, now),
      async paidAtOnce(tx, placed, shop, now) {
        await issueItemsOf(
          tx,
          placed.map(({ order, lines }) => ({ orderId: order.id, pending: false, lineIds: lines.map(({ id }) => id) })),
          now,
        );
        const received = placed.map(({ order, ...contents }) => ({ order, shares: [], isFirst: true, contents }));
        await mailPaymentsReceived(tx, { shop, shopUrl: config.shopUrl }, received, now);
      },
    },
    refunds: {
      db,
      loadShop,
      shopUrl: config.shopUrl,
      sealer: bankSealer,
      gateways,
      moneySentBack: updateOrderAfterReturn,
      refundDone: async (tx, { refundId }, now) => void (await issueCreditNote(tx, refundId, now)),
    },
    attempts: (shop) => ({
      db,
      gateways,
      currency: shop.public.currency,
      currencyDigits: shop.public.currencyDigits,
      locale: shop.public.locale,
      timezone: shop.public.timezone,
      language: languageOfShop(shop.public),
      shopName: shop.public.name,
      callbackOrigin: callbackOrigin(config),
      recordStart,
    }),
    async orderEnded(tx, order, now) {
      await mailOrderEnded(tx, await mailParts(tx), order, now);
      const details = { owed: order.totalPaid - order.totalRefunded };
      await writeAudit(tx, { actor: SYSTEM, action: 'order.ended', subject: order.code, details }, now);
    },
    orderCancelled: async (tx, order, reason, now) =>
      mailCancelledByOperator(tx, await mailParts(tx), order, reason, now),
  };
}
