import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import type { Entry } from '#platform/http/admission.ts';
import { givenPageBundle } from '../../../../test/support/page-bundle.ts';
import { clientBuildOf } from './client-build.ts';
import type { PageBundle } from './embedded-bundle.ts';
import { addPageRoutes } from './pages.ts';
import { addSecurityHeaders } from './security-headers.ts';

const now = new Date('2026-11-20T10:00:00Z');
const security = { isHttps: false, gatewayOrigins: [] };
const client = clientBuildOf({
  'src/apps/shop/entry-client.tsx': { file: 'assets/entry.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/features/customers/shop/public.tsx': { file: 'assets/customers.js', imports: ['_shared.js'] },
  'src/languages/de/shop.json': { file: 'assets/german.js' },
  'style.css': { file: 'assets/style.css' },
});

let imported: PageBundle;
let bundle: PageBundle;
let version: string;
let rendered: string[];
let isBusy: boolean;
const entryNow = (): Entry => (isBusy ? { admitted: false, retryAfter: 4 } : { admitted: true, leave() {} });
let app: FastifyInstance;

beforeAll(async () => {
  imported = await givenPageBundle(now);
});

beforeEach(async () => {
  bundle = imported;
  version = '1';
  rendered = [];
  isBusy = false;
  app = Fastify();
  addSecurityHeaders(app, security);
  addPageRoutes(app, {
    bundleForVisitors: async () => ({ bundle, version, changedAt: now }),
    language: () => ENGLISH,
    now: () => now,
    origin: () => 'https://small.example',
    security,
    admission: { enter: entryNow, enterInTurn: async () => entryNow() },
    application: {
      client,
      renderer: {
        async render({ address, bundle: inside }) {
          rendered.push(address);
          return inside ? `<p>${address}</p>` : '';
        },
        moduleOf: (pathname) => (pathname === '/login' ? 'src/features/customers/shop/public.tsx' : null),
        catalogueModuleOf: (locale) => (locale === 'de-AT' ? 'src/languages/de/shop.json' : null),
      },
      maxCachedPages: 1_000,
    },
  });
  return () => app.close();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)![1]!);
const config = (changes: Partial<PageBundle['config']>) => {
  bundle = { ...imported, config: { ...imported.config, ...changes } };
};

describe('redirects', () => {
  test.each([
    ['/nothing', '/?missing=page'],
    ['/tickets/none', '/tickets?missing=item'],
    ['/merchandise/pass', '/merchandise?missing=item'],
    ['/tickets/?type=ticket', '/tickets?type=ticket'],
  ])('%s leads to %s with 302', async (url, location) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  });

  test.each(['/api/nothing', '/assets/none.js', '/dev/none', '/payments/none', '/images/none.jpg'])(
    '%s answers 404 without a page',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  test('the listings of an inactive shop lead home; its content stays', async () => {
    config({ shopActive: false });
    expect((await get('/tickets')).headers.location).toBe('/');
    expect((await get('/faqs')).statusCode).toBe(200);
  });
});

describe('the content of a page', () => {
  test('home has only the featured items, and neither countries nor long texts', async () => {
    const featured = (item: { external_code: string }) => item.external_code === 'pass';
    bundle = { ...imported, products: imported.products.map((item) => ({ ...item, is_featured: featured(item) })) };
    const { bundle: inside, pathname } = dataIn((await get('/')).body);
    expect(pathname).toBe('/');
    expect(inside.products.map((item: { external_code: string }) => item.external_code)).toEqual(['pass']);
    expect(inside.config.countries).toEqual([]);
    expect(inside.config.texts.termsConditionsHtml).toBe('');
  });

  test('a listing has all items of its kind and none of the other', async () => {
    const { bundle: inside } = dataIn((await get('/tickets')).body);
    expect(inside.products).toHaveLength(imported.products.length);
    expect(inside.merchandise).toEqual([]);
  });

  test('a product page has its item', async () => {
    const { bundle: inside } = dataIn((await get('/tickets/pass')).body);
    expect(inside.products.map((item: { external_code: string }) => item.external_code)).toEqual(['pass']);
  });

  test.each(['/checkout', '/portal', '/portal/orders/A-1', '/account'])(
    '%s has no data and no content',
    async (url) => {
      const { body } = await get(url);
      expect(dataIn(body)).toMatchObject({ bundle: null, pathname: null });
      expect(body).toContain('<div id="root"></div>');
      expect(body).toContain('noindex');
      expect(body).not.toContain('A-1');
    },
  );

  test('markup in an item’s text cannot break out of its place', async () => {
    const trick = '</script><script>alert(1)</script>';
    bundle = { ...imported, products: imported.products.map((item) => ({ ...item, name: trick })) };
    const { body } = await get('/tickets/pass');
    expect(body).not.toContain(trick);
    expect(dataIn(body).bundle.products[0].name).toBe(trick);
  });
});

describe('the head', () => {
  test('a product page describes the product to search engines and link previews', async () => {
    const { body } = await get('/tickets/pass?utm_source=mail');
    expect(body).toContain('<title>Pass · Small shop</title>');
    expect(body).toContain('<link rel="canonical" href="https://small.example/tickets/pass">');
    expect(body).toContain('<meta property="og:title" content="Pass">');
    expect(body).toMatch(
      /<meta property="og:image" content="https:\/\/small\.example\/link-preview\/tickets\/pass\.jpg\?v=[\w-]{12}">/,
    );
    expect(body).toContain('<meta property="og:image:width" content="1200">');
    expect(body).toContain('<meta property="og:image:height" content="630">');
    expect(body).toMatch(/<meta property="og:image:alt" content="Pass, €105\.00, [^"]+">/);
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(body).toContain('hreflang="en" href="https://small.example/tickets/pass"');
    const [product] = jsonLd(body);
    expect(product).toMatchObject({
      '@type': 'Product',
      sku: 'pass',
      offers: { price: '105.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    });
  });

  test('home names the event with its place and ticket prices', async () => {
    const [event] = jsonLd((await get('/')).body);
    expect(event).toMatchObject({ '@type': 'Event', location: { name: 'Park' } });
    expect(event.offers.map((offer: { price: string }) => offer.price)).toContain('105.00');
  });

  test.each(['/', '/tickets', '/merchandise', '/faqs', '/privacy-policy', '/ambassadors'])(
    '%s tells search engines its name, and link previews their kind',
    async (url) => {
      const { body } = await get(url);
      const page = jsonLd(body).find((data) => data['@type'] === 'WebPage');
      expect(page).toMatchObject({ name: expect.stringMatching(/./), url: `https://small.example${url}` });
      expect(body).toMatch(/<meta name="twitter:card" content="summary(_large_image)?">/);
    },
  );

  test('home and the listings each have their own description', async () => {
    const descriptions = await Promise.all(
      ['/', '/tickets', '/merchandise'].map(
        async (url) => /<meta name="description" content="([^"]*)">/.exec((await get(url)).body)?.[1],
      ),
    );
    expect(new Set(descriptions).size).toBe(3);
    expect(descriptions[1]).toContain('All Small shop tickets');
  });

  test('a link preview’s picture comes with its size and a description', async () => {
    config({ banner: { url: '/images/banner', width: 1_600, height: 600, formats: ['avif', 'jpg'] } });
    const { body } = await get('/faqs');
    expect(body).toContain('<meta property="og:image" content="https://small.example/images/banner.jpg">');
    expect(body).toContain('<meta property="og:image:width" content="1600">');
    expect(body).toContain('<meta property="og:image:height" content="600">');
    expect(body).toContain('<meta property="og:image:alt" content="FAQs">');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  test('a page links its fonts, styles and scripts, including those loaded on demand; one script is inline', async () => {
    const { body } = await get('/login');
    expect(body).toContain('<link rel="stylesheet" href="/assets/style.css">');
    expect(body).toContain('<link rel="modulepreload" href="/assets/customers.js">');
    expect(body).not.toMatch(/ style=/);
    expect(body.match(/<script>/g)).toHaveLength(1);
  });

  test('a complete page loads its scripts later; a page that needs them loads them at once', async () => {
    const whole = (await get('/faqs')).body;
    expect(whole).toMatch(/<meta name="late-scripts" content="\/assets\/[^" ]+\.js[^"]*">/);
    expect(whole).not.toMatch(/<script type="module"|<link rel="modulepreload"/);
    expect(whole.indexOf('late-scripts')).toBeLessThan(whole.indexOf('<script>'));
    for (const path of ['/login', '/checkout']) {
      const { body } = await get(path);
      expect(body).toContain('<script type="module" src="/assets/');
      expect(body).not.toContain('<meta name="late-scripts"');
    }
  });

  const jsonLd = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((found) => JSON.parse(found[1]!));
});

describe('caching', () => {
  test('a page whose address is percent-encoded differently redirects to the usual spelling, and is not rendered twice', async () => {
    for (const [odd, usual] of [
      ['/tickets/p%61ss', '/tickets/pass'],
      ['/tickets/%70%61%73%73?type=a', '/tickets/pass?type=a'],
    ]) {
      const answer = await app.inject(odd!);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, usual]);
    }
    expect(rendered).toEqual([]);
  });

  test('a public page is rendered once for everybody, whatever campaign they come from', async () => {
    await get('/tickets');
    await get('/tickets?utm_source=mail');
    await get('/tickets?type=ticket');
    await get('/tickets?fbclid=1&type=ticket');
    expect(rendered).toEqual(['/tickets', '/tickets?type=ticket']);
  });

  test('a browser that has the page gets 304, and a compressed page says so', async () => {
    const first = await get('/tickets', { 'accept-encoding': 'gzip, br' });
    expect(first.headers['content-encoding']).toBe('br');
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=30');
    const second = await get('/tickets', { 'if-none-match': String(first.headers.etag) });
    expect([second.statusCode, second.body]).toEqual([304, '']);
  });

  test('pages with a secret in their address are never cached and send no referrer', async () => {
    for (const url of ['/reset-password/a@b.org/secret', '/payment-plan-payment/A-1/secret/A-1-1', '/login-link']) {
      const { headers } = await get(url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  test('all customers get one and the same empty page', async () => {
    await get('/portal/orders/A-1');
    await get('/portal/orders/B-2?x=1');
    expect(rendered).toHaveLength(1);
  });
});

test('if a page cannot be rendered, a page with status 503 hides the cause', async () => {
  bundle = { ...imported, config: null as never };
  const answer = await get('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toContain('cannot be reached right now');
  expect(answer.body).not.toContain('TypeError');
});

describe('a shop that is too busy for new work', () => {
  test('sends a cached page, even if it is a little old', async () => {
    const first = await get('/tickets');
    isBusy = true;
    version = '2';
    const second = await get('/tickets');
    expect([second.statusCode, second.body]).toEqual([200, first.body]);
  });

  test('lets a visitor wait on a page that reloads itself instead of rendering a page', async () => {
    isBusy = true;
    config({ name: 'Dune & Sea', theme: { ...imported.config.theme, colorScheme: 'auto' } });
    const { statusCode, headers, body } = await get('/faqs');
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '11', refresh: '11', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).toContain('<h1>The shop is very busy</h1>');
    expect(body).toContain('Dune &#38; Sea');
    expect(body).toContain('will try again in 11 seconds');
    expect(body).toContain('prefers-color-scheme:dark');
    expect(body).not.toMatch(/<script|src=|<link/);
    expect(rendered).toEqual([]);
  });

  test('serves the pages of people who are in a checkout, pay by link or log in', async () => {
    isBusy = true;
    const urls = ['/checkout', '/portal', '/payment-plan-payment/A-1/secret/A-1-1', '/login?from=%2Fcheckout'];
    for (const url of urls) expect((await get(url)).statusCode).toBe(200);
  });
});

test('the operator’s theme is a stylesheet named after its content, linked after the shop’s own', async () => {
  expect((await get('/')).body).not.toContain('/theme/');
  config({ theme: { ...imported.config.theme, brandColor: '#ffd400' } });
  version = '2';
  const { body } = await get('/faqs');
  const href = /href="(\/theme\/\w+\.css)"/.exec(body)![1]!;
  expect(body.indexOf('/assets/style.css')).toBeLessThan(body.indexOf(href));
  const css = await get(href);
  expect(css.headers['cache-control']).toContain('immutable');
  expect(css.body).toContain('--brand:');
});

test('a page loads the catalogue of its language early; English has none', async () => {
  expect((await get('/login')).body).not.toContain('german.js');
  config({ locale: 'de-AT' });
  const { body } = await get('/register');
  expect(body).toContain('<html lang="de-AT"');
  expect(body).toContain('<link rel="modulepreload" href="/assets/german.js">');
});

test('a font of the operator’s is loaded early, from the shop itself', async () => {
  const fallback = { sizeAdjust: 100, ascent: 90, descent: 20, lineGap: 0 };
  const headingFont = { url: '/images/font-1.woff2', weight: '400', fallback };
  config({ theme: { ...imported.config.theme, headingFont } });
  version = '2';
  const { body, headers } = await get('/faqs');
  expect(body).toContain('<link rel="preload" href="/images/font-1.woff2" as="font" type="font/woff2" crossorigin>');
  expect(headers['content-security-policy']).toContain("font-src 'self';");
});

test('robots are sent only to public pages', async () => {
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://small.example/sitemap.xml');
  const sitemap = (await get('/sitemap.xml')).body;
  expect(sitemap).toContain('<loc>https://small.example/tickets/pass</loc><lastmod>2026-11-20T10:00:00.000Z</lastmod>');
  expect(sitemap).toContain('<loc>https://small.example/accessibility</loc>');
  expect(sitemap).not.toContain('/portal');
  config({ shopActive: false });
  expect((await get('/sitemap.xml')).body).not.toContain('/tickets');
});

test('the accessibility statement is a page of every shop, with title and description', async () => {
  const { body } = await get('/accessibility');
  expect(body).toContain('<title>Accessibility statement · Small shop</title>');
  expect(body).toMatch(
    /<meta name="description" content="Everyone should be able to buy and manage a ticket at Small shop/,
  );
  expect(dataIn(body).bundle.config.texts.accessibilityHtml).toContain('hello@small.example');
  expect(dataIn((await get('/faqs')).body).bundle.config.texts.accessibilityHtml).toBe('');
});
