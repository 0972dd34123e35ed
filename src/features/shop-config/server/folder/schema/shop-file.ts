import { z } from 'zod';
import { calendarDate, weekdays } from '../../../domain/day-zero.ts';
import { defaultChannels, defaultPaymentMethods, defaultTitles } from '../default-labels.ts';
import {
  amount,
  bic,
  count,
  country,
  deliveryTax,
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

const dayZeroRule = {
  error: () => 'expected a date such as 2027-07-22, or a rule of nth, weekday, month and at_least_days_away',
};
const dayZero = z
  .union(
    [
      z.string().refine((date) => calendarDate(date) !== null, dayZeroRule),
      z.strictObject({
        nth: z
          .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal('last')])
          .meta({ description: 'Which one of its month: 1 to 4, or last.' }),
        weekday: z.enum(weekdays).meta({ description: 'In English, such as thursday.' }),
        month: z.int().min(1).max(12).meta({ description: '1 to 12.' }),
        at_least_days_away: z.int().min(0).max(365).default(0).meta({
          description: 'In days; a day that is nearer than this at the first import is taken a year later. Default: 0.',
        }),
      }),
    ],
    dayZeroRule,
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
      .default('SHOP')
      .meta({ description: 'What the codes of orders begin with: one to six capitals. Default: SHOP.' }),
    cart_minutes: count(1, 120)
      .default(15)
      .meta({ description: 'How many minutes a cart keeps its items, from the last one added. Default: 15.' }),
    channels: labels
      .default({ ...defaultChannels })
      .meta({ description: 'How orders come in, key to label; web is the shop itself.' }),
    restock_refunds: z.boolean().default(true).meta({ description: 'Whether refunded units return to sale.' }),
  })
  .prefault({})
  .meta({ description: 'How orders are named, kept and taken back.' });

/** A number of days, months or years, or forever. */
const span = (most: number) => {
  const error = () => `expected a whole number from 1 to ${most}, or never`;
  return z.union([z.int({ error }).min(1, { error }).max(most, { error }), z.literal('never', { error })], { error });
};

const retention = z
  .strictObject({
    mail_days: span(3650)
      .default(90)
      .meta({ description: 'How many days a mail is kept after it is sent; never keeps it for good. Default: 90.' }),
    payment_days: span(3650).default(90).meta({
      description:
        'How many days the texts of transfers and your notes about money are kept; never keeps them for good. Default: 90.',
    }),
    refund_days: count(1, 3650)
      .default(90)
      .meta({ description: 'How many days bank details are kept after their refund has ended. Default: 90.' }),
    holder_months: span(120).default(12).meta({
      description:
        'How many months ticket holders are kept after the event or journey; never keeps them for good. Default: 12.',
    }),
    invoice_years: span(30).default(10).meta({
      description:
        'How many whole years, after the year they were issued, invoices keep their buyer and orders their customer; never keeps them for good. Default: 10.',
    }),
  })
  .prefault({})
  .meta({ description: 'When personal data is deleted.' });

const payment = z.strictObject({
  gateway: key.default('sandbox').meta({ description: 'The payment provider whose badges the footer shows.' }),
  credit_card: z.boolean().meta({ description: 'Whether customers may pay by card.' }),
  credit_card_max_attempts: count(1, 100)
    .default(5)
    .meta({ description: 'How often a payment may be tried by card. Default: 5.' }),
  card_hold_minutes: count(5, 1440).default(30).meta({ description: 'How long an unpaid card order keeps its stock.' }),
  card_link_hours: count(1, 720).default(24).meta({
    description:
      'How many hours an unpaid card order that the operator took keeps its stock; its customer pays by the mailed link. Default: 24.',
  }),
  bank_transfer: z
    .boolean()
    .meta({ description: 'Whether customers may pay by bank transfer; pages/bank-transfer.html tells them how.' }),
  bank_transfer_account: z
    .strictObject({
      payee: line.max(70).optional().meta({ description: 'The account holder. Default: the name of the operator.' }),
      iban: iban.meta({ description: 'The account that customers pay into.' }),
      bic: bic.optional().meta({ description: 'Shown if given; banks outside the European Economic Area need it.' }),
      bank: line.optional().meta({ description: 'The name of the bank. Default: not shown.' }),
    })
    .optional()
    .meta({
      description:
        'Shown below the text of pages/bank-transfer.html with buttons to copy each value, and, for euros, as a QR code that banking apps scan. Default: only the text.',
    }),
  bank_transfer_countries: z
    .array(country)
    .default([])
    .meta({ description: 'Countries whose customers may pay by transfer. Default: none.' }),
  bank_transfer_days: count(1, 60)
    .default(7)
    .meta({ description: 'In how many days a transfer has to arrive. Default: 7.' }),
  bank_transfer_grace_days: count(0, 60)
    .default(2)
    .meta({ description: 'How many days more an order waits for its transfer before it is cancelled. Default: 2.' }),
  bank_transfer_days_before_event: count(0, 60).default(1).meta({
    description:
      'How many days before the first event or departure of an order a bank transfer, grace included, must be over; otherwise it is not offered. Default: 1.',
  }),
  plan_grace_days: count(0, 365)
    .default(14)
    .meta({ description: 'How many days a payment of a plan may be overdue until plan_overdue applies. Default: 14.' }),
  plan_overdue: z
    .enum(['wait', 'cancel'])
    .default('wait')
    .meta({ description: 'What happens to a plan that stays overdue past its grace.' }),
  methods: z
    .strictObject({
      credit_card: line.meta({ description: 'Payment by card.' }),
      bank_transfer: line.meta({ description: 'Payment by bank transfer.' }),
      voucher: line.meta({ description: 'An order that vouchers pay for, or that costs nothing.' }),
    })
    .default({ ...defaultPaymentMethods })
    .meta({ description: 'What the ways to pay are called. Default: words in the shop’s language.' }),
});

const shipping = z.strictObject({
  countries: z
    .array(country)
    .min(1, { error: () => 'must not be empty' })
    .meta({ description: 'The countries that this rate is for.' }),
  name: line.meta({ description: 'What the operator calls it.' }),
  type: key
    .default('standard')
    .meta({ description: 'A word of your own for the kind of shipping. Default: standard.' }),
  price: amount.meta({ description: 'For a whole order, taxes included.' }),
});

const addressLine = z.strictObject({
  key: key.meta({ description: 'Names the line for good; addresses are stored under it.' }),
  text: line.max(60).meta({ description: 'What the field is called.' }),
  required: z.boolean().default(false).meta({ description: 'Whether it must be filled in. Default: no.' }),
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

const card = (title: string, description: string) =>
  z
    .strictObject({
      title: line.default(title).meta({ description: 'The heading of the card.' }),
      text: z.string().trim().default('').meta({ description: 'A line under it. Default: none.' }),
      image: itemPicture.optional(),
    })
    .prefault({})
    .meta({ description });

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: () => 'expected a colour such as #0B5D66' });
const font = z.string().regex(/^[\p{L}\p{N} _-]{1,60}$/u, { error: () => 'expected the name of a font family' });

const theme = z
  .strictObject({
    brand_color: color.optional().meta({ description: 'Of buttons and links, such as #0B5D66. Default: Foyer’s own.' }),
    accent_color: color.optional().meta({ description: 'Of what stands out, such as #FFB000. Default: Foyer’s own.' }),
    font_display: font
      .optional()
      .meta({ description: 'The family of headings, from font_stylesheet or every visitor’s machine.' }),
    font_text: font.optional().meta({ description: 'The family of everything else, from the same places.' }),
    font_stylesheet: webAddress
      .optional()
      .meta({ description: 'The address of a stylesheet that brings these fonts.' }),
    radius: z
      .enum(['soft', 'round', 'square'])
      .default('soft')
      .meta({ description: 'How round corners are. Default: soft.' }),
    color_scheme: z
      .enum(['light', 'dark', 'auto'])
      .default('light')
      .meta({ description: 'Light, dark, or auto: as each visitor’s machine is set. Default: light.' }),
  })
  .prefault({})
  .meta({ description: 'Colours, fonts and shapes.' });

/** shop.yaml */
export const shopSchema = z
  .strictObject({
    name: line.max(80).meta({ description: 'The shop’s name, on every page and in every mail.' }),
    tagline: line.meta({ description: 'The big line on the home page.' }),
    hero_line: z.string().trim().default('').meta({ description: 'The line under it: what, when, where.' }),
    description: line.meta({ description: 'One or two sentences for search engines and link previews.' }),
    locale: z
      .string()
      .refine((tag) => Intl.DateTimeFormat.supportedLocalesOf(safeTag(tag)).length === 1, {
        error: () => 'expected a language such as en or en-GB',
      })
      .default('en')
      .meta({ description: 'Language and country of texts, dates and amounts, such as en-GB or de. Default: en.' }),
    timezone: timezone.meta({ description: 'Of dates without a zone of their own, such as Europe/Amsterdam.' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: () => 'expected a currency code such as EUR' })
      .meta({ description: 'Three capitals, ISO 4217; it stays once something was sold.' }),
    currency_digits: z.int().min(0).max(3).optional().meta({ description: 'Default: what ISO 4217 says.' }),
    active: z
      .strictObject({
        shop: z.boolean().meta({ description: 'Off: visitors see that the shop opens soon.' }),
        merchandise: z.boolean().meta({ description: 'Whether there is merchandise beside tickets.' }),
        refunds: z.boolean().meta({ description: 'Whether customers may ask for refunds.' }),
      })
      .meta({ description: 'What is open.' }),
    day_zero: dayZero,
    terms_version: z
      .string({ error: () => 'expected a text; put a number in quotes' })
      .trim()
      .min(1)
      .max(60)
      .meta({ description: 'Names the text of pages/terms-conditions.html; a changed text needs a new one.' }),
    operator: z
      .strictObject({
        name: line.meta({ description: 'Who sells, as it stands on invoices.' }),
        email: email.meta({ description: 'Where customers write to.' }),
        address: z.array(line).min(1).meta({ description: 'Line by line.' }),
        vat_number: line.optional().meta({ description: 'On invoices. Default: none.' }),
        registration_number: line.optional().meta({ description: 'Of the company, on invoices. Default: none.' }),
        invoice_note: line.optional().meta({ description: 'A line at the foot of invoices. Default: none.' }),
        bank_iban: iban.optional().meta({ description: 'The account that refunds are paid from.' }),
        bank_bic: bic.optional().meta({ description: 'Its bank; not needed where banks know it from the IBAN.' }),
      })
      .meta({ description: 'The company behind the shop.' }),
    mail: z
      .strictObject({
        sender_name: line.meta({ description: 'Whom mails come from.' }),
        sender_email: email.meta({ description: 'The address that they come from.' }),
      })
      .optional()
      .meta({ description: 'Default: the shop’s name and the operator’s address.' }),
    website: z
      .strictObject({
        url: webAddress.meta({ description: 'Begins with https://.' }),
        label: line.meta({ description: 'What the link is called.' }),
      })
      .optional()
      .meta({ description: 'A link to your website in the header. Default: none.' }),
    social: z
      .strictObject({
        facebook: webAddress.optional().meta({ description: 'The address of the profile. Default: none.' }),
        instagram: webAddress.optional().meta({ description: 'The address of the profile. Default: none.' }),
        x: webAddress.optional().meta({ description: 'The address of the profile. Default: none.' }),
        youtube: webAddress.optional().meta({ description: 'The address of the profile. Default: none.' }),
      })
      .prefault({})
      .meta({ description: 'Profiles that the footer links to.' }),
    tracking_pixel_id: z
      .string({ error: () => 'expected a text; put a number in quotes' })
      .regex(/^[0-9]{1,40}$/, { error: () => "expected the digits of a Meta pixel, such as '1234567890'" })
      .optional()
      .meta({ description: 'The digits of a Meta pixel, in quotes. Default: nobody is tracked.' }),
    orders,
    retention,
    payment: payment.meta({ description: 'How customers pay, and how long the shop waits.' }),
    tax: z
      .strictObject({
        tickets: percent.meta({ description: 'In percent, contained in the prices of tickets.' }),
        merchandise: deliveryTax.meta({
          description:
            'In percent, contained in the prices of merchandise; or by country of delivery: `{ default: 21, DE: 19 }`.',
        }),
      })
      .meta({ description: 'The rates of items that name none of their own.' }),
    invoices: z
      .strictObject({
        advance_payments: z.boolean().default(false).meta({
          description:
            'Whether each payment of a plan gets an invoice for a payment on account, which the final invoice deducts.',
        }),
      })
      .prefault({})
      .meta({ description: 'Which documents the shop issues besides invoices and credit notes.' }),
    countries: z
      .array(
        z.union(
          [
            country,
            z.strictObject({
              code: country.meta({ description: 'Two capitals, ISO 3166.' }),
              name: line.meta({ description: 'What it is called. Of a code alone: its name in the shop’s language.' }),
            }),
          ],
          {
            error: () => 'expected a country code such as NL',
          },
        ),
      )
      .min(1)
      .meta({ description: 'Where customers may live.' }),
    iban_countries: z.array(country).default([]).meta({ description: 'Where a refund asks for an IBAN.' }),
    shipping: z.array(shipping).default([]).meta({ description: 'A country in no entry is not shipped to.' }),
    address_lines: z
      .array(addressLine)
      .min(1)
      .max(12)
      .meta({ description: 'What an address is made of, in this order.' }),
    product_types: labels.meta({
      description: 'Kinds of tickets. `ticket` is entry, `transport` travels; any other is an add-on.',
    }),
    merchandise_types: labels.default({}).meta({ description: 'Kinds of merchandise, key to label. Default: none.' }),
    type_plurals: labels.default({}).meta({
      description:
        'What the filter of a listing calls a type: `transport: Busse`. Without it English adds its plural, and others keep the word.',
    }),
    age_ranges: labels.default({}).meta({ description: 'Keys to labels; items name the keys. Default: none.' }),
    payment_statuses: labels
      .default({})
      .meta({ description: 'What payment statuses are called, key to label. Default: words in the shop’s language.' }),
    instalment_statuses: labels.default({}).meta({
      description:
        'What statuses of a plan’s payments are called, key to label. Default: words in the shop’s language.',
    }),
    ticket_statuses: labels
      .default({})
      .meta({ description: 'What ticket statuses are called, key to label. Default: words in the shop’s language.' }),
    merchandise_statuses: labels.default({}).meta({
      description: 'What merchandise statuses are called, key to label. Default: words in the shop’s language.',
    }),
    refund_statuses: labels
      .default({})
      .meta({ description: 'What refund statuses are called, key to label. Default: words in the shop’s language.' }),
    show_out_of_stock: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether listings start with what is out of stock, too.' }),
    ambassadors: z
      .strictObject({
        url: z
          .string()
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: () => 'expected small letters, digits and single -' })
          .default('ambassadors')
          .meta({ description: 'Its address within the shop. Default: ambassadors.' }),
        label: z.string().trim().default('').meta({ description: 'In the navigation; without it there is no entry.' }),
        title: line.default(defaultTitles.ambassadors).meta({ description: 'The heading of the page.' }),
      })
      .prefault({})
      .meta({ description: 'A page of your own, from pages/ambassadors.html.' }),
    texts: z
      .strictObject({
        under_construction_title: line
          .default(defaultTitles.underConstruction)
          .meta({ description: 'The heading while the shop is not active.' }),
        under_construction: html.default('').meta({ description: 'HTML under it. Default: none.' }),
        out_of_stock: z
          .string()
          .trim()
          .default('')
          .meta({ description: 'What an empty listing says. Default: that there are no items to show.' }),
      })
      .prefault({})
      .meta({ description: 'Texts of the pages.' }),
    images: z
      .strictObject({
        logo: picture
          .optional()
          .meta({ description: 'For light backgrounds, shown at up to 480 x 96. Default: the shop’s name.' }),
        logo_dark: picture.optional().meta({ description: 'The same for dark backgrounds. Default: logo.' }),
        icon: picture.optional().meta({ description: 'A square one for browser tabs and phones.' }),
        banner: picture.optional().meta({ description: 'Cut to 1440 x 560.' }),
        banner_mobile: picture.optional().meta({ description: 'Cut to 720 x 640.' }),
      })
      .prefault({})
      .meta({ description: 'Pictures of the shop itself.' }),
    cards: z
      .strictObject({
        tickets: card(defaultTitles.tickets, 'The card that leads to the tickets.'),
        merchandise: card(defaultTitles.merchandise, 'The card that leads to the merchandise.'),
        portal: card(defaultTitles.portal, 'The card that leads to a customer’s orders.'),
      })
      .prefault({})
      .meta({ description: 'The cards on the home page.' }),
    theme,
    fonts: z
      .strictObject({
        heading: fontFile.optional().meta({ description: 'A woff2 file for headings, at most 200 kB.' }),
        body: fontFile.optional().meta({ description: 'One for everything else.' }),
      })
      .prefault({})
      .meta({ description: 'Font files of the folder.' }),
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
