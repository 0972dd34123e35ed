import type { ShopItem } from '#features/catalogue/contract.ts';
import { alternativesTo } from '#features/catalogue/domain/alternatives-to.ts';
import { emptyCart } from '#features/catalogue/domain/listed-item.ts';
import { featuredItems } from '#features/catalogue/domain/listing.ts';
import type { PublicConfig, ShopTexts } from '#features/shop-config/contract.ts';
import { type RouteMatch, type RouteName, routes } from '#features/shop-config/domain/routes.ts';
import type { FullUserData } from '#features/user-data/contract.ts';

export type PageBundle = FullUserData;

/** Long texts and the only pages that show them. All other texts are in every page. */
const textsOfPages: Partial<Record<keyof ShopTexts, readonly RouteName[]>> = {
  accessibilityHtml: ['accessibility'],
  bankTransferHtml: ['payment'],
  bankTransferInstalmentHtml: ['payment'],
  cookiePolicyHtml: ['cookiePolicy'],
  faqsHtml: ['faqs'],
  privacyPolicyHtml: ['privacyPolicy'],
  securityStatementHtml: ['securityStatement'],
  termsConditionsHtml: ['termsConditions', 'payment', 'acceptTerms'],
  underConstructionHtml: ['home'],
};

/**
 * Returns the data to embed in a page: the configuration for visitors and the items that the page shows. Null for
 * customers' pages, which are empty until their data arrives. The browser loads the rest on demand.
 */
export function embeddedBundle(route: RouteMatch, bundle: PageBundle): PageBundle | null {
  if (routes[route.name].access === 'customer') return null;
  const items = itemsOfPage(route, bundle);
  return {
    ...bundle,
    config: configOfPage(route.name, bundle.config),
    country: null,
    customer: null,
    existing_tickets: [],
    can_save_card: false,
    products: items.filter((item) => item.shop_item_type === 'tickets'),
    merchandise: items.filter((item) => item.shop_item_type === 'merchandise'),
  };
}

function itemsOfPage({ name, params }: RouteMatch, { config, products, merchandise }: PageBundle) {
  switch (name) {
    case 'home':
      if (!config.shopActive) return [];
      return featuredItems([...products, ...(config.merchandiseActive ? merchandise : [])]);
    case 'tickets':
      return products;
    case 'merchandise':
      return merchandise;
    case 'ticket':
      return withOffers(products, params.item);
    case 'merchandiseItem':
      return withOffers(merchandise, params.item);
    default:
      return [];
  }
}

/** Returns the item, and if it is sold out what its page offers instead. */
function withOffers(items: readonly ShopItem[], code: string | undefined): ShopItem[] {
  const item = items.find((one) => one.external_code === code);
  if (!item) return [];
  return item.in_stock ? [item] : [item, ...alternativesTo(item, items, emptyCart)];
}

function configOfPage(name: RouteName, config: PublicConfig): PublicConfig {
  const texts = { ...config.texts };
  for (const [text, pages] of Object.entries(textsOfPages)) {
    if (!pages.includes(name)) texts[text as keyof ShopTexts] = '';
  }
  return { ...config, countries: [], texts };
}
