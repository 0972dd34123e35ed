import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { redirectOf } from '#features/shop-config/domain/redirects.ts';
import { notPages } from '#features/shop-config/domain/reserved-paths.ts';
import { matchRoute, type RouteMatch, routes } from '#features/shop-config/domain/routes.ts';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import type { Language } from '#kernel/language.ts';
import type { ShopFiles } from '#platform/files/shop-files.ts';
import type { Admission } from '#platform/http/admission.ts';
import { sendBusyPage } from '#platform/http/busy-answer.ts';
import { type EncodedText, encodedText, sendEncoded } from '#platform/http/encoded-text.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { Application } from './application.ts';
import { htmlDocument } from './document.ts';
import { embeddedBundle, type PageBundle } from './embedded-bundle.ts';
import { sendFailedPage } from './failed-page.ts';
import { filtersOfAddress } from './filters-of-address.ts';
import { addLinkPreviews } from './link-preview-routes.ts';
import { createPageCache } from './page-cache.ts';
import { pageHeadOf } from './page-head.ts';
import { redirectFactsOf } from './redirect-facts.ts';
import { robotsTxt, sitemapXml } from './robots.ts';
import { contentSecurityPolicy, type SecurityOptions } from './security-headers.ts';
import { SITE_ICON } from './site-icon.ts';
import { addImages } from './static-files.ts';
import { addTheme, themeFileOf, usedFonts } from './theme.ts';
import { addTrackingFrame } from './tracking-frame.ts';

export interface PageParts {
  /**
   * Returns everything the shop shows to an anonymous visitor; the implementation caches it. `version` changes with any
   * part, `changedAt` only with the operator's content, not with stock.
   */
  bundleForVisitors(): Promise<{ bundle: PageBundle; version: string; changedAt: Date }>;
  language(): Language;
  now(): Date;
  /** Returns the shop's origin without a trailing slash. It is a function, because the port may be chosen late. */
  origin(): string;
  application: Application;
  /** Null if another server serves `/images/`. */
  files: ShopFiles | null;
  security: SecurityOptions;
  admission: Pick<Admission, 'enter' | 'enterInTurn'>;
}

/**
 * Any cache may store a page. Browsers revalidate it each time. A shared cache serves it for a second, and for another
 * half minute while it revalidates; a page that stays open is just as old. Actions on a page read the newest stock
 * first, and pages never contain personal data.
 */
const FRESH = 'public, max-age=0, s-maxage=1, stale-while-revalidate=30';

interface CachedPage {
  text: EncodedText;
  policy: string;
}

/** Registers the pages of the customers' application, pictures, link previews, `/robots.txt` and `/sitemap.xml`. */
export async function addPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  if (parts.files) await addImages(app, parts.files);
  addLinkPreviews(app, { ...parts, bundle: async () => (await parts.bundleForVisitors()).bundle });
  addPageRoutes(app, parts);
}

/** Registers the same without pictures and link previews, which tests of pages do not need. */
export function addPageRoutes(
  app: FastifyInstance,
  parts: Pick<
    PageParts,
    'bundleForVisitors' | 'language' | 'now' | 'origin' | 'application' | 'security' | 'admission'
  >,
): void {
  const { client, renderer, maxCachedPages } = parts.application;
  const cache = createPageCache<CachedPage>(maxCachedPages, () => performance.now());

  addTheme(app, async () => (await parts.bundleForVisitors()).bundle.config.theme);
  addTrackingFrame(app, async () => (await parts.bundleForVisitors()).bundle.config);

  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(parts.origin())),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const { bundle, changedAt } = await parts.bundleForVisitors();
    return reply.type('application/xml; charset=utf-8').send(sitemapXml(bundle, parts.origin(), changedAt));
  });

  app.get('/favicon.ico', async (_request, reply) => {
    const { bundle } = await parts.bundleForVisitors();
    const { icon } = bundle.config;
    return reply.header('cache-control', 'public, max-age=3600').redirect(icon ? `${icon}-32.png` : '/icon.svg');
  });

  app.get('/icon.svg', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(SITE_ICON),
  );

  app.get('/*', async (request, reply) => {
    const { pathname, search } = addressOf(request);
    if (notPages.has(pathname.split('/', 2)[1]!)) return reply.callNotFound();
    try {
      return await answerPage(request, reply, pathname, search);
    } catch (error) {
      request.log.error({ error }, 'page could not be rendered');
      return sendFailedPage(reply, parts.language(), client.stylesheets);
    }
  });

  async function answerPage(request: FastifyRequest, reply: FastifyReply, pathname: string, search: string) {
    const { bundle, version } = await parts.bundleForVisitors();
    const redirect = redirectOf({ pathname, search }, redirectFactsOf(bundle));
    if (redirect !== null) return reply.header('cache-control', 'no-cache').redirect(redirect, 302);
    const route = matchRoute(pathname, bundle.config.ambassadorsUrl)!;
    const spelling = usualSpelling(pathname);
    if (routes[route.name].access === 'public' && pathname !== spelling) return reply.redirect(spelling + search, 302);
    return sendPage(request, reply, route, { pathname, search, bundle, version });
  }

  interface PageRequest {
    pathname: string;
    search: string;
    bundle: PageBundle;
    version: string;
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, route: RouteMatch, visit: PageRequest) {
    const { key, search, isSecret } = variantOf(route, visit);
    const render = () => renderPage(route, { ...visit, search });
    const version = `${visit.version} ${quarterOf(parts.now())}`;
    const page = key === null ? await render() : await cachedPage(route, key, version, render);
    if ('retryAfter' in page) return sendBusyPage(reply, lookOfShop(visit.bundle.config), page.retryAfter);
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', isSecret ? 'no-store' : FRESH)
      .header('content-security-policy', page.policy);
    return sendEncoded(request, reply, page.text);
  }

  /** Rendering a page counts as new work: a busy shop serves an old page instead, or asks the visitor to wait. */
  async function cachedPage(
    route: RouteMatch,
    key: string,
    version: string,
    render: () => Promise<CachedPage>,
  ): Promise<CachedPage | { retryAfter: number }> {
    if (routes[route.name].access !== 'public' || !cache.wouldRender(key, version)) {
      return cache.get(key, version, render);
    }
    const old = cache.cached(key);
    const entry = old ? parts.admission.enter('begin') : await parts.admission.enterInTurn('begin');
    if (!entry.admitted) return old ?? { retryAfter: entry.retryAfter };
    try {
      return await cache.get(key, version, render);
    } finally {
      entry.leave();
    }
  }

  async function renderPage(route: RouteMatch, { pathname, search, bundle }: PageRequest): Promise<CachedPage> {
    const { config } = bundle;
    const inside = embeddedBundle(route, bundle);
    const theme = themeFileOf(config.theme);
    const madeAt = parts.now();
    const html = await renderer.render({
      address: pathname + search,
      bundle: inside,
      madeAt,
      locale: config.locale,
    });
    const modules = [
      renderer.moduleOf(pathname, config.ambassadorsUrl),
      renderer.catalogueModuleOf(config.locale),
    ].filter((module) => module !== null);
    const text = htmlDocument({
      lang: config.locale,
      language: languageOfShop(config),
      colorScheme: config.theme.colorScheme,
      head: pageHeadOf(route, pathname, bundle, parts.origin()),
      stylesheets: [...client.stylesheets, ...(theme ? [theme.href] : [])],
      fonts: usedFonts(client.fonts, config.theme),
      script: client.script,
      isComplete: routes[route.name].access === 'public',
      modulePreloads: [...client.scriptImports, ...modules.flatMap((module) => client.chunksOf(module))],
      html,
      data: { pathname: inside ? pathname : null, bundle: inside, madeAt: madeAt.toISOString() },
    });
    const policy = contentSecurityPolicy(parts.security, {
      fontStylesheet: config.theme.fontStylesheet,
      trackingPixelId: config.trackingPixelId,
    });
    return { text: encodedText(text), policy };
  }
}

/** Normalises the encoding of a path, so that its spellings are not rendered and cached separately. */
const usualSpelling = (pathname: string): string =>
  pathname
    .split('/')
    .map((part) => encodeURIComponent(decodeURIComponent(part)))
    .join('/');

/**
 * Returns the number of the current quarter of an hour. In every time zone, days begin with one, and pages with dates
 * must expire then.
 */
const quarterOf = (now: Date): number => Math.floor(now.getTime() / 900_000);

/** Returns the page's cache key (null: not cached) and the part of the query to render it with. */
function variantOf(
  { name }: RouteMatch,
  { pathname, search, bundle }: { pathname: string; search: string; bundle: PageBundle },
): { key: string | null; search: string; isSecret: boolean } {
  switch (routes[name].access) {
    case 'customer':
      return { key: name, search: '', isSecret: false };
    case 'public': {
      const filters = filtersOfAddress(search, typesOfListing(name, bundle));
      return { key: pathname + filters, search: filters, isSecret: false };
    }
    case 'guest':
      // These pages pass `from` on in their links, so each `from` is a separate page.
      return { key: search || name === 'resetPassword' ? null : pathname, search, isSecret: name === 'resetPassword' };
    case 'secret':
      return { key: null, search, isSecret: true };
  }
}

function typesOfListing(name: RouteMatch['name'], { config }: PageBundle): string[] {
  if (name === 'tickets') return Object.keys(config.productTypes);
  return name === 'merchandise' ? Object.keys(config.merchandiseTypes) : [];
}

function addressOf(request: FastifyRequest): { pathname: string; search: string } {
  const at = request.url.indexOf('?');
  if (at === -1) return { pathname: request.url, search: '' };
  return { pathname: request.url.slice(0, at), search: request.url.slice(at) };
}
