import { z } from 'zod';
import { instant } from '#wire/fields.ts';

const labels = z.record(z.string(), z.string());

/** A picture in one size: `<url>.<format>` and, for high-density screens, `<url>@2x.<format>`. */
const siteImage = z.object({
  url: z.string(),
  /** CSS pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Best first; every browser supports the last one. */
  formats: z.array(z.string()).min(1),
});
export type SiteImage = z.infer<typeof siteImage>;

const callToActionCard = z.object({
  title: z.string(),
  text: z.string(),
  /** An item picture's address without size and extension; the card shows `-350x500`. */
  image: z.string().nullable(),
});
export type CallToActionCard = z.infer<typeof callToActionCard>;

const addressLine = z.object({
  key: z.string(),
  text: z.string(),
  required: z.boolean(),
  /** The autocomplete token without `billing` or `shipping`, such as `postal-code`; null: derive it from the text. */
  autocomplete: z.string().nullable(),
});

/** An operator's font, and the adjustments in percent that make its fallback take up the same space. */
const fontFile = z.object({
  url: z.string(),
  /** In CSS form: `400` or `200 900`. */
  weight: z.string(),
  fallback: z.object({ sizeAdjust: z.number(), ascent: z.number(), descent: z.number(), lineGap: z.number() }),
});
export type FontFile = z.infer<typeof fontFile>;

/** The operator's design choices; null for the shop's own design. */
const themeOptions = z.object({
  brandColor: z.string().nullable(),
  accentColor: z.string().nullable(),
  fontDisplay: z.string().nullable(),
  fontText: z.string().nullable(),
  fontStylesheet: z.string().nullable(),
  /** Extension: files instead of names. Absent in shops imported before it existed. */
  headingFont: fontFile.nullable().optional(),
  bodyFont: fontFile.nullable().optional(),
  radius: z.enum(['soft', 'round', 'square']),
  colorScheme: z.enum(['light', 'dark', 'auto']),
});
export type ThemeOptions = z.infer<typeof themeOptions>;

const shopEvent = z.object({
  id: z.string(),
  name: z.string(),
  starts_at: instant,
  ends_at: instant,
  timezone: z.string(),
  venue: z.string(),
  address: z.string(),
});
export type ShopEvent = z.infer<typeof shopEvent>;

/** Plain text unless named `...Html`, which is sanitised HTML. */
const shopTexts = z.object({
  tagline: z.string(),
  /** Below the tagline on the home page: what, when, where. */
  heroLine: z.string(),
  /** For search engines and link previews. */
  description: z.string(),
  underConstructionTitle: z.string(),
  underConstructionHtml: z.string(),
  outOfStock: z.string(),
  /** Contains `{{amount}}` and `{{code}}`. */
  bankTransferHtml: z.string(),
  /** Extension: for later instalments of a plan, for which no stock is held. Absent or empty: `bankTransferHtml`. */
  bankTransferInstalmentHtml: z.string().optional(),
  /** Extension: the accessibility statement, by default the shop's. Absent in shops imported before it existed. */
  accessibilityHtml: z.string().optional(),
  cookiePolicyHtml: z.string(),
  /** The questions are collapsed, as `<details>`. */
  faqsHtml: z.string(),
  privacyPolicyHtml: z.string(),
  securityStatementHtml: z.string(),
  termsConditionsHtml: z.string(),
  ambassadorsTitle: z.string(),
  ambassadorsHtml: z.string(),
});
export type ShopTexts = z.infer<typeof shopTexts>;

const transferAccount = z.object({
  payee: z.string(),
  /** Without spaces. */
  iban: z.string(),
  bic: z.string().nullable(),
  bank: z.string().nullable(),
});
export type TransferAccount = z.infer<typeof transferAccount>;

export const publicConfig = z.object({
  name: z.string(),
  /** BCP 47, also the page's `lang`. */
  locale: z.string(),
  timezone: z.string(),
  currency: z.string(),
  /** Digits after the decimal point: 2 for EUR, 0 for JPY. */
  currencyDigits: z.int().min(0).max(3),
  shopActive: z.boolean(),
  merchandiseActive: z.boolean(),
  refundsActive: z.boolean(),
  /** Extension: `ask` if customers can have a refund paid back to the card. Absent: `bank`. */
  refundWay: z.enum(['bank', 'ask']).optional(),
  /** How long a cart is held after an item was last added, in minutes. */
  cartMinutes: z.int().positive(),
  /** Sorted by name. */
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Extension: codes of the countries that merchandise is shipped to. */
  shippingCountries: z.array(z.string()),
  /** Extension: the operator's country if it is one of `countries`. */
  operatorCountry: z.string().nullable(),
  addressLines: z.array(addressLine),
  ibanCountries: z.array(z.string()),
  paymentMethods: labels,
  shopPaymentCreditCard: z.boolean(),
  shopPaymentBankTransfer: z.boolean(),
  shopPaymentBankTransferCountries: z.array(z.string()),
  /** Extension: the account that customers pay into. Absent: only the operator's text names it. */
  shopPaymentBankTransferAccount: transferAccount.optional(),
  /** Extension: the minimum number of days between an order by transfer and its first event or departure. */
  shopPaymentBankTransferLeadDays: z.int().min(0),
  shopPaymentCreditCardMaxAttempts: z.int().positive(),
  /** The gateway whose badges the footer shows. */
  paymentGateway: z.string(),
  productTypes: labels,
  merchandiseTypes: labels,
  /** The operator's names for types in a listing's filter; default: the type itself. */
  typePlurals: labels.optional(),
  ageRanges: labels,
  /** The keys of `ageRanges` in display order: JavaScript puts keys such as '50' first in an object. */
  ageRangeKeys: z.array(z.string()),
  paymentStatuses: labels,
  instalmentStatuses: labels,
  ticketStatuses: labels,
  merchandiseStatuses: labels,
  refundStatuses: labels,
  /** Listings show all items at first; with 0, only those in stock. */
  displayOutOfStock: z.int(),
  /** Path of the ambassadors page without a slash. */
  ambassadorsUrl: z.string(),
  /** Empty: the page is in no menu. */
  ambassadorsLabel: z.string(),
  texts: shopTexts,
  /** The version of the terms that orders accept now. */
  termsVersion: z.string(),
  /** The legal entity that sells, with its contact details. */
  operator: z.object({ name: z.string(), email: z.string(), address: z.array(z.string()) }),
  website: z.object({ url: z.string(), label: z.string() }).nullable(),
  socialFacebook: z.string().nullable(),
  socialInstagram: z.string().nullable(),
  socialX: z.string().nullable(),
  socialYoutube: z.string().nullable(),
  trackingPixelId: z.string().nullable(),
  events: z.array(shopEvent),
  imageFormats: z.array(z.string()),
  logo: siteImage.nullable(),
  logoDark: siteImage.nullable(),
  banner: siteImage.nullable(),
  bannerMobile: siteImage.nullable(),
  /** `<icon>-32.png`, `<icon>-180.png`, `<icon>-512.png`. */
  icon: z.string().nullable(),
  cards: z.object({ tickets: callToActionCard, merchandise: callToActionCard, portal: callToActionCard }),
  theme: themeOptions,
});
export type PublicConfig = z.infer<typeof publicConfig>;
