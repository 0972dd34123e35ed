import { beforeAll, describe, expect, test } from 'vitest';
import { matchRoute } from '#features/shop-config/domain/routes.ts';
import { givenPageBundle } from '../../../../test/support/page-bundle.ts';
import type { PageBundle } from './embedded-bundle.ts';
import { pageHeadOf } from './page-head.ts';
import { listedPaths } from './robots.ts';
import { type Thing, thingsOf, validateThing } from './testing.ts';

const now = new Date('2026-11-20T10:00:00Z');
let bundle: PageBundle;

beforeAll(async () => {
  bundle = await givenPageBundle(now);
});

const dataOf = (path: string, of = bundle): Thing[] =>
  pageHeadOf(matchRoute(path, of.config.ambassadorsUrl)!, path, of, 'https://small.example').jsonLd as Thing[];

describe('structured data', () => {
  test('is valid on every listed page and has what search engines require', () => {
    const found: string[] = [];
    for (const path of listedPaths(bundle)) {
      const data = dataOf(path);
      expect([path, data.flatMap(validateThing)]).toEqual([path, []]);
      found.push(...data.flatMap(thingsOf).map((thing) => thing['@type']));
    }
    expect([...new Set(found)].sort()).toEqual([
      ...['Brand', 'BreadcrumbList', 'Event', 'ListItem', 'Offer', 'Organization', 'Place', 'Product', 'WebPage'],
      'WebSite',
    ]);
  });

  test('says whether an item is in stock or sold out', () => {
    const availabilityFor = (changes: object) => {
      const products = bundle.products.map((item) => ({ ...item, ...changes }));
      const [product] = dataOf('/tickets/pass', { ...bundle, products });
      return (product!.offers as Thing).availability;
    };
    expect(availabilityFor({ in_stock: true, stock_level: null })).toBe('https://schema.org/InStock');
    expect(availabilityFor({ in_stock: false, stock_level: 0 })).toBe('https://schema.org/SoldOut');
  });

  test('of a product has breadcrumbs from home through its listing', () => {
    const trail = dataOf('/tickets/pass').find((thing) => thing['@type'] === 'BreadcrumbList');
    expect((trail!.itemListElement as Thing[]).map(({ name, item }) => [name, item])).toEqual([
      ['Home', 'https://small.example/'],
      ['Tickets', 'https://small.example/tickets'],
      ['Pass', 'https://small.example/tickets/pass'],
    ]);
  });

  test.each<[string, (event: Thing) => void]>([
    ['no name', (event) => delete event.name],
    ['a date without a zone', (event) => Object.assign(event, { startDate: '2027-07-22' })],
    ['an unknown property', (event) => Object.assign(event, { when: 'soon' })],
    ['a relative address', (event) => Object.assign(event, { url: '/tickets' })],
    ['an invented status', (event) => Object.assign(event, { eventStatus: 'https://schema.org/EventMaybe' })],
    ['a price with a sign', (event) => Object.assign((event.offers as Thing[])[0]!, { price: '€ 1' })],
  ])('with %s is refused by the validator of these tests', (_what, spoil) => {
    const event = structuredClone(dataOf('/').find((thing) => thing['@type'] === 'Event')!);
    expect(validateThing(event)).toEqual([]);
    spoil(event);
    expect(validateThing(event)).toHaveLength(1);
  });
});
