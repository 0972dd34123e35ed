import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import type { Config } from '#platform/config/config.ts';
import { boundJson } from '#platform/http/json-bounds.ts';
import { defaultSocketLimits, watchSockets } from '#platform/http/sockets.ts';
import { createTokenBuckets } from '#platform/http/token-buckets.ts';
import { watchForUnnamedProxy } from '#platform/http/unnamed-proxy.ts';
import { trustedAddresses, visitorNetworks } from '#platform/http/visitor-network.ts';
import type { Log } from '#platform/log/log.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { closeDevPagesToOthers } from './dev-pages.ts';
import { addErrorHandling } from './http-errors.ts';
import { addSecurityHeaders, type SecurityOptions, securityHeaders } from './pages/security-headers.ts';
import { countRequests } from './request-figures.ts';
import { refuseWithoutHost, unreadableRequests } from './unreadable-requests.ts';

const BODY_LIMIT = 100_000;
/** Milliseconds in which a request must arrive; its headers have less time. Late requests are soon detected. */
const REQUEST_MS = 20_000;
const SLOW_SENDERS = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

/** Opens the HTTP server with its limits and headers, but without pages yet. */
export function openHttp({
  config,
  log,
  catalogue,
  security,
}: {
  config: Config;
  log: Log;
  catalogue: CatalogueCache;
  security: SecurityOptions;
}) {
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
    // A stopping shop still answers one last request on each open connection.
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
  app.addHook('onRequest', async ({ raw, headers }) => proxies.check(raw.socket.remoteAddress ?? '', headers));
  const requestFigures = countRequests(app);
  addErrorHandling(app, catalogue.language, async () => lookOfShop((await catalogue.recent()).shop.public));
  boundJson(app);
  watchSockets(app, { ...defaultSocketLimits, maxOpen: config.overload.maxConnections }, networkOfVisitor);
  addSecurityHeaders(app, security);
  refuseWithoutHost(app, catalogue.language);
  closeDevPagesToOthers(app);

  const networkWaitSeconds = (ip: string, now: Date) => {
    const network = networkOfVisitor(ip);
    const taken = network === null ? null : changes.take(network, now);
    return taken?.allowed === false ? taken.retryAfterSeconds : null;
  };
  return {
    app,
    /** Counts a change for a network. Returns the seconds to wait if it has made too many, otherwise null. */
    networkWaitSeconds,
    requestFigures,
    problems: () => (proxies.seen === null ? [] : ['unnamed_proxy']),
  };
}
