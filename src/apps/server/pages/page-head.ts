import type { ShopItem } from '#features/catalogue/contract.ts';
import { itemImageUrl } from '#features/catalogue/domain/item-image.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { itemKindOf, type RouteMatch, routes } from '#features/shop-config/domain/routes.ts';
import { pageTitleOf } from '#features/shop-config/words/page-titles.ts';
import type { Language } from '#kernel/language.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { PageBundle } from './embedded-bundle.ts';
import { plainText } from './html.ts';
import { jsonLdOf } from './json-ld.ts';
import { linkPreviewAlt, linkPreviewPath, PREVIEW_SIZE } from './link-preview.ts';

/** What search engines, link previews and the browser's tab show of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Absolute address without filters; null for pages that search engines must not list. */
  readonly canonical: string | null;
  readonly indexed: boolean;
  /** The page in each of its languages, including this one. A shop has one language. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly openGraph: readonly (readonly [property: string, content: string])[];
  /** The form of the link preview; null for pages without one. */
  readonly twitterCard: 'summary' | 'summary_large_image' | null;
  readonly jsonLd: readonly object[];
  readonly icons: readonly { rel: string; href: string; type?: string }[];
}

const DESCRIPTION_LENGTH = 160;

/** Returns the head of a page. `origin` is the shop's, without a trailing slash. */
export function pageHeadOf(route: RouteMatch, pathname: string, bundle: PageBundle, origin: string): PageHead {
  const { translate } = languageOfShop(bundle.config);
  const { config } = bundle;
  const item = itemOfPage(route, bundle);
  const titled = pageTitleOf(route, config, item?.name);
  const page = titled === null ? '' : translate(titled);
  const pageTitle = page ? `${page} · ${config.name}` : config.name;
  const icons = iconsOf(config);
  const { access } = routes[route.name];
  if (access !== 'public') {
    // A customer's page is the same empty shell for everybody, so it sets its title once its data is there.
    const title = access === 'customer' ? config.name : pageTitle;
    return {
      title,
      description: '',
      canonical: null,
      indexed: false,
      alternates: [],
      openGraph: [],
      twitterCard: null,
      jsonLd: [],
      icons,
    };
  }
  const description = descriptionOf(route, config, item);
  const canonical = origin + pathname;
  const image = previewImage(config, item, page || config.name);
  return {
    title: pageTitle,
    description,
    canonical,
    indexed: true,
    alternates: [{ hreflang: config.locale, href: canonical }],
    openGraph: [
      ['og:site_name', config.name],
      ['og:type', item ? 'product' : 'website'],
      ['og:title', page || config.name],
      ['og:url', canonical],
      ...(description ? [['og:description', description] as const] : []),
      ...(image ? pictureTags(image, origin) : []),
      ['og:locale', config.locale.replace('-', '_')],
    ],
    twitterCard: image ? 'summary_large_image' : 'summary',
    jsonLd: jsonLdOf(route, bundle, item, {
      name: page || config.name,
      origin,
      canonical,
      description,
      image: itemPicture(config, item, origin) ?? (image && absolute(origin, image.url)),
    }),
    icons,
  };
}

function itemOfPage(route: RouteMatch, bundle: PageBundle): ShopItem | undefined {
  const kind = itemKindOf(route.name);
  if (!kind || route.params.item === undefined) return undefined;
  const items = kind === 'tickets' ? bundle.products : bundle.merchandise;
  return items.find((item) => item.external_code === route.params.item);
}

function descriptionOf(route: RouteMatch, config: PublicConfig, item: ShopItem | undefined): string {
  const language = languageOfShop(config);
  const text =
    item?.shop_description ||
    contentOf(route, config) ||
    listingOf(language, route, config) ||
    config.texts.description;
  return plainText(text, DESCRIPTION_LENGTH);
}

function contentOf({ name }: RouteMatch, { texts }: PublicConfig): string {
  switch (name) {
    case 'accessibility':
      return texts.accessibilityHtml ?? '';
    case 'cookiePolicy':
      return texts.cookiePolicyHtml;
    case 'faqs':
      return texts.faqsHtml;
    case 'privacyPolicy':
      return texts.privacyPolicyHtml;
    case 'securityStatement':
      return texts.securityStatementHtml;
    case 'termsConditions':
      return texts.termsConditionsHtml;
    case 'ambassadors':
      return texts.ambassadorsHtml;
    default:
      return '';
  }
}

/** Describes a listing by the text of its card on the home page. */
function listingOf({ text }: Language, { name }: RouteMatch, { cards, name: shop }: PublicConfig): string {
  if (name !== 'tickets' && name !== 'merchandise') return '';
  const { text: words } = cards[name];
  const sentence = name === 'tickets' ? text('All {shop} tickets', { shop }) : text('All {shop} merchandise', { shop });
  return words ? `${sentence}: ${words}` : `${sentence}.`;
}

interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * Chooses a product's drawn preview. Other pages use the banner in its last format, which all preview readers support.
 */
function previewImage(config: PublicConfig, item: ShopItem | undefined, title: string): Picture | null {
  if (item) return { url: linkPreviewPath(item, config), ...PREVIEW_SIZE, alt: linkPreviewAlt(item, config) };
  const { banner } = config;
  if (!banner) return null;
  return { url: `${banner.url}.${banner.formats.at(-1)}`, width: banner.width, height: banner.height, alt: title };
}

/** Returns the product's largest picture, for search engines. */
function itemPicture(config: PublicConfig, item: ShopItem | undefined, origin: string): string | null {
  const format = config.imageFormats.at(-1);
  if (!item?.shop_image || !format) return null;
  return absolute(origin, itemImageUrl(item.shop_image, '500x500', format, 2));
}

const pictureTags = (picture: Picture, origin: string): (readonly [string, string])[] => [
  ['og:image', absolute(origin, picture.url)],
  ['og:image:width', String(picture.width)],
  ['og:image:height', String(picture.height)],
  ['og:image:alt', picture.alt],
];

const absolute = (origin: string, address: string): string => new URL(address, `${origin}/`).href;

function iconsOf({ icon }: PublicConfig): PageHead['icons'] {
  if (!icon) return [{ rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }];
  return [
    { rel: 'icon', href: `${icon}-32.png`, type: 'image/png' },
    { rel: 'apple-touch-icon', href: `${icon}-180.png` },
  ];
}
