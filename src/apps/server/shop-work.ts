import { makeBooksWork } from '#features/books/server/public.ts';
import { bulkWork } from '#features/bulk/server/public.ts';
import { refundCancelledOrders } from '#features/cancellations/server/public.ts';
import { expireCarts, forgetExpiredCarts } from '#features/cart/server/public.ts';
import { customersWork } from '#features/customers/server/public.ts';
import { notifyOperator, sendWebhooks } from '#features/operator-notices/server/public.ts';
import { reviewInstalments } from '#features/payment-plans/server/public.ts';
import { type GatewayInbox, type Gateways, paymentDueWork } from '#features/payments/server/public.ts';
import { markPayoutsWithoutParts } from '#features/payouts/server/public.ts';
import { returnStrayMoney, sendMovements } from '#features/refunds/server/public.ts';
import { storeReportDays } from '#features/reports/server/public.ts';
import { retentionWork } from '#features/retention/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { staffWork } from '#features/staff/server/public.ts';
import { releaseExpiredHolds } from '#features/stock/server/public.ts';
import { mailTicketsAgain } from '#features/tickets/server/public.ts';
import { forgetRooms, forgetSpentChallenges } from '#features/waiting-room/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { ShopFiles } from '#platform/files/shop-files.ts';
import { forgetOldWindows } from '#platform/http/rate-limits.ts';
import { forgetOldRequests } from '#platform/http/request-results.ts';
import type { Log } from '#platform/log/log.ts';
import { mailLooks } from '#platform/mail/mail-look.ts';
import type { MailTransport, RenderedAttachment } from '#platform/mail/mail-transport.ts';
import { sendWaitingMails } from '#platform/mail/outbox.ts';
import type { AttachmentRequest } from '#platform/mail/outbox-store.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { openMattersNow } from './open-matters.ts';
import type { OrderParts } from './order-parts.ts';
import { recipientHash } from './recipient-hash.ts';
import { officeUrlOf } from './staff-setup.ts';

export interface ShopWorkParts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateways: Gateways;
  readonly orders: OrderParts;
  shop(): Promise<Shop>;
  readonly inbox: GatewayInbox;
  /** Null if the shop does not use the sandbox gateway. */
  readonly sandboxKey: Buffer | null;
  readonly accounts: Parameters<typeof customersWork>[0];
  readonly staff: Parameters<typeof staffWork>[0];
  readonly files: ShopFiles;
  readonly transport: MailTransport;
  renderAttachment(request: AttachmentRequest): Promise<RenderedAttachment | null>;
  onError(work: string, error: unknown): void;
}

/** Returns the due work of every feature. */
export function shopWork(parts: ShopWorkParts): DueWork[] {
  const { config, db, clock, log, gateways, orders, shop, inbox, sandboxKey, accounts, staff, files, transport } =
    parts;
  const { renderAttachment, onError } = parts;
  const { settle, mailSealer: sealer } = orders;
  const daily = (name: string, run: DueWork['run']): DueWork => ({ name, run, everyMs: 60_000 });
  return [
    ...paymentDueWork({ db, clock, gateways, settle, orderEnded: orders.orderEnded, inbox, sandboxKey, onError }),
    refundCancelledOrders({
      orders: { ...orders, db },
      refunds: orders.refunds,
      onError: (error) => onError('cancelled-events', error),
    }),
    bulkWork({
      db,
      orders: { ...orders, db },
      mailParts: orders.mailParts,
      onError: (error) => onError('bulk-actions', error),
    }),
    returnStrayMoney({
      refunds: orders.refunds,
      gateways,
      onError: (error) => onError('return-stray-money', error),
    }),
    sendMovements({
      refunds: orders.refunds,
      gateways,
      onError: (error) => log.error({ error }, 'a refund could not be sent to its gateway'),
    }),
    reviewInstalments({
      db,
      shopUrl: config.shopUrl,
      charging: (current) => ({ ...orders.attempts(current), settle }),
      onError: (error) => onError('instalments', error),
    }),
    expireCarts(db),
    forgetExpiredCarts(db),
    releaseExpiredHolds(db),
    notifyOperator({
      db,
      matters: (now, limit) => openMattersNow(db, now, gateways.forNewPayments.name, limit),
      shop,
      shopUrl: config.shopUrl,
      officeUrl: officeUrlOf(config),
      hasWebhook: config.operatorWebhook !== undefined,
    }),
    ...(config.operatorWebhook
      ? [sendWebhooks(db, config.operatorWebhook, (failure) => log.warn(failure, 'operator webhook not sent'))]
      : []),
    ...retentionWork({ db, loadShop: shop, hashOfRecipient: recipientHash(config) }),
    sendWaitingMails({
      db,
      transport,
      sealer,
      letterhead: async () => {
        const current = await shop();
        const { public: open, private: hidden } = current;
        const sender = {
          name: hidden.mailSender.name,
          email: config.mailFrom ?? hidden.mailSender.email,
          replyTo: open.operator.email,
        };
        return { sender, looks: mailLooks(current, config.shopUrl) };
      },
      renderAttachment,
      keepSecrets: config.shopEnv !== 'production' && !config.smtpUrl,
      onFailedAttempt: (failure) => log.warn(failure, 'mail not sent'),
    }),
    ...staffWork(staff),
    ...customersWork(accounts, (error) => onError('customers', error)),
    mailTicketsAgain({ db, loadShop: shop, shopUrl: config.shopUrl }, (error) => onError('mail-tickets-again', error)),
    makeBooksWork({ db, loadShop: shop, files }),
    storeReportDays({ db, loadShop: shop, onError: (error) => onError('report-days', error) }),
    daily('payouts-without-parts', (now) => markPayoutsWithoutParts(db, now)),
    forgetRooms(db),
    forgetSpentChallenges(db),
    daily('forget-old-requests', (now) => forgetOldRequests(db, now)),
    daily('forget-old-windows', (now) => forgetOldWindows(db, now)),
  ];
}
