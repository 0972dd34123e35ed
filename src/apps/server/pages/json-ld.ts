import type { ShopItem } from '#features/catalogue/contract.ts';
import type { PublicConfig, ShopEvent } from '#features/shop-config/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { itemKindOf, type RouteMatch } from '#features/shop-config/domain/routes.ts';
import type { Language } from '#kernel/language.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { PageBundle } from './embedded-bundle.ts';

interface PageFacts {
  readonly name: string;
  readonly origin: string;
  readonly canonical: string;
  readonly description: string;
  readonly image: string | null;
}

/**
 * Returns structured data (schema.org): the product with its offer on its page; the page itself on all others, with the
 * seller and the events on the home page, and the events on the ticket listing; breadcrumbs on listings and products'
 * pages.
 */
export function jsonLdOf(route: RouteMatch, bundle: PageBundle, item: ShopItem | undefined, page: PageFacts): object[] {
  const language = languageOfShop(bundle.config);
  const { config } = bundle;
  const kind = itemKindOf(route.name);
  const trail = kind ? [breadcrumbs(language, kind, item, page)] : [];
  if (item) return [product(item, config, page), ...trail];
  const webPage = webPageData(config, page);
  const sellers =
    route.name === 'home' ? [{ '@context': 'https://schema.org', ...organization(config, page.origin) }] : [];
  if (!config.shopActive || (route.name !== 'home' && route.name !== 'tickets')) return [...sellers, ...trail, webPage];
  const events = config.events.map((event) => {
    const tickets = bundle.products.filter((ticket) => ticket.event_id === event.id && ticket.type === 'ticket');
    return eventData(event, tickets, config, page);
  });
  return [...events, ...sellers, ...trail, webPage];
}

function organization(config: PublicConfig, origin: string): object {
  const profiles = [config.socialFacebook, config.socialInstagram, config.socialX, config.socialYoutube].filter(
    (address) => address !== null,
  );
  const { logo, operator } = config;
  return {
    '@type': 'Organization',
    name: operator.name,
    url: origin + paths.home(),
    email: operator.email,
    ...(operator.address.length > 0 ? { address: operator.address.join(', ') } : {}),
    ...(logo ? { logo: new URL(`${logo.url}.${logo.formats.at(-1)}`, `${origin}/`).href } : {}),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

function breadcrumbs(
  { text }: Language,
  kind: 'tickets' | 'merchandise',
  item: ShopItem | undefined,
  page: PageFacts,
): object {
  const steps = [
    { name: text('Home'), url: page.origin + paths.home() },
    { name: kind === 'tickets' ? text('Tickets') : text('Merchandise'), url: page.origin + paths[kind]() },
    ...(item ? [{ name: item.name, url: page.canonical }] : []),
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}

const webPageData = (config: PublicConfig, page: PageFacts): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name: page.name,
  ...(page.description ? { description: page.description } : {}),
  url: page.canonical,
  inLanguage: config.locale,
  isPartOf: { '@type': 'WebSite', name: config.name, url: page.origin + paths.home() },
});

function product(item: ShopItem, config: PublicConfig, page: PageFacts): object {
  const event = config.events.find((one) => one.id === item.event_id);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.name,
    sku: item.external_code,
    url: page.canonical,
    ...(page.description ? { description: page.description } : {}),
    ...(page.image ? { image: page.image } : {}),
    category:
      (item.shop_item_type === 'tickets' ? config.productTypes : config.merchandiseTypes)[item.type] ?? item.type,
    ...(event ? { isRelatedTo: bareEvent(event) } : {}),
    brand: { '@type': 'Brand', name: config.name },
    offers: { ...offer(item, config, page.canonical), seller: organization(config, page.origin) },
  };
}

function eventData(event: ShopEvent, tickets: readonly ShopItem[], config: PublicConfig, page: PageFacts): object {
  return {
    '@context': 'https://schema.org',
    ...bareEvent(event),
    url: page.origin + paths.home(),
    ...(page.description ? { description: page.description } : {}),
    ...(page.image ? { image: [page.image] } : {}),
    organizer: organization(config, page.origin),
    offers: tickets.map((ticket) => ({
      name: ticket.name,
      ...offer(ticket, config, page.origin + paths.item('tickets', ticket.external_code)),
    })),
  };
}

const bareEvent = (event: ShopEvent): object => ({
  '@type': 'Event',
  name: event.name,
  startDate: event.starts_at,
  endDate: event.ends_at,
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  location: { '@type': 'Place', name: event.venue, address: event.address },
});

const offer = (item: ShopItem, config: PublicConfig, url: string): object => ({
  '@type': 'Offer',
  url,
  // schema.org requires a plain decimal number in every locale.
  price: ((item.price + item.fee) / 10 ** config.currencyDigits).toFixed(config.currencyDigits),
  priceCurrency: config.currency,
  availability: item.in_stock ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
});
