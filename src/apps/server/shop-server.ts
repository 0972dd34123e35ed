import path from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { makeBooksWork } from '#features/books/server/public.ts';
import { bulkWork } from '#features/bulk/server/public.ts';
import { addCalendarPages } from '#features/calendar/server/public.ts';
import { refundCancelledOrders } from '#features/cancellations/server/public.ts';
import { addCartCalls, expireCarts, forgetExpiredCarts } from '#features/cart/server/public.ts';
import { addCatalogueCalls } from '#features/catalogue/server/public.ts';
import { addCheckoutCalls } from '#features/checkout/server/public.ts';
import { addCustomerCalls, authenticate, customersWork, rememberAddress } from '#features/customers/server/public.ts';
import { applyDispute, applyFraudWarning } from '#features/disputes/server/public.ts';
import { addInvoicePages } from '#features/invoices/server/public.ts';
import { sendWebhooks, tellOperator } from '#features/operator-notices/server/public.ts';
import { lockOpenOrders, moveMailAddress } from '#features/orders/server/public.ts';
import { mailCardLost, reviewInstalments } from '#features/payment-plans/server/public.ts';
import {
  addPaymentCalls,
  addPaymentPages,
  addSandboxDashboard,
  addSandboxPages,
  addTransferPages,
  applyMethodFact,
  deleteGatewayEvents,
  endUnpaidOrders,
  forgetSavedMethods,
  type GatewayInbox,
  type Gateways,
  gatewayInbox,
  queryAttempts,
  sandboxWork,
  sweepMessages,
} from '#features/payments/server/public.ts';
import { applyPayout, markPayoutsWithoutParts } from '#features/payouts/server/public.ts';
import { addPricingCalls } from '#features/pricing/server/public.ts';
import { addRefundCalls, returnStrayMoney, sendMovements, takeBackRequests } from '#features/refunds/server/public.ts';
import { retentionWork } from '#features/retention/server/public.ts';
import { loadShop, lookOfShop } from '#features/shop-config/server/public.ts';
import { type OfficeCallRegistry, staffWork } from '#features/staff/server/public.ts';
import { releaseExpiredHolds } from '#features/stock/server/public.ts';
import { addTermsCalls } from '#features/terms/server/public.ts';
import {
  addTicketCalls,
  addTicketPages,
  mailTicketsAgain,
  renderTicketAttachment,
} from '#features/tickets/server/public.ts';
import { getData, userData } from '#features/user-data/contract.ts';
import { addVoucherCalls } from '#features/vouchers/server/public.ts';
import {
  addWaitingPages,
  addWaitingRoomCalls,
  forgetRooms,
  placesLimit,
  type Rooms,
} from '#features/waiting-room/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { type Config, PROJECT_FOLDER } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { openShopFiles } from '#platform/files/shop-files.ts';
import { type Admission, everybodyAdmitted } from '#platform/http/admission.ts';
import { type CallRegistry, createCallRegistry, reply } from '#platform/http/calls.ts';
import { boundJson } from '#platform/http/json-bounds.ts';
import { keyedLimits } from '#platform/http/limits.ts';
import { forgetOldWindows } from '#platform/http/rate-limits.ts';
import { forgetOldRequests } from '#platform/http/request-results.ts';
import { defaultSocketLimits, watchSockets } from '#platform/http/sockets.ts';
import { createTokenBuckets } from '#platform/http/token-buckets.ts';
import { watchForUnnamedProxy } from '#platform/http/unnamed-proxy.ts';
import { trustedAddresses, visitorNetworks } from '#platform/http/visitor-network.ts';
import type { Log } from '#platform/log/log.ts';
import { drawCodePicture } from '#platform/mail/draw-code-picture.ts';
import { mailLooks } from '#platform/mail/mail-look.ts';
import { keptInMailbox, type MailTransport } from '#platform/mail/mail-transport.ts';
import { addMailbox } from '#platform/mail/mailbox.ts';
import { sendWaitingMails } from '#platform/mail/outbox.ts';
import type { AttachmentRequest } from '#platform/mail/outbox-store.ts';
import { smtpTransport } from '#platform/mail/smtp-transport.ts';
import { createCounter } from '#platform/metrics/counter.ts';
import { createWorker, type DueWork, type Worker } from '#platform/work/due-work.ts';
import { bundleJson, countryHintsOf } from './bundle.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { derivedKey } from './derived-key.ts';
import { addDevClock, addDevOffice, closeDevPagesToOthers } from './dev-pages.ts';
import { addHealth } from './health.ts';
import { shopVersion } from './health-parts.ts';
import { addErrorHandling } from './http-errors.ts';
import { addMetrics } from './metrics.ts';
import { addOffice } from './office.ts';
import { sandboxKeyOf } from './open-gateways.ts';
import { openMattersNow } from './open-matters.ts';
import { openApiDocument } from './openapi.ts';
import { orderParts } from './order-parts.ts';
import { orderView } from './order-views/order-views.ts';
import type { Application, LoadApplication } from './pages/application.ts';
import { drawAsCustomer } from './pages/draw-as-customer.ts';
import { addOfficeFiles } from './pages/office-files.ts';
import { addPages } from './pages/pages.ts';
import { addSecurityHeaders, contentSecurityPolicy, securityHeaders } from './pages/security-headers.ts';
import { addPortalCalls } from './portal/portal-calls.ts';
import { recipientHash } from './recipient-hash.ts';
import { refundFacts } from './refund-facts.ts';
import { countRequests } from './request-figures.ts';
import { originOf } from './shop-origin.ts';
import { officeUrlOf, staffSetup } from './staff-setup.ts';
import { refuseWithoutHost, unreadableRequests } from './unreadable-requests.ts';
import { createVisitorBundles } from './visitor-bundles.ts';
import { openWaitingRooms, waitingLook } from './waiting-rooms.ts';
import { workOfCall } from './work-of-call.ts';

export interface ShopServerOptions {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  catalogue: CatalogueCache;
  /** Serves this application's pages; without it only the API. */
  loadApplication?: LoadApplication;
  /** Admits calls when the shop is busy; without it all calls are admitted. */
  admission?: Pick<Admission, 'enter' | 'enterInTurn'> & Partial<Pick<Admission, 'isStrained'>>;
  gateways: Gateways;
  /** How long scanners get the same list of revoked tickets, in milliseconds; by default two seconds. */
  revokedListKeptMs?: number;
}

export interface ShopServer {
  app: FastifyInstance;
  inbox: GatewayInbox;
  /** Does everything that is due now, and what follows from it. */
  runAllDue(): Promise<void>;
  worker: Worker;
  calls: CallRegistry;
  officeCalls: OfficeCallRegistry;
  rooms: Rooms;
  close(): Promise<void>;
}

const BODY_LIMIT = 100_000;
/**
 * In milliseconds: the time for a whole request to arrive, with its headers in a part of it. Late requests are soon
 * detected.
 */
const REQUEST_MS = 20_000;
const SLOW_SENDERS = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

/** Creates the whole shop: connects the features, and adds the calls, the pages and the due work. */
export async function createShopServer(options: ShopServerOptions): Promise<ShopServer> {
  const { config, db, clock, log, catalogue, gateways } = options;
  const admission: NonNullable<ShopServerOptions['admission']> = options.admission ?? everybodyAdmitted;
  const orders = orderParts({ config, db, gateways });
  const { money, mailSealer: sealer, bankSealer } = orders;
  const files = openShopFiles({
    db,
    dataDir: config.dataDir,
    mostBytes: config.imageCacheBytes,
    onError: (error) => log.warn({ error }, 'a picture could not be kept on this machine'),
  });
  const security = {
    isHttps: config.shopUrl.startsWith('https:'),
    gatewayOrigins: gateways.all.flatMap(({ formOrigins }) => formOrigins),
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    http: { ...SLOW_SENDERS, requireHostHeader: false },
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 30_000,
    routerOptions: { maxParamLength: 400 },
    logController: new LogController({
      disableRequestLogging: config.shopEnv !== 'production' && config.logLevel !== 'debug',
    }),
    forceCloseConnections: 'idle',
    // A stopping shop still answers requests on open connections, one last each.
    return503OnClosing: false,
    ...unreadableRequests(securityHeaders(security), catalogue.language),
  });
  // Null for this machine and trusted proxies, because many visitors come through them.
  const networkOfVisitor = visitorNetworks(config.trustedProxies);
  const changes = createTokenBuckets(config.limits['changes-network']);
  const proxies = watchForUnnamedProxy(trustedAddresses(config.trustedProxies), (peer) =>
    log.warn(
      { peer },
      `WARNING: a proxy at ${peer} forwards visitors and is not in TRUSTED_PROXIES. They all appear to have its address, so limits may lock everyone out. Set TRUSTED_PROXIES=${peer}.`,
    ),
  );
  app.addHook('onRequest', async ({ raw, headers }) => proxies.look(raw.socket.remoteAddress ?? '', headers));
  const requestFigures = countRequests(app);
  addErrorHandling(app, catalogue.language, async () => lookOfShop((await catalogue.recent()).shop.public));
  boundJson(app);
  watchSockets(app, { ...defaultSocketLimits, most: config.overload.mostConnections }, networkOfVisitor);
  const shop = () => catalogue.shop();
  addSecurityHeaders(app, security);
  refuseWithoutHost(app, catalogue.language);
  closeDevPagesToOthers(app);
  const transport: MailTransport = config.smtpUrl ? smtpTransport({ url: config.smtpUrl }) : keptInMailbox;

  const waitOfNetwork = (ip: string, now: Date) => {
    const network = networkOfVisitor(ip);
    const taken = network === null ? null : changes.take(network, now);
    return taken?.allowed === false ? taken.retryAfterSeconds : null;
  };
  const visitors = createVisitorBundles(catalogue);
  const waiting = await openWaitingRooms({
    config,
    db,
    clock,
    catalogue,
    isStrained: () => admission.isStrained?.() ?? false,
    onError: (error) => log.warn({ error }, 'waiting rooms not read'),
  });
  const calls = createCallRegistry(app, {
    db,
    clock,
    authenticate: (token, now) => authenticate(db, token, now),
    bundle: async (customerId, { now, known, own, fresh }, acceptLanguage) =>
      bundleJson(db, {
        customerId,
        catalogue: fresh ? await catalogue.fresh() : await catalogue.current(),
        known,
        own,
        countryHints: countryHintsOf(acceptLanguage),
        bankSealer,
        canSaveCard: gateways.forNewPayments.can.charge,
        now,
      }),
    visitorsAnswer: (known, acceptLanguage) => visitors.answer(countryHintsOf(acceptLanguage), known),
    language: catalogue.language,
    originOf: (request) => originOf(request, config.shopUrl, config.shopUrlIsDefault),
    waitOfNetwork,
    refuse: waiting.refuse,
    enter: (call, body) => admission.enterInTurn(workOfCall(call, body)),
  });
  const onGatewayError = (error: unknown) => log.error({ error }, 'the gateway did not start or end a payment');
  calls.add(getData, async () => reply({}));
  addCatalogueCalls(calls, { db });
  const limits = keyedLimits(config.limits, derivedKey(config.secretKey, 'limits'));
  addCartCalls(calls, {
    db,
    loadShop: shop,
    limits,
    holdsAreSynced: config.holdsAreSynced,
    waitingRoom: waiting.room,
  });
  const waitingPlaces = { waitingRoom: waiting.room, networks: placesLimit({ limits }) };
  addWaitingRoomCalls(calls, { ...waitingPlaces, eventOf: waiting.eventOf });
  addPricingCalls(calls, { db, loadShop: shop });
  addVoucherCalls(calls, { db, limits });
  addTermsCalls(calls, { db, loadShop: shop, shopUrl: config.shopUrl, orderView });
  const openOrders = { lock: lockOpenOrders, moveMails: moveMailAddress };
  const accounts = { db, loadShop: shop, shopUrl: config.shopUrl, sealer, openOrders };
  addCustomerCalls(calls, { ...accounts, limits });
  addTicketCalls(calls, { db, loadShop: shop, shopUrl: config.shopUrl, limits, secretKey: config.secretKey });
  addCheckoutCalls(calls, {
    db,
    loadShop: shop,
    orderView,
    limits,
    rememberAddress: (customerId, country, address) => rememberAddress(db, customerId, country, address),
    attempts: orders.attempts,
    onGatewayError,
    placing: orders.placing,
    switching: (current) => ({ db, money, gateways, shop: current, shopUrl: config.shopUrl, onGatewayError }),
  });
  addPaymentCalls(calls, {
    loadShop: shop,
    orderView,
    pay: (current) => ({
      ...orders.attempts(current),
      money,
      maxAttempts: current.public.shopPaymentCreditCardMaxAttempts,
      cardPaymentsOn: current.public.shopPaymentCreditCard,
      onGatewayError,
    }),
  });
  addRefundCalls(calls, orders.refunds, limits);
  addPortalCalls(calls, { db, bankSealer, loadShop: shop });
  const currency = async () => (await shop()).public.currency;
  const disputes = { db, money, currency, takeBackRequests };
  const cardLost: Parameters<typeof applyMethodFact>[0]['cardLost'] = async (tx, order, card, now) =>
    mailCardLost(tx, { shop: await shop(), shopUrl: config.shopUrl }, { order, card }, now);
  const inbox = gatewayInbox(
    {
      db,
      money,
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
  addPaymentPages(app, { db, language: catalogue.language, gateways, inbox, clock, money });
  const sandboxKey = gateways.named('sandbox') && sandboxKeyOf(config);
  if (sandboxKey) {
    const sandbox = { db, clock, key: sandboxKey, currency: async () => (await shop()).public };
    addSandboxPages(app, sandbox);
    if (config.shopEnv !== 'production') addSandboxDashboard(app, sandbox);
  }
  addCalendarPages(app, { db, clock, loadShop: shop, shopUrl: config.shopUrl, limits });
  addTransferPages(app, { db, clock, loadShop: shop, limits });
  addInvoicePages(app, { db, clock, loadShop: shop, files, limits });
  addTicketPages(app, {
    db,
    clock,
    limits,
    loadShop: shop,
    secretKey: config.secretKey,
    olderSecretKeys: config.olderSecretKeys,
    files,
    revokedListKeptMs: options.revokedListKeptMs,
  });
  const ticketFiles = { db, loadShop: shop, secretKey: config.secretKey, files };
  const staff = staffSetup(config, { db, loadShop: () => loadShop(db.forOffice()), limits });
  let application: Application | null = null;
  addWaitingPages(app, {
    ...waitingPlaces,
    clock,
    isHttps: security.isHttps,
    hasStock: waiting.hasStock,
    look: async () => waitingLook((await visitors.forPages()).bundle.config, application?.client.stylesheets ?? []),
    policy: (sources, { fontStylesheet }) =>
      contentSecurityPolicy(security, { fontStylesheet, trackingPixelId: null }, sources),
  });
  const officeCalls = addOffice(app, {
    config,
    files,
    clock,
    staff,
    orders,
    language: catalogue.language,
    waitOfNetwork,
    drawAsCustomer: async (page, now) =>
      application && (await drawAsCustomer({ application, bundleForVisitors: visitors.forPages }, page, now)),
  });
  const renderAttachment = async ({ kind, code }: AttachmentRequest) =>
    kind === 'ticket' ? renderTicketAttachment(ticketFiles, code) : drawCodePicture({ draws: kind, text: code });
  if (config.shopEnv !== 'production') addDevOffice(app, clock);
  if (config.shopEnv !== 'production') {
    addMailbox(app, { db, sealer, looks: async () => mailLooks(await shop(), config.shopUrl), renderAttachment });
  }

  const workErrors = createCounter('foyer_work_errors_total', 'Failures of due work in this process.', 'work');
  const onError = (name: string, error: unknown) => {
    workErrors.add(name);
    log.error({ error, work: name }, 'due work failed');
  };
  const payments = {
    db,
    gateways,
    money,
    orderEnded: orders.orderEnded,
    onError: (error: unknown) => onError('payments', error),
  };
  const daily = (name: string, run: DueWork['run']): DueWork => ({ name, run, everyMs: 60_000 });
  const work: DueWork[] = [
    ...(sandboxKey ? sandboxWork(db, clock, sandboxKey) : []),
    inbox.work,
    sweepMessages({ db, gateways, inbox, onError: (error) => onError('gateway-sweeps', error) }),
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
    queryAttempts(payments),
    endUnpaidOrders(payments),
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
      charging: (current) => ({ ...orders.attempts(current), money }),
      onError: (error) => onError('instalments', error),
    }),
    forgetSavedMethods({ db, gateways, onError: (error) => onError('saved cards', error) }),
    expireCarts(db),
    forgetExpiredCarts(db),
    releaseExpiredHolds(db),
    tellOperator({
      db,
      matters: (now, most) => openMattersNow(db, now, gateways.forNewPayments.name, most),
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
    daily('payouts-without-parts', (now) => markPayoutsWithoutParts(db, now)),
    daily('forget-gateway-events', (now) => deleteGatewayEvents(db, new Date(now.getTime() - 90 * 86_400_000), 1_000)),
    forgetRooms(db),
    daily('forget-old-requests', (now) => forgetOldRequests(db, now)),
    daily('forget-old-windows', (now) => forgetOldWindows(db, now)),
  ];
  const worker = createWorker({ clock, work, onError });
  const runAllDue = async () => {
    let received: number;
    // Due work can receive a message, which is processed concurrently: repeat until neither finds more.
    do {
      received = await inbox.idle();
      await worker.runAllDue();
    } while ((await inbox.idle()) !== received);
  };
  if (config.timeMachine && config.shopEnv !== 'production') addDevClock(app, clock, runAllDue);

  // Created on the first request, when all calls are registered.
  let openApi: string | undefined;
  app.get('/api/openapi.json', async (_request, response) => {
    openApi ??= JSON.stringify(openApiDocument(calls.contracts, userData));
    return response
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(openApi);
  });
  let isStopping = false;
  addHealth(
    app,
    db,
    () => (proxies.seen === null ? [] : ['unnamed_proxy']),
    () => isStopping,
  );
  addMetrics(app, {
    db,
    clock,
    gateways: gateways.all.map(({ name }) => name),
    token: config.metricsToken,
    version: shopVersion(),
    figures: () => [...requestFigures(), workErrors.metric()],
  });
  if (options.loadApplication) {
    application = await options.loadApplication(app);
    await addOfficeFiles(app, { officeDir: path.join(PROJECT_FOLDER, 'dist/office'), shopUrl: config.shopUrl });
    await addPages(app, {
      bundleForVisitors: visitors.forPages,
      language: catalogue.language,
      now: () => clock.now(),
      origin: () => config.shopUrl,
      application,
      files,
      security,
      admission,
    });
  }

  return {
    app,
    inbox,
    runAllDue,
    worker,
    calls,
    officeCalls,
    rooms: waiting.room.rooms,
    async close() {
      isStopping = true;
      await waiting.room.rooms.stop();
      // A stalled mail server must not delay the stop: its connections are soon cut.
      const patience = setTimeout(() => transport.close(), 5_000);
      await worker.stop();
      await inbox.idle();
      clearTimeout(patience);
      await app.close();
      transport.close();
    },
  };
}
