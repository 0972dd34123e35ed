import { z } from 'zod';
import { calendarDate, weekdays } from '../../../domain/day-zero.ts';
import { defaultChannels, defaultPaymentMethods, defaultTitles } from '../default-labels.ts';
import {
  amount,
  bic,
  count,
  country,
  email,
  fontFile,
  html,
  iban,
  itemPicture,
  key,
  labels,
  line,
  percent,
  picture,
  timezone,
  webAddress,
} from './fields.ts';

const dayZero = z
  .union(
    [
      z.string().refine((date) => calendarDate(date) !== null),
      z.strictObject({
        nth: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal('last')]),
        weekday: z.enum(weekdays),
        month: z.int().min(1).max(12),
        at_least_days_away: z.int().min(0).max(365).default(0),
      }),
    ],
    { error: () => 'expected a date such as 2027-07-22, or a rule of nth, weekday, month and at_least_days_away' },
  )
  .meta({
    description:
      'The day that dates such as day+1 count from. A rule (the fourth Thursday of July; next year’s when it is less than 150 days away) is resolved at the first import and then stays.',
  });

const orders = z
  .strictObject({
    code_prefix: z
      .string()
      .regex(/^[A-Z]{1,6}$/, { error: () => 'one to six capitals' })
      .default('SHOP'),
    cart_minutes: count(1, 120).default(15),
    channels: labels
      .default({ ...defaultChannels })
      .meta({ description: 'How orders come in, key to label; web is the shop itself.' }),
    restock_refunds: z.boolean().default(true).meta({ description: 'Whether refunded units return to sale.' }),
  })
  .prefault({});

const payment = z.strictObject({
  gateway: key.default('sandbox').meta({ description: 'The payment provider whose badges the footer shows.' }),
  credit_card: z.boolean(),
  credit_card_max_attempts: count(1, 100).default(5),
  card_hold_minutes: count(5, 1440).default(30).meta({ description: 'How long an unpaid card order keeps its stock.' }),
  bank_transfer: z.boolean(),
  bank_transfer_countries: z.array(country).default([]),
  bank_transfer_days: count(1, 60).default(7),
  bank_transfer_grace_days: count(0, 60).default(2),
  plan_grace_days: count(0, 365).default(14),
  plan_overdue: z
    .enum(['wait', 'cancel'])
    .default('wait')
    .meta({ description: 'What happens to a plan that stays overdue past its grace.' }),
  methods: z
    .strictObject({ credit_card: line, bank_transfer: line, voucher: line })
    .default({ ...defaultPaymentMethods }),
});

const shipping = z.strictObject({
  countries: z.array(country).min(1, { error: () => 'must not be empty' }),
  name: line,
  type: key.default('standard'),
  price: amount,
});

const addressLine = z.strictObject({
  key,
  text: line.max(60),
  required: z.boolean().default(false),
  autocomplete: z
    .enum([
      'address-line1',
      'address-line2',
      'address-line3',
      'address-level1',
      'address-level2',
      'postal-code',
      'organization',
    ])
    .optional()
    .meta({ description: 'What browsers fill in here. Default: found by the text.' }),
});

const card = (title: string) =>
  z
    .strictObject({ title: line.default(title), text: z.string().trim().default(''), image: itemPicture.optional() })
    .prefault({});

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: () => 'expected a colour such as #0B5D66' });
const font = z.string().regex(/^[\p{L}\p{N} _-]{1,60}$/u, { error: () => 'expected the name of a font family' });

const theme = z
  .strictObject({
    brand_color: color.optional(),
    accent_color: color.optional(),
    font_display: font.optional(),
    font_text: font.optional(),
    font_stylesheet: webAddress.optional(),
    radius: z.enum(['soft', 'round', 'square']).default('soft'),
    color_scheme: z.enum(['light', 'dark', 'auto']).default('light'),
  })
  .prefault({});

/** shop.yaml */
export const shopSchema = z
  .strictObject({
    name: line.max(80),
    tagline: line.meta({ description: 'The big line on the home page.' }),
    hero_line: z.string().trim().default('').meta({ description: 'The line under it: what, when, where.' }),
    description: line.meta({ description: 'One or two sentences for search engines and link previews.' }),
    locale: z
      .string()
      .refine((tag) => Intl.DateTimeFormat.supportedLocalesOf(safeTag(tag)).length === 1, {
        error: () => 'expected a language such as en or en-GB',
      })
      .default('en'),
    timezone,
    currency: z.string().regex(/^[A-Z]{3}$/, { error: () => 'expected a currency code such as EUR' }),
    currency_digits: z.int().min(0).max(3).optional().meta({ description: 'Default: what ISO 4217 says.' }),
    active: z.strictObject({ shop: z.boolean(), merchandise: z.boolean(), refunds: z.boolean() }),
    day_zero: dayZero,
    terms_version: z
      .string({ error: () => 'expected a text; put a number in quotes' })
      .trim()
      .min(1)
      .max(60)
      .meta({ description: 'Names the text of pages/terms-conditions.html; a changed text needs a new one.' }),
    operator: z.strictObject({
      name: line,
      email,
      address: z.array(line).min(1),
      vat_number: line.optional(),
      registration_number: line.optional(),
      invoice_note: line.optional(),
      bank_iban: iban.optional().meta({ description: 'The account that refunds are paid from.' }),
      bank_bic: bic.optional().meta({ description: 'Its bank; not needed where banks know it from the IBAN.' }),
    }),
    mail: z
      .strictObject({ sender_name: line, sender_email: email })
      .optional()
      .meta({ description: 'Default: the shop’s name and the operator’s address.' }),
    website: z.strictObject({ url: webAddress, label: line }).optional(),
    social: z
      .strictObject({
        facebook: webAddress.optional(),
        instagram: webAddress.optional(),
        x: webAddress.optional(),
        youtube: webAddress.optional(),
      })
      .prefault({}),
    tracking_pixel_id: z
      .string({ error: () => 'expected a text; put a number in quotes' })
      .regex(/^[0-9]{1,40}$/, { error: () => "expected the digits of a Meta pixel, such as '1234567890'" })
      .optional(),
    orders,
    payment,
    tax: z.strictObject({ tickets: percent, merchandise: percent }),
    countries: z
      .array(
        z.union([country, z.strictObject({ code: country, name: line })], {
          error: () => 'expected a country code such as NL',
        }),
      )
      .min(1)
      .meta({ description: 'Where customers may live.' }),
    iban_countries: z.array(country).default([]).meta({ description: 'Where a refund asks for an IBAN.' }),
    shipping: z.array(shipping).default([]).meta({ description: 'A country in no entry is not shipped to.' }),
    address_lines: z.array(addressLine).min(1).max(12),
    product_types: labels.meta({
      description: 'Kinds of tickets. `ticket` is entry, `transport` travels; any other is an add-on.',
    }),
    merchandise_types: labels.default({}),
    type_plurals: labels.default({}).meta({
      description:
        'What the filter of a listing calls a type: `transport: Busse`. Without it English adds its plural, and others keep the word.',
    }),
    age_ranges: labels.default({}),
    payment_statuses: labels.default({}),
    instalment_statuses: labels.default({}),
    ticket_statuses: labels.default({}),
    merchandise_statuses: labels.default({}),
    refund_statuses: labels.default({}),
    show_out_of_stock: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether listings start with what is out of stock, too.' }),
    ambassadors: z
      .strictObject({
        url: z
          .string()
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: () => 'expected small letters, digits and single -' })
          .default('ambassadors'),
        label: z.string().trim().default('').meta({ description: 'In the navigation; without it there is no entry.' }),
        title: line.default(defaultTitles.ambassadors),
      })
      .prefault({}),
    texts: z
      .strictObject({
        under_construction_title: line.default(defaultTitles.underConstruction),
        under_construction: html.default(''),
        out_of_stock: z.string().trim().default(''),
      })
      .prefault({}),
    images: z
      .strictObject({
        logo: picture.optional(),
        logo_dark: picture.optional(),
        icon: picture.optional().meta({ description: 'A square one for browser tabs and phones.' }),
        banner: picture.optional().meta({ description: 'Cut to 1440 x 560.' }),
        banner_mobile: picture.optional().meta({ description: 'Cut to 720 x 640.' }),
      })
      .prefault({}),
    cards: z
      .strictObject({
        tickets: card(defaultTitles.tickets),
        merchandise: card(defaultTitles.merchandise),
        portal: card(defaultTitles.portal),
      })
      .prefault({}),
    theme,
    fonts: z
      .strictObject({
        heading: fontFile.optional().meta({ description: 'A woff2 file for headings, at most 200 kB.' }),
        body: fontFile.optional().meta({ description: 'One for everything else.' }),
      })
      .prefault({}),
  })
  .meta({ title: 'shop.yaml of a shop folder' });
export type ShopFile = z.infer<typeof shopSchema>;

function safeTag(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}
