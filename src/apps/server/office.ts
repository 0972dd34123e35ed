import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accountBalance,
  addStatementCalls,
  payerDigest,
  returnReasonsOf,
} from '#features/bank-statements/server/public.ts';
import { addBooksCalls } from '#features/books/server/public.ts';
import { addBulkCalls } from '#features/bulk/server/public.ts';
import { addCancellationCalls } from '#features/cancellations/server/public.ts';
import { addNewOrderCalls, addNewOrderChoices } from '#features/checkout/server/public.ts';
import { inviteCustomer } from '#features/customers/server/public.ts';
import {
  type AsCustomer,
  addAsCustomerCalls,
  addDeskCalls,
  addHeldCalls,
  addNoteCalls,
  addOrderCalls,
  addOrderMailCalls,
  addTimelineCalls,
  recordTransfer,
} from '#features/desk/server/public.ts';
import { addFraudWarningCalls } from '#features/disputes/server/public.ts';
import { addHealthCalls } from '#features/health/server/public.ts';
import { addGivenUpCalls, addInboxCalls } from '#features/operator-notices/server/public.ts';
import { addPlanCalls, lastChange, planEnd } from '#features/payment-plans/server/public.ts';
import { addPayoutCalls } from '#features/payouts/server/public.ts';
import type { PreviewParts } from '#features/previews/server/public.ts';
import { addOfficeRefundCalls, addTransferFileCalls } from '#features/refunds/server/public.ts';
import { addReportCalls } from '#features/reports/server/public.ts';
import {
  addAuditExportCall,
  addInvoiceListCalls,
  addMailActionCalls,
  addMailListCalls,
  addOrderBulkCalls,
  addOrderListCalls,
  addPeopleListCalls,
  addPlanListCalls,
  addReceiptListCalls,
  addRefundListCalls,
  addSavedViewCalls,
  addSearchCalls,
  addTicketListCalls,
} from '#features/search/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import {
  addStaffCalls,
  createOfficeCalls,
  type OfficeCallRegistry,
  type StaffSetup,
} from '#features/staff/server/public.ts';
import { addOfficeTicketCalls, eventsByCode, existingTickets } from '#features/tickets/server/public.ts';
import { addWaitingRoomOfficeCalls } from '#features/waiting-room/server/public.ts';
import { ENGLISH, type Language } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { ShopFiles } from '#platform/files/shop-files.ts';
import { sendRefusal } from '#platform/http/calls.ts';
import { notFound } from '#platform/http/refusal.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLooks } from '#platform/mail/mail-look.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { healthParts } from './health-parts.ts';
import { openMatters } from './open-matters.ts';
import { buyersOf, refundRequests } from './open-matters-store.ts';
import { officeOpenApiDocument } from './openapi.ts';
import type { OrderParts } from './order-parts.ts';
import { orderView } from './order-views/order-views.ts';
import { originOf } from './shop-origin.ts';
import { officeUrlOf } from './staff-setup.ts';

export interface OfficeOptions {
  readonly config: Config;
  readonly files: ShopFiles;
  readonly clock: Clock;
  readonly staff: StaffSetup;
  readonly orders: OrderParts;
  /** The shop's current language. */
  readonly language: () => Language;
  readonly networkWaitSeconds: (ip: string, now: Date) => number | null;
  /** Renders the shop's page of an order. Returns null if this process serves no pages. */
  readonly drawAsCustomer: (page: AsCustomer, now: Date) => Promise<string | null>;
}

/** Adds the calls of the office application, below `/office/api/`. */
export function addOffice(app: FastifyInstance, options: OfficeOptions): OfficeCallRegistry {
  const { config, staff, orders } = options;
  const url = officeUrlOf(config);
  if (config.officeUrl && new URL(config.officeUrl).host !== new URL(config.shopUrl).host) {
    keepToHost(app, new URL(config.officeUrl).host);
  }
  const calls = createOfficeCalls(app, {
    db: staff.db,
    clock: options.clock,
    hasDemoPeople: staff.hasDemoPeople,
    originOf: (request) => originOf(request, url, config.shopUrlIsDefault && config.officeUrl === undefined),
    languageOf: (language) => (language === null ? options.language() : languageOfShop({ locale: language })),
    networkWaitSeconds: options.networkWaitSeconds,
  });
  addStaffCalls(calls, staff);
  const { db, shop } = staff;
  const previews: PreviewParts = {
    db,
    currencyDigits: async () => (await shop()).currencyDigits,
    looks: async (tx) => mailLooks(await loadShop(tx), config.shopUrl),
  };
  const { money, refunds, mailParts } = orders;
  addDeskCalls(calls, { previews, db, shop, money, refunds, orders, mailParts });
  addNewOrderChoices(calls, { db, loadShop });
  addNewOrderCalls(calls, {
    ...orders,
    previews,
    db,
    loadShop,
    unpaid: config.limits,
    entryTickets: existingTickets,
    record: async (inner, received, now) =>
      recordTransfer({ db: inner, money, currency: (await loadShop(inner)).public.currency }, received, now),
    invite: (tx, shopNow, customerId, now) =>
      inviteCustomer(tx, { shop: shopNow, shopUrl: config.shopUrl, sealer: orders.mailSealer }, customerId, now),
  });
  addOrderCalls(calls, { db, loadShop, orderView, planChange: lastChange, planEnd, returnReasonsOf });
  addAsCustomerCalls(calls, { db, loadShop, orderView, draw: options.drawAsCustomer });
  addOrderMailCalls(calls, { previews, mailParts });
  addNoteCalls(calls, { db, shop });
  addHeldCalls(calls, { db });
  addTimelineCalls(calls, { db, loadShop });
  addPlanCalls(calls, { previews, db, loadShop, money, gateways: orders.gateways, settle: orders.settle });
  addOfficeRefundCalls(calls, { previews, db, shop, refunds });
  addTransferFileCalls(calls, { previews, db, refunds, balanceOf: accountBalance });
  const gateways = orders.gateways.all.map(({ name }) => name);
  addHealthCalls(calls, { ...healthParts(config, options.clock.now()), db, gateways });
  addFraudWarningCalls(calls, previews);
  addPayoutCalls(calls, previews);
  addOfficeTicketCalls(calls, { previews, db, loadShop, shopUrl: config.shopUrl });
  addWaitingRoomOfficeCalls(calls, { db, shop, events: eventsByCode });
  addReportCalls(calls, { db, shop, loadShop });
  addBooksCalls(calls, { db, shop });
  const payerOf = payerDigest(derivedKey(config.secretKey, 'payer-accounts'));
  addStatementCalls(calls, { previews, db, money, refunds, loadShop, payerOf });
  addSearchCalls(calls, { db, loadShop });
  addOrderListCalls(calls, { db, loadShop });
  addTicketListCalls(calls, { db, loadShop });
  addPeopleListCalls(calls, { db, loadShop });
  addInvoiceListCalls(calls, { db, loadShop, files: options.files });
  addMailListCalls(calls, { db, loadShop });
  addAuditExportCall(calls, { db, loadShop });
  addMailActionCalls(calls, { loadShop, previews });
  addPlanListCalls(calls, { db, loadShop });
  addReceiptListCalls(calls, { db, loadShop });
  addRefundListCalls(calls, { db, loadShop });
  addSavedViewCalls(calls, { db });
  addOrderBulkCalls(calls, { db, loadShop });
  addBulkCalls(calls, { db });
  addCancellationCalls(calls, { previews, db, orders, refunds });
  addGivenUpCalls(calls, { db, hasWebhook: config.operatorWebhook !== undefined });
  addInboxCalls(calls, {
    db,
    shop,
    matters: (tx, now) => openMatters(tx, now, orders.gateways.forNewPayments.name),
    refundRequests,
    buyers: buyersOf,
  });

  let openApi: string | undefined;
  app.get('/office/api/openapi.json', async (_request, response) => {
    openApi ??= JSON.stringify(officeOpenApiDocument(calls.contracts));
    return response
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(openApi);
  });
  return calls;
}

/**
 * If the office has its own host, refuses its addresses on the shop's host, so that a flaw in a shop page cannot be
 * used against the office.
 */
function keepToHost(app: FastifyInstance, host: string): void {
  app.addHook('onRequest', async (request, response) => {
    if (!isOfOffice(request) || request.host === host) return;
    sendRefusal(response, notFound, ENGLISH);
    return response;
  });
}

const isOfOffice = ({ url }: FastifyRequest): boolean => /^\/office(\/|\?|$)/.test(url);
