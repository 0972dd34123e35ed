import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { matchRoute } from '#features/shop-config/domain/routes.ts';
import { PROJECT_FOLDER } from '#platform/config/config.ts';
import { givenPageBundle } from '../../../../test/support/page-bundle.ts';
import { embeddedBundle, type PageBundle } from './embedded-bundle.ts';
import { loadRenderer } from './renderer.ts';

const now = new Date('2026-11-20T10:00:00Z');

// The server renders with the built application.
const { moduleOf, render } = await loadRenderer(path.join(PROJECT_FOLDER, 'dist/server'));

let shop: PageBundle;

beforeAll(async () => {
  shop = await givenPageBundle(now);
});

const page = (address: string, bundle: PageBundle | null = shop) =>
  render({ address, bundle, madeAt: now, locale: shop.config.locale });
const withConfig = (changes: Partial<PageBundle['config']>): PageBundle => ({
  ...shop,
  config: { ...shop.config, ...changes },
});
const withPass = (changes: Partial<PageBundle['products'][number]>): PageBundle => ({
  ...shop,
  products: shop.products.map((item) => (item.external_code === 'pass' ? { ...item, ...changes } : item)),
});
const count = (html: string, part: string) => html.split(part).length - 1;

test.each([
  '/',
  '/tickets',
  '/tickets?type=transport&stock=all',
  '/tickets/pass',
  '/tickets/coach',
  '/merchandise',
  '/faqs',
  '/terms-conditions',
  '/ambassadors',
  '/login',
  '/login?from=/checkout',
  '/register',
  '/forgot-password',
  '/resend-tickets',
  '/reset-password/a@b.org/code',
])('%s has one heading of the first level, a main part, and no style attribute', async (address) => {
  const html = await page(address);
  expect(count(html, '<h1')).toBe(1);
  expect(count(html, '<main')).toBe(1);
  expect(html).not.toMatch(/<[^>]+ style=/);
});

test('the footer of a public page shows the cards, that of a login only the links and the contact', async () => {
  const withCards = withConfig({ shopPaymentCreditCard: true });
  for (const [address, cards] of [
    ['/tickets', 1],
    ['/login', 0],
  ] as const) {
    const footer = (await page(address, withCards)).split('<footer')[1]!;
    expect(count(footer, 'id="payment"')).toBe(cards);
    expect(footer).toContain('href="/faqs"');
    expect(footer).toContain('href="mailto:');
  }
});

test('without data, a page shows only that it is loading', async () => {
  const html = await page('/portal', null);
  expect(html).not.toContain('<main');
  expect(html).toContain('role="status"');
});

test('pages that load on demand name their module, the others none', () => {
  expect(moduleOf('/portal', 'ambassadors')).toBe('src/apps/shop/pages/portal/portal-page.tsx');
  expect(moduleOf('/tickets', 'ambassadors')).toBeNull();
});

describe('home', () => {
  test('without merchandise there is no card for it', async () => {
    expect(await page('/')).toContain('href="/merchandise"');
    expect(await page('/', withConfig({ merchandiseActive: false }))).not.toContain('href="/merchandise"');
  });

  test('without featured items there is no heading for them', async () => {
    expect(await page('/', withPass({ is_featured: true }))).toContain('Featured');
    const none = { ...shop, products: [], merchandise: [] };
    expect(await page('/', none)).not.toContain('Featured');
  });

  test('a closed shop shows its message, and sells nothing', async () => {
    const texts = { ...shop.config.texts, underConstructionTitle: 'Soon', underConstructionHtml: '<p>Wait.</p>' };
    const html = await page('/', withConfig({ shopActive: false, texts }));
    expect(html).toContain('Soon</h1>');
    expect(html).toContain('<p>Wait.</p>');
    expect(html).not.toContain('href="/tickets"');
    expect(html).not.toContain('Cart');
  });
});

describe('a product card', () => {
  const card = async (changes: Partial<PageBundle['products'][number]>) => {
    const html = await page('/tickets', { ...withPass(changes), merchandise: [] });
    return html.slice(html.indexOf('href="/tickets/pass"') - 800).split('</li>')[0]!;
  };

  test('shows price plus fee, and what it includes', async () => {
    expect(await card({ price: 10_000, fee: 500 })).toContain('€105.00');
    expect(await card({ fee: 500 })).toContain('(includes taxes and booking fee)');
    expect(await card({ fee: 0 })).toContain('(includes taxes)');
  });

  test('has one action, which depends on stock, plan and force-view', async () => {
    expect(await card({})).toContain('Add to cart');
    expect(await card({ force_view: true })).toContain('View Product');
    const soldOut = await card({ in_stock: false });
    expect(soldOut).toContain('Out of Stock');
    expect(soldOut).not.toContain('<button');
  });
});

test('the page of a sold-out item has the items offered instead, and no others', async () => {
  const [pass] = shop.products.filter((item) => item.external_code === 'pass');
  const copy = (code: string, changes: Partial<typeof pass> = {}) =>
    ({
      ...pass!,
      id: code,
      external_code: code,
      name: `Ticket ${code}`,
      in_stock: true,
      ...changes,
    }) as (typeof shop.products)[number];
  const others = [copy('friday'), copy('elsewhere', { event_id: 'another' }), copy('gone', { in_stock: false })];
  const sells = withPass({ in_stock: true });
  const soldOut = withPass({ in_stock: false });
  const embedded = ({ products, ...rest }: PageBundle) =>
    embeddedBundle(matchRoute('/tickets/pass', '')!, { ...rest, products: [...products, ...others] })!;
  expect(embedded(sells).products.map((item) => item.external_code)).toEqual(['pass']);
  expect(embedded(soldOut).products.map((item) => item.external_code)).toEqual(['pass', 'friday']);
  expect(await page('/tickets/pass', embedded(soldOut))).toMatch(/Still available.*Ticket friday/s);
  expect(await page('/tickets/pass', embedded(sells))).not.toContain('Still available');
});

test('a listing without items says so in the operator’s words, or in the shop’s', async () => {
  const empty = { ...shop, products: [] };
  const texts = { ...shop.config.texts, outOfStock: 'The tide is out.' };
  expect(await page('/tickets', { ...empty, config: { ...shop.config, texts } })).toContain('The tide is out.');
  expect(
    await page('/tickets', { ...empty, config: { ...shop.config, texts: { ...texts, outOfStock: '' } } }),
  ).toContain('There are no items to show. Please check back again soon.');
});

test('only one gateway has payment badges', async () => {
  expect(await page('/faqs', withConfig({ paymentGateway: 'monri' }))).toContain('Payment security');
  expect(await page('/faqs', withConfig({ paymentGateway: 'sandbox' }))).not.toContain('Payment security');
});
