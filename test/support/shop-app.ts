import { createServer } from 'node:net';
import path from 'node:path';
import { type CatalogueCache, startCatalogueCache } from '#apps/server/catalogue-cache.ts';
import { makeDemoCustomer } from '#apps/server/demo-customer.ts';
import type { LoadApplication } from '#apps/server/pages/application.ts';
import { createShopServer, type ShopServer, type ShopServerOptions } from '#apps/server/shop-server.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { sandboxOnly } from '#features/payments/server/open-gateways.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { type Clock, startClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { defaultOverload } from '#platform/http/overload.ts';
import { openLog } from '#platform/log/log.ts';
import { listMails } from '#platform/mail/outbox-store.ts';
import { givenDatabase, givenRestoredDatabase, type TestDatabase } from './database.ts';
import { compose } from './mail-body.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the contract promises and fail if it is missing.
  body: any;
  headers: Headers;
}

export interface ShopApp {
  url: string;
  config: Config;
  db: Db;
  /** The database, which a second process may use too. */
  database: TestDatabase;
  clock: Clock;
  server: ShopServer;
  catalogue: CatalogueCache;
  gateways: Gateways;
  /** Calls `POST /api/<name>`. */
  call(name: string, body: object): Promise<Answer>;
  /** Requests any other address, without following redirects. */
  fetch(pathname: string, init?: RequestInit): Promise<Response>;
  /** Moves the shop's clock and does everything due by then. */
  travel(milliseconds: number): Promise<void>;
  /** Does everything that is due now. */
  settle(): Promise<void>;
  login(): Promise<string>;
  /** Returns the mails so far, oldest first. */
  mails(): Promise<{ kind: string; recipient: string; subject: string; body_text: string | null }[]>;
  /** Stops everything and removes the database, unless it is kept for copies. */
  close(options?: { keepDatabase?: boolean }): Promise<void>;
}

export interface ShopAppOptions {
  /** The time at which the shop starts. The default is far from midnight and month ends. */
  now?: Date;
  /** The shop folder; if absent, the demo's. */
  folder?: string;
  /** A database that already has the shop in it, from `givenCopyOf`, or one without it if `fill` is set. */
  database?: TestDatabase;
  fill?: boolean;
  /** Puts something between the shop and its database, such as pauses. */
  around?: (db: Db) => Db;
  /** Serves the pages too. If absent, there is only the API. */
  loadApplication?: LoadApplication;
  /** Receives the log's lines. If absent, they go to standard output. */
  writeLog?: (line: string) => void;
  /** How long scanners get the same list of revoked tickets, in milliseconds. If absent, each request reads it. */
  revokedListKeptMs?: number;
  /** Admits calls to a busy shop. If absent, all calls are admitted. */
  admission?: ShopServerOptions['admission'];
  /** Wraps the sandbox in a gateway that fails. */
  standIn?: (sandbox: PaymentGateway) => PaymentGateway;
  /** Replaces the sandbox as the only gateway. */
  gateways?: (sandbox: PaymentGateway) => Gateways;
}

const DEMO = path.resolve('demo');
/** In tests, one account buys as much as many customers. */
const ONE_BUYS_ALL = limitsWith({
  'cart-add-account': { attempts: 1_000_000, minutes: 15 },
  'unpaid-orders': 0,
  'unpaid-items': 1_000_000,
  'unpaid-transfer-share': 0,
  'held-items-account': 0,
});

/** Opens the demo shop's whole server (no pages) on its own database, with a clock that moves only by `travel`. */
export async function givenShopApp(
  changes: Partial<Config> = {},
  {
    now: start = new Date('2026-11-20T10:00:00Z'),
    folder = DEMO,
    database: given,
    fill = false,
    admission,
    standIn,
    gateways: wanted,
    around = (db) => db,
    loadApplication,
    writeLog,
    revokedListKeptMs = 0,
  }: ShopAppOptions = {},
): Promise<ShopApp> {
  const database = given ?? (await givenShop(folder, start));
  const db = around(database.db);
  const realClock = await startClock(db);
  let now = start.getTime();
  const clock: Clock = {
    now: () => new Date(now),
    leadMs: () => 0,
    travelTo: async (moment) => {
      if (moment) now = moment.getTime();
    },
    stop: () => realClock.stop(),
  };
  if (fill) await fillShop(db, folder, start);
  const port = await freePort();
  const config: Config = {
    shopEnv: 'test',
    port,
    host: '127.0.0.1',
    shopUrl: `http://127.0.0.1:${port}`,
    shopUrlIsDefault: true,
    officeUrl: undefined,
    dataDir: '/nowhere',
    databaseUrl: undefined,
    keepsPrepared: false,
    metricsToken: undefined,
    imageCacheBytes: 1e9,
    postgresBin: undefined,
    engineUser: undefined,
    shopFolder: undefined,
    demoOrders: false,
    smtpUrl: undefined,
    mailFrom: undefined,
    operatorWebhook: undefined,
    secretKey: Buffer.alloc(32, 7),
    olderSecretKeys: [],
    paymentGateways: ['sandbox'],
    gatewayVariables: {},
    sandboxFlow: 'redirect',
    sandboxModes: { closes: true, sessionMinutes: 0, refunds: 'done' },
    role: 'all',
    timeMachine: true,
    logLevel: (process.env.LOG_LEVEL ?? 'silent') as Config['logLevel'],
    trustedProxies: [],
    limits: ONE_BUYS_ALL,
    holdsAreSynced: true,
    overload: defaultOverload,
    challenge: null,
    notes: [],
    ...changes,
  };
  const catalogue = await startCatalogueCache(db, clock, () => {});
  const sandbox = sandboxOnly(config, db, standIn);
  const gateways = wanted ? wanted(sandbox.forNewPayments) : sandbox;
  const server = await createShopServer({
    config,
    db,
    clock,
    log: openLog({ level: config.logLevel, ...(writeLog && { write: writeLog }) }),
    catalogue,
    revokedListKeptMs,
    ...(admission && { admission }),
    ...(loadApplication && { loadApplication }),
    gateways,
  });
  await server.app.listen({ port, host: config.host });
  const url = config.shopUrl;

  const app: ShopApp = {
    url,
    config,
    db,
    database,
    clock,
    server,
    gateways,
    catalogue,
    async call(name, body) {
      const response = await fetch(`${url}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    fetch: (pathname, init) => fetch(url + pathname, { redirect: 'manual', ...init }),
    async travel(milliseconds) {
      now += milliseconds;
      await server.runAllDue();
    },
    settle: () => server.runAllDue(),
    async login() {
      const { body } = await app.call('login', { email: 'mila@example.org', password: 'dunes-at-dusk' });
      return body.remember_token as string;
    },
    async mails() {
      const mails = await listMails(db, 10_000);
      return mails.reverse().map(({ kind, recipient, subject, draft, text }) => ({
        kind,
        recipient,
        subject,
        // Most tests read only a few of the texts.
        get body_text() {
          return draft ? compose(draft).text : text;
        },
      }));
    },
    async close({ keepDatabase = false } = {}) {
      await server.close();
      catalogue.stop();
      clock.stop();
      await (keepDatabase ? db.end() : database.drop());
    },
  };
  return app;
}

/**
 * The demo's shop is imported once, and then copied or restored. Any other folder is imported each time, because it may
 * have changed.
 */
async function givenShop(folder: string, now: Date): Promise<TestDatabase> {
  const fill = ({ db }: TestDatabase) => fillShop(db, folder, now);
  if (folder === DEMO) return await givenRestoredDatabase(`demo shop at ${now.toISOString()}`, fill);
  const database = await givenDatabase();
  await fill(database);
  return database;
}

async function fillShop(db: Db, folder: string, now: Date): Promise<void> {
  const imported = await importShopFolder({ db, folder, imagesFolder: null, now });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  await makeDemoCustomer(db, now);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
