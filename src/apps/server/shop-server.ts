import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { addCalendarPages } from '#features/calendar/server/public.ts';
import { createAuthenticate } from '#features/customers/server/public.ts';
import { addInvoicePages } from '#features/invoices/server/public.ts';
import { lockOpenOrders, moveMailAddress } from '#features/orders/server/public.ts';
import { addPaymentPages, type GatewayInbox, type Gateways, sandboxKeyOf } from '#features/payments/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { addTicketPages, renderTicketAttachment } from '#features/tickets/server/public.ts';
import { userData } from '#features/user-data/contract.ts';
import {
  addChallengePage,
  addWaitingPages,
  placesLimit,
  type Rooms,
  type WaitingLook,
} from '#features/waiting-room/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { type Config, PROJECT_FOLDER } from '#platform/config/config.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { openShopFiles } from '#platform/files/shop-files.ts';
import { type Admission, everybodyAdmitted } from '#platform/http/admission.ts';
import { type CallRegistry, createCallRegistry } from '#platform/http/calls.ts';
import { keyedLimits } from '#platform/http/limits.ts';
import type { Log } from '#platform/log/log.ts';
import { drawCodePicture } from '#platform/mail/draw-code-picture.ts';
import { mailLooks } from '#platform/mail/mail-look.ts';
import { type MailTransport, mailboxTransport } from '#platform/mail/mail-transport.ts';
import { addMailbox } from '#platform/mail/mailbox.ts';
import type { AttachmentRequest } from '#platform/mail/outbox-store.ts';
import { smtpTransport } from '#platform/mail/smtp-transport.ts';
import { createCounter } from '#platform/metrics/counter.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { createWorker, type Worker } from '#platform/work/due-work.ts';
import { countryHintsOf, createBundles } from './bundle.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { addDevClock, addDevOffice } from './dev-pages.ts';
import { shopInbox } from './gateway-messages.ts';
import { addHealth } from './health.ts';
import { shopVersion } from './health-parts.ts';
import { addMetrics } from './metrics.ts';
import { addOffice } from './office.ts';
import { openApiDocument } from './openapi.ts';
import { orderParts } from './order-parts.ts';
import type { Application, LoadApplication } from './pages/application.ts';
import { drawAsCustomer } from './pages/draw-as-customer.ts';
import { addOfficeFiles } from './pages/office-files.ts';
import { addPages } from './pages/pages.ts';
import { contentSecurityPolicy, type InlineSources } from './pages/security-headers.ts';
import { addShopCalls } from './shop-calls.ts';
import { openHttp } from './shop-http.ts';
import { originOf } from './shop-origin.ts';
import { shopWork } from './shop-work.ts';
import { staffSetup } from './staff-setup.ts';
import { createVisitorBundles } from './visitor-bundles.ts';
import { openWaitingRooms, waitingLook } from './waiting-rooms.ts';
import { workOfCall } from './work-of-call.ts';

export interface ShopServerOptions {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  catalogue: CatalogueCache;
  /** Loads the application whose pages are served. Without it there is only the API. */
  loadApplication?: LoadApplication;
  /** Admits calls when the shop is busy. Without it, all calls are admitted. */
  admission?: Pick<Admission, 'enter' | 'enterInTurn'> & Partial<Pick<Admission, 'isStrained'>>;
  gateways: Gateways;
  /** How long scanners get the same list of revoked tickets, in milliseconds; two seconds by default. */
  revokedListKeptMs?: number;
}

export interface ShopServer {
  app: FastifyInstance;
  inbox: GatewayInbox;
  /** Does everything that is due now, and all work that results from it. */
  runAllDue(): Promise<void>;
  worker: Worker;
  calls: CallRegistry;
  officeCalls: OfficeCallRegistry;
  rooms: Rooms;
  close(): Promise<void>;
}

/** Creates the shop's server: connects the features, and adds the calls, the pages and the due work. */
export async function createShopServer(options: ShopServerOptions): Promise<ShopServer> {
  const { config, db, clock, log, catalogue, gateways } = options;
  const admission: NonNullable<ShopServerOptions['admission']> = options.admission ?? everybodyAdmitted;
  const orders = orderParts({ config, db, gateways });
  const { settle, mailSealer: sealer, bankSealer } = orders;
  const filesFrom = (source: Queryable) =>
    openShopFiles({
      db: source,
      dataDir: config.dataDir,
      maxBytes: config.imageCacheBytes,
      onError: (error) => log.warn({ error }, 'a picture could not be kept on this machine'),
    });
  const files = filesFrom(db);
  const security = {
    isHttps: config.shopUrl.startsWith('https:'),
    gatewayOrigins: gateways.all.flatMap(({ formOrigins }) => formOrigins),
  };
  const { app, networkWaitSeconds, requestFigures, problems } = openHttp({ config, log, catalogue, security });
  const shop = () => catalogue.shop();
  const transport: MailTransport = config.smtpUrl ? smtpTransport({ url: config.smtpUrl }) : mailboxTransport;

  const limits = keyedLimits(config.limits, derivedKey(config.secretKey, 'limits'));
  const waiting = await openWaitingRooms({
    config,
    limits,
    db,
    clock,
    catalogue,
    isStrained: () => admission.isStrained?.() ?? false,
    onError: (error) => log.warn({ error }, 'waiting rooms not read'),
  });
  const bundleJson = createBundles(db);
  const visitors = createVisitorBundles(catalogue, waiting.announcements);
  const calls = createCallRegistry(app, {
    db,
    clock,
    authenticate: createAuthenticate(db),
    bundle: async (customerId, { now, known, own, fresh }, acceptLanguage) =>
      bundleJson({
        customerId,
        catalogue: fresh ? catalogue.fresh() : catalogue.current(),
        known,
        own,
        countryHints: countryHintsOf(acceptLanguage),
        bankSealer,
        canSaveCard: gateways.forNewPayments.can.charge,
        waitingRooms: waiting.announcements().rooms,
        now,
      }),
    visitorsAnswer: (known, acceptLanguage) => visitors.answer(countryHintsOf(acceptLanguage), known),
    language: catalogue.language,
    originOf: (request) => originOf(request, config.shopUrl, config.shopUrlIsDefault),
    networkWaitSeconds,
    refuse: waiting.refuse,
    enter: (call, body) => admission.enterInTurn(workOfCall(call, body)),
  });
  const waitingPlaces = { waitingRoom: waiting.room, networks: placesLimit({ limits }) };
  const openOrders = { lock: lockOpenOrders, moveMails: moveMailAddress };
  const accounts = { db, loadShop: shop, shopUrl: config.shopUrl, sealer, openOrders };
  addShopCalls(calls, { config, db, log, gateways, orders, shop, limits, accounts, waiting, waitingPlaces });
  const inbox = shopInbox({ config, db, clock, log, gateways, orders, shop });
  const sandboxKey = gateways.named('sandbox') ? sandboxKeyOf(config) : null;
  addPaymentPages(
    app,
    { db, language: catalogue.language, gateways, inbox, clock, settle, loadShop: shop, limits },
    sandboxKey && { key: sandboxKey, hasDashboard: config.shopEnv !== 'production' },
  );
  addCalendarPages(app, { db, clock, loadShop: shop, shopUrl: config.shopUrl, limits });
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
  const waitingPages = {
    clock,
    isHttps: security.isHttps,
    look: async () => waitingLook((await visitors.forPages()).bundle.config, application?.client.stylesheets ?? []),
    policy: (sources: InlineSources, { fontStylesheet }: WaitingLook) =>
      contentSecurityPolicy(security, { fontStylesheet, trackingPixelId: null }, sources),
  };
  const { challenges, hasStock } = waiting;
  addWaitingPages(app, { ...waitingPlaces, ...waitingPages, challenges, hasStock });
  if (challenges) addChallengePage(app, { ...waitingPages, challenges, origin: () => config.shopUrl });
  const officeCalls = addOffice(app, {
    config,
    // Reads pictures on the office's own connections, so that its documents take none of the shop's.
    files: filesFrom(db.forOffice()),
    clock,
    staff,
    orders,
    language: catalogue.language,
    networkWaitSeconds,
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
  const work = shopWork({
    ...{ config, db, clock, log, gateways, orders, shop, inbox, sandboxKey, accounts, staff, files, transport },
    renderAttachment,
    onError,
  });
  const worker = createWorker({ clock, work, onError });
  const runAllDue = async () => {
    let received: number;
    // Due work can receive a message, which is processed concurrently, so this repeats until neither finds more.
    do {
      received = await inbox.idle();
      await worker.runAllDue();
    } while ((await inbox.idle()) !== received);
  };
  if (config.timeMachine && config.shopEnv !== 'production') addDevClock(app, clock, runAllDue);

  // The document is created on the first request, when all calls are registered.
  let openApi: string | undefined;
  app.get('/api/openapi.json', async (_request, response) => {
    openApi ??= JSON.stringify(openApiDocument(calls.contracts, userData));
    return response
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(openApi);
  });
  let isStopping = false;
  addHealth(app, db, problems, () => isStopping);
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
      // Cuts the mail server's connections soon, so that it cannot delay the stop if it stalls.
      const patience = setTimeout(() => transport.close(), 5_000);
      await worker.stop();
      await inbox.idle();
      clearTimeout(patience);
      await app.close();
      transport.close();
    },
  };
}
