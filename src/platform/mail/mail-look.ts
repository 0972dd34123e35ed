import { languageOfShop } from '#platform/language/shop-language.ts';
import { isReadable, towardsInk } from './colors.ts';
import { type MailLanguage, mailLanguage } from './mail-language.ts';

/** Contrasts that WCAG 2.2 requires for text and for meaningful shapes. */
const TEXT = 4.5;
const SHAPE = 3;

export interface MailLook {
  readonly language: MailLanguage;
  readonly name: string;
  /** A BCP 47 tag. */
  readonly locale: string;
  /** Scheme and host, without a trailing slash. */
  readonly shopUrl: string;
  readonly contactEmail: string;
  /** The legal entity behind the shop, and its address line by line. */
  readonly operator: readonly string[];
  readonly logo: MailLogo | null;
  readonly logoDark: MailLogo | null;
  /** The value of the mail's `color-scheme`. */
  readonly schemes: 'light dark' | 'light only' | 'dark only';
  /** The palette of the inline styles, which is the dark one if the shop is always dark. */
  readonly light: Palette;
  /** The dark palette; null if the mail has only one look. */
  readonly dark: Palette | null;
  readonly messageIdDomain: string;
}

export interface MailLogo {
  readonly url: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Palette {
  readonly paper: string;
  readonly surface: string;
  readonly sunken: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly brand: string;
  readonly onBrand: string;
  readonly brandText: string;
  readonly accent: string;
  readonly tones: Readonly<Record<'ok' | 'warn' | 'bad' | 'info', { readonly back: string; readonly text: string }>>;
}

const LIGHT: Palette = {
  paper: '#faf6ee',
  surface: '#ffffff',
  sunken: '#f2ece0',
  ink: '#1b1a2e',
  ink2: '#4a4860',
  ink3: '#666378',
  line: '#ddd4c4',
  brand: '#0b5d66',
  onBrand: '#ffffff',
  brandText: '#0b5d66',
  accent: '#ffb84d',
  tones: {
    ok: { back: '#ddf1e2', text: '#14532d' },
    warn: { back: '#ffe8bf', text: '#6a3e00' },
    bad: { back: '#fbe0db', text: '#8a1a12' },
    info: { back: '#dce9f7', text: '#164677' },
  },
};

const DARK: Palette = {
  paper: '#12131f',
  surface: '#1b1d2c',
  sunken: '#0c0d16',
  ink: '#f6f0e4',
  ink2: '#cbc6d4',
  ink3: '#a29eb2',
  line: '#34374b',
  brand: '#5cc8c6',
  onBrand: '#06262a',
  brandText: '#7dd7d4',
  accent: '#ffb84d',
  tones: {
    ok: { back: '#12351f', text: '#9be0b0' },
    warn: { back: '#3d2a07', text: '#ffd48a' },
    bad: { back: '#431611', text: '#ffb4a8' },
    info: { back: '#132f4c', text: '#a9d0f8' },
  },
};

/** The part of the shop's configuration that mails use. */
export interface ShopForMail {
  readonly public: {
    readonly name: string;
    readonly locale: string;
    readonly operator: { readonly name: string; readonly email: string; readonly address: readonly string[] };
    readonly logo: ShopImageForMail | null;
    readonly logoDark: ShopImageForMail | null;
    readonly theme: {
      readonly brandColor: string | null;
      readonly accentColor: string | null;
      readonly colorScheme: 'light' | 'dark' | 'auto';
    };
  };
  readonly private: { readonly mailSender: { readonly name: string; readonly email: string } };
}

interface ShopImageForMail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly formats: readonly string[];
}

export type MailLooks = (locale: string) => MailLook;

export const mailLooks =
  (shop: ShopForMail, shopUrl: string): MailLooks =>
  (locale) =>
    mailLook({ ...shop, public: { ...shop.public, locale } }, shopUrl);

/** `shopUrl` comes from configuration, never from a request's Host. */
export function mailLook(shop: ShopForMail, shopUrl: string): MailLook {
  const { name, locale, operator, logo, logoDark, theme } = shop.public;
  const origin = shopUrl.replace(/\/+$/, '');
  const brand = theme.brandColor ?? null;
  const [light, dark] = [LIGHT, DARK].map((palette) => inColors(palette, brand, theme.accentColor)) as [
    Palette,
    Palette,
  ];
  const picture = logo && logoOf(logo, origin);
  const pictureDark = logoDark && logoOf(logoDark, origin);
  const looks = {
    auto: { schemes: 'light dark', light, dark, logo: picture, logoDark: pictureDark },
    light: { schemes: 'light only', light, dark: null, logo: picture, logoDark: null },
    dark: { schemes: 'dark only', light: dark, dark: null, logo: pictureDark ?? picture, logoDark: null },
  } as const;
  return {
    language: mailLanguage(languageOfShop(shop.public)),
    name,
    locale,
    shopUrl: origin,
    contactEmail: operator.email,
    operator: [operator.name, ...operator.address],
    ...looks[theme.colorScheme],
    messageIdDomain: domainOf(shop.private.mailSender.email) ?? 'shop.invalid',
  };
}

/**
 * Chooses the double-resolution image in the last of its formats, which every mail program supports. It is shown at
 * most 40 pixels high and 220 wide.
 */
function logoOf(image: ShopImageForMail, origin: string): MailLogo {
  const scale = Math.min(40 / image.height, 220 / image.width);
  return {
    url: new URL(`${image.url}@2x.${image.formats.at(-1)}`, `${origin}/`).href,
    width: Math.round(image.width * scale),
    height: Math.round(image.height * scale),
  };
}

/**
 * Puts the operator's colours into a palette, moving button and link colours towards the ink until their contrast
 * suffices.
 */
function inColors(palette: Palette, brand: string | null, accent: string | null): Palette {
  const colored = accent ? { ...palette, accent } : palette;
  if (!brand) return colored;
  const shown = towardsInk(brand, [palette.surface], palette.ink, SHAPE);
  return {
    ...colored,
    brand: shown,
    // Either white or black always reaches 4.5.
    onBrand: ['#ffffff', '#1b1a2e'].find((color) => isReadable(color, shown)) ?? '#000000',
    // Links must be readable on the card, on the boxes inside it, and below it.
    brandText: towardsInk(brand, [palette.surface, palette.sunken, palette.paper], palette.ink, TEXT),
  };
}

function domainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return /^[a-z0-9.-]+$/i.test(domain) ? domain.toLowerCase() : null;
}
