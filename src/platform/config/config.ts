import path from 'node:path';
import { chooseDataFolder, engineFolderOf, makeDataFolder } from '#platform/db/data-folder.ts';
import { findEngineAccount } from '#platform/db/engine-account.ts';
import type { Limits } from '#platform/http/limits.ts';
import { isLoopbackName } from '#platform/http/loopback.ts';
import { defaultOverload, type OverloadSettings } from '#platform/http/overload.ts';
import { type ChallengeSettings, readChallenge } from './challenge-settings.ts';
import { EnvironmentReader } from './environment-reader.ts';
import { keyFrom, readOrCreateKey, weaknessOf } from './secret-key.ts';
import { withTls } from './smtp-tls.ts';

type ShopEnv = (typeof SHOP_ENVS)[number];

type Role = (typeof ROLES)[number];

export type LogLevel = (typeof LOG_LEVELS)[number];

type SandboxFlow = (typeof SANDBOX_FLOWS)[number];

type PaymentGatewayName = (typeof PAYMENT_GATEWAYS)[number];

/** The checked environment variables, which `docs/operations.md` lists. */
export interface Config {
  shopEnv: ShopEnv;
  /** 0 lets the system choose a free port. */
  port: number;
  host: string;
  /** The public origin of the shop, without a trailing slash. Links in mails are built only from it. */
  shopUrl: string;
  /** True if SHOP_URL is not set; then the address uses the actual port. */
  shopUrlIsDefault: boolean;
  /** The office's origin if it differs from the shop's. */
  officeUrl: string | undefined;
  /** An absolute path. It may not exist if nothing is stored there (both DATABASE_URL and SECRET_KEY are set). */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Whether a connection pooler supports prepared statements. */
  keepsPrepared: boolean;
  /** The token with which other machines may read /metrics. */
  metricsToken: string | undefined;
  /** When this machine's copies of pictures exceed this size, the oldest are deleted. */
  imageCacheBytes: number;
  postgresBin: string | undefined;
  engineUser: string | undefined;
  /** Absolute path of the shop folder to load into an empty database; by default none in production. */
  shopFolder: string | undefined;
  /** Whether loading the demo shop for the first time also creates its customer's orders. */
  demoOrders: boolean;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** The address that is called when something needs a person, and the secret that signs these calls. */
  operatorWebhook: { readonly url: string; readonly secret: string } | undefined;
  /** 32 bytes. All keys for signing and sealing derive from it. */
  secretKey: Buffer;
  /** Newest first. Everything signed or sealed under these keys is still valid. */
  olderSecretKeys: readonly Buffer[];
  /** The first takes new payments; the others only handle payments that they took earlier. */
  paymentGateways: readonly [PaymentGatewayName, ...PaymentGatewayName[]];
  /** The variables of all gateways, such as `STRIPE_SECRET_KEY`. */
  gatewayVariables: Readonly<Record<string, string>>;
  sandboxFlow: SandboxFlow;
  sandboxModes: {
    /** Whether the sandbox can close open payments. */
    readonly closes: boolean;
    /** The shortest time for which the sandbox keeps a payment open. */
    readonly sessionMinutes: number;
    readonly refunds: (typeof SANDBOX_REFUNDS)[number];
  };
  role: Role;
  timeMachine: boolean;
  logLevel: LogLevel;
  /** Addresses and networks whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: string[];
  limits: Limits;
  /** Whether a cart item is on disk before the buyer gets the answer. Everything else always is. */
  holdsAreSynced: boolean;
  overload: OverloadSettings;
  /** What clients must solve before they get a place in a waiting room or begin a cart. */
  challenge: ChallengeSettings | null;
  /** Messages to print for the operator at the start. */
  notes: string[];
}

export const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../../..');

const SHOP_ENVS = ['development', 'test', 'production'] as const;

const ROLES = ['all', 'web', 'worker'] as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const SANDBOX_FLOWS = ['redirect', 'submit'] as const;

const SANDBOX_REFUNDS = ['done', 'pending'] as const;

const PAYMENT_GATEWAYS = ['sandbox', 'stripe', 'mollie', 'monri'] as const;

/**
 * Reads and checks all variables, and throws a `StartProblem` that names every mistake. Creates the data folder and its
 * key file if they are needed, unless `createsMissing` is false. An empty variable counts as absent.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  projectFolder: string = PROJECT_FOLDER,
  { createsMissing = true }: { createsMissing?: boolean } = {},
): Config {
  const reader = new EnvironmentReader(env, projectFolder);
  const shopEnv = reader.oneOf('SHOP_ENV', SHOP_ENVS, 'development');
  const isProduction = shopEnv === 'production';
  const required = (name: string) => {
    if (isProduction && reader.text(name) === undefined) reader.refuse(name, 'is required in production');
  };
  required('SHOP_URL');
  required('SMTP_URL');
  required('SECRET_KEY');

  const port = reader.port();
  const databaseUrl = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const shopUrl = reader.origin('SHOP_URL');
  if (shopUrl && !isLoopbackName(new URL(shopUrl).host) && reader.text('SHOP_ENV') === undefined) {
    reader.refuse(
      'SHOP_ENV',
      `must be set for a shop that other machines can reach at ${shopUrl}: "production" for real sales, or "development" for a trial with a demo login and payments without money`,
    );
  }
  const smtpUrl = reader.url('SMTP_URL', ['smtp:', 'smtps:']);
  const smtp = smtpUrl && isProduction ? withTls(smtpUrl) : { url: smtpUrl, notes: [] };
  const config: Omit<Config, 'dataDir' | 'secretKey' | 'olderSecretKeys' | 'notes'> = {
    shopEnv,
    port,
    host: reader.text('HOST') ?? '127.0.0.1',
    shopUrl: shopUrl ?? `http://localhost:${port}`,
    shopUrlIsDefault: shopUrl === undefined,
    officeUrl: reader.origin('OFFICE_URL'),
    databaseUrl,
    keepsPrepared: reader.flag('DATABASE_PREPARED'),
    metricsToken: readToken(reader, 'METRICS_TOKEN'),
    imageCacheBytes: reader.wholeNumber('IMAGE_CACHE_MB', 10, 1_000) * 1_000_000,
    postgresBin: reader.folder('POSTGRES_BIN'),
    engineUser: reader.text('ENGINE_USER'),
    shopFolder: reader.folder('SHOP_FOLDER') ?? (isProduction ? undefined : path.join(projectFolder, 'demo')),
    demoOrders: reader.text('DEMO_ORDERS') === undefined ? shopEnv === 'development' : reader.flag('DEMO_ORDERS'),
    smtpUrl: smtp.url,
    mailFrom: reader.mailAddress('MAIL_FROM'),
    operatorWebhook: readWebhook(reader, shopEnv),
    paymentGateways: readGateways(reader),
    gatewayVariables: reader.startingWith(PAYMENT_GATEWAYS.map((name) => `${name.toUpperCase()}_`)),
    sandboxFlow: reader.oneOf('SANDBOX_FLOW', SANDBOX_FLOWS, 'redirect'),
    sandboxModes: {
      closes: reader.oneOf('SANDBOX_CLOSE', ['1', '0'], '1') === '1',
      sessionMinutes: reader.wholeNumber('SANDBOX_SESSION_MINUTES', 0, 0),
      refunds: reader.oneOf('SANDBOX_REFUNDS', SANDBOX_REFUNDS, 'done'),
    },
    role: reader.oneOf('ROLE', ROLES, 'all'),
    timeMachine: reader.flag('TIME_MACHINE'),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    trustedProxies: reader.networks('TRUSTED_PROXIES'),
    limits: reader.limits('LIMITS'),
    holdsAreSynced: reader.oneOf('HOLDS_SYNCHRONOUS_COMMIT', ['on', 'off'], 'on') === 'on',
    challenge: readChallenge(reader, isProduction),
    overload: {
      maxNew: reader.wholeNumber('MAX_NEW_REQUESTS', 1, defaultOverload.maxNew),
      busyAfterMs: reader.wholeNumber('BUSY_AFTER_MS', 10, defaultOverload.busyAfterMs),
      maxConnections: reader.wholeNumber('MAX_CONNECTIONS', 10, defaultOverload.maxConnections),
    },
  };
  if (isProduction && !reader.text('PAYMENT_GATEWAYS') && !reader.text('PAYMENT_GATEWAY')) {
    reader.refuse(
      'PAYMENT_GATEWAYS',
      'is required in production; the sandbox takes no real money, so it is only used when it is named ("sandbox")',
    );
  }
  if (isProduction && config.demoOrders) reader.refuse('DEMO_ORDERS', 'must not be set in production');
  if (isProduction && config.timeMachine) reader.refuse('TIME_MACHINE', 'must not be set in production');
  if (port === 0 && !shopUrl && config.role !== 'all') {
    reader.refuse('SHOP_URL', 'is required with PORT=0 unless ROLE is "all": no other process can know the address');
  }
  const keyText = reader.text('SECRET_KEY');
  const weakness = keyText && weaknessOf(keyText);
  if (weakness) reader.refuse('SECRET_KEY', weakness);
  const olderSecretKeys = reader.keys('SECRET_KEYS_OLDER');

  const data = reader.attempt(() =>
    chooseDataFolder({
      wanted: reader.text('DATA_DIR'),
      projectFolder,
      forEngine: !databaseUrl,
      account: config.engineUser,
    }),
  );
  reader.throwMistakes();
  const dataDir = data!.folder;
  if (createsMissing && (!databaseUrl || !keyText)) {
    makeDataFolder(dataDir, databaseUrl ? undefined : findEngineAccount(engineFolderOf(dataDir), config.engineUser));
  }
  return {
    ...config,
    dataDir,
    secretKey: keyText ? keyFrom(keyText) : readOrCreateKey(dataDir, createsMissing),
    olderSecretKeys,
    notes: [...data!.notes, ...exposureWarnings(config), ...smtp.notes],
  };
}

/** Repeats neither value in its messages, because webhook addresses often contain a secret. */
function readWebhook(reader: EnvironmentReader, shopEnv: ShopEnv): Config['operatorWebhook'] {
  const url = reader.url('OPERATOR_WEBHOOK_URL', shopEnv === 'development' ? ['https:', 'http:'] : ['https:']);
  const secret = reader.text('OPERATOR_WEBHOOK_SECRET');
  const weakness = secret && weaknessOf(secret);
  if (weakness) return reader.refuse('OPERATOR_WEBHOOK_SECRET', weakness);
  if (url && !secret) return reader.refuse('OPERATOR_WEBHOOK_SECRET', 'is required with OPERATOR_WEBHOOK_URL');
  if (secret && !reader.text('OPERATOR_WEBHOOK_URL')) {
    return reader.refuse('OPERATOR_WEBHOOK_URL', 'is required with OPERATOR_WEBHOOK_SECRET');
  }
  return url && secret ? { url, secret } : undefined;
}

function readToken(reader: EnvironmentReader, name: string): string | undefined {
  const token = reader.text(name);
  const weakness = token && (/\s/.test(token) ? 'must not contain spaces' : weaknessOf(token));
  return weakness ? reader.refuse(name, weakness) : token;
}

/** PAYMENT_GATEWAY is the older variable, which names only one gateway. */
function readGateways(reader: EnvironmentReader): readonly [PaymentGatewayName, ...PaymentGatewayName[]] {
  const list = reader.text('PAYMENT_GATEWAYS');
  if (list === undefined) return [reader.oneOf('PAYMENT_GATEWAY', PAYMENT_GATEWAYS, 'sandbox')];
  if (reader.text('PAYMENT_GATEWAY') !== undefined) {
    reader.refuse('PAYMENT_GATEWAY', 'and PAYMENT_GATEWAYS are both set; keep PAYMENT_GATEWAYS');
  }
  const names = list.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!isGatewayName(name)) {
      reader.refuse(
        'PAYMENT_GATEWAYS',
        `contains "${name}"; allowed are ${PAYMENT_GATEWAYS.join(', ')}, separated by commas`,
      );
    }
  }
  if (new Set(names).size < names.length) reader.refuse('PAYMENT_GATEWAYS', 'lists a gateway twice');
  const [first = 'sandbox', ...others] = names.filter(isGatewayName);
  return [first, ...others];
}

const isGatewayName = (name: string): name is PaymentGatewayName =>
  (PAYMENT_GATEWAYS as readonly string[]).includes(name);

/** Warns about a non-production shop that other machines can reach. The /dev pages stay closed to them. */
function exposureWarnings({ shopEnv, role, host }: Pick<Config, 'shopEnv' | 'role' | 'host'>): string[] {
  if (shopEnv === 'production' || role === 'worker' || isLoopbackName(host)) return [];
  return [
    `WARNING: this shop is not in production mode but listens on ${host}: anyone who can reach it can use the demo login and order without paying. Set SHOP_ENV=production, or keep HOST at 127.0.0.1.`,
  ];
}
