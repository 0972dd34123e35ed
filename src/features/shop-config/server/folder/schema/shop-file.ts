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
import { statementCsv } from './statement-csv-file.ts';

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
          .meta({ description: 'Which such weekday of the month: 1 to 4, or last.' }),
        weekday: z.enum(weekdays).meta({ description: 'In English, such as thursday.' }),
        month: z.int().min(1).max(12).meta({ description: '1 to 12.' }),
        at_least_days_away: z.int().min(0).max(365).default(0).meta({
          description: 'If the day is fewer days away than this at the first import, next year’s is used. Default: 0.',
        }),
      }),
    ],
    dayZeroRule,
  )
  .meta({
    description:
      'The day from which dates such as day+1 are counted: a date, or a rule such as the fourth Thursday of July, or next year’s if that is less than 150 days away. The first import resolves a rule, and its day then stays.',
  });

const orders = z
  .strictObject({
    code_prefix: z
      .string()
      .regex(/^[A-Z]{1,6}$/, { error: () => 'one to six capitals' })
      .default('SHOP')
      .meta({ description: 'The prefix of order codes: one to six capital letters. Default: SHOP.' }),
    cart_minutes: count(1, 120).default(15).meta({
      description: 'The number of minutes that a cart keeps its items after the last one was added. Default: 15.',
    }),
    channels: labels
      .default({ ...defaultChannels })
      .meta({ description: 'Labels of the sales channels by key; web is the online shop.' }),
    restock_refunds: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether refunded units return to sale. Default: yes.' }),
  })
  .prefault({})
  .meta({ description: 'Order codes, carts, sales channels and returned stock.' });

/** A number of days, months or years, or forever. */
const span = (most: number) => {
  const error = () => `expected a whole number from 1 to ${most}, or never`;
  return z.union([z.int({ error }).min(1, { error }).max(most, { error }), z.literal('never', { error })], { error });
};

const retention = z
  .strictObject({
    mail_days: span(3650).default(90).meta({
      description:
        'The number of days that an email is kept after it was sent, or never to keep it forever. Default: 90.',
    }),
    payment_days: span(3650).default(90).meta({
      description:
        'The number of days that the texts of transfers and your notes about money are kept, or never to keep them forever. Default: 90.',
    }),
    refund_days: count(1, 3650)
      .default(90)
      .meta({ description: 'The number of days that bank details are kept after the refund has ended. Default: 90.' }),
    holder_months: span(120).default(12).meta({
      description:
        'The number of months that ticket holders are kept after the event or journey, or never to keep them forever. Default: 12.',
    }),
    invoice_years: span(30).default(10).meta({
      description:
        'The number of full years after the year of issue that invoices keep their buyer and orders their customer, or never to keep them forever. Default: 10.',
    }),
  })
  .prefault({})
  .meta({ description: 'When personal data is deleted.' });

const payment = z.strictObject({
  gateway: key.default('sandbox').meta({ description: 'The payment provider whose badges the footer shows.' }),
  credit_card: z.boolean().meta({ description: 'Whether customers can pay by card.' }),
  credit_card_max_attempts: count(1, 100)
    .default(5)
    .meta({ description: 'The number of card attempts for one payment. Default: 5.' }),
  card_hold_minutes: count(5, 1440)
    .default(30)
    .meta({ description: 'The number of minutes that an unpaid card order keeps its stock. Default: 30.' }),
  card_link_hours: count(1, 720).default(24).meta({
    description:
      'The number of hours that an unpaid card order taken by the operator keeps its stock. The customer pays through an emailed link. Default: 24.',
  }),
  bank_transfer: z
    .boolean()
    .meta({ description: 'Whether customers can pay by bank transfer. pages/bank-transfer.html explains how.' }),
  bank_transfer_account: z
    .strictObject({
      payee: line.max(70).optional().meta({ description: 'The account holder. Default: the operator’s name.' }),
      iban: iban.meta({ description: 'The account that customers pay into.' }),
      bic: bic.optional().meta({ description: 'Shown if set. Banks outside the European Economic Area need it.' }),
      bank: line.optional().meta({ description: 'The name of the bank. Default: not shown.' }),
    })
    .optional()
    .meta({
      description:
        'Shown below the text of pages/bank-transfer.html, with buttons that copy each value and, in euros, a QR code for banking apps. Default: only the text is shown.',
    }),
  bank_transfer_countries: z
    .array(country)
    .default([])
    .meta({ description: 'The countries whose customers can pay by bank transfer. Default: none.' }),
  bank_transfer_days: count(1, 60)
    .default(7)
    .meta({ description: 'The number of days within which a transfer must arrive. Default: 7.' }),
  bank_transfer_grace_days: count(0, 60)
    .default(2)
    .meta({ description: 'The number of further days before an order without its transfer is cancelled. Default: 2.' }),
  bank_transfer_days_before_event: count(0, 60).default(1).meta({
    description:
      'Bank transfer is only offered if its deadline, including grace, is at least this many days before the order’s first event or departure. Default: 1.',
  }),
  plan_grace_days: count(0, 365).default(14).meta({
    description: 'The number of days that a payment of a plan can be overdue before plan_overdue applies. Default: 14.',
  }),
  plan_overdue: z
    .enum(['wait', 'cancel'])
    .default('wait')
    .meta({ description: 'What happens to a plan that is overdue for longer: wait, or cancel. Default: wait.' }),
  methods: z
    .strictObject({
      credit_card: line.meta({ description: 'The label for payment by card.' }),
      bank_transfer: line.meta({ description: 'The label for payment by bank transfer.' }),
      voucher: line.meta({ description: 'The label for an order that is paid by voucher or costs nothing.' }),
    })
    .default({ ...defaultPaymentMethods })
    .meta({ description: 'Labels of the payment methods. Default: labels in the shop’s language.' }),
});

const shipping = z.strictObject({
  countries: z
    .array(country)
    .min(1, { error: () => 'must not be empty' })
    .meta({ description: 'The countries to which this price applies.' }),
  name: line.meta({ description: 'The name shown to customers.' }),
  type: key.default('standard').meta({ description: 'Your own word for this type of shipping. Default: standard.' }),
  price: amount.meta({ description: 'For a whole order, including taxes.' }),
});

const addressLine = z.strictObject({
  key: key.meta({ description: 'Identifies the line in stored addresses. It must never change.' }),
  text: line.max(60).meta({ description: 'The field’s label.' }),
  required: z.boolean().default(false).meta({ description: 'Whether the field is required. Default: no.' }),
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
    .meta({ description: 'What browsers fill in here. Default: guessed from the label.' }),
});

const card = (title: string, description: string) =>
  z
    .strictObject({
      title: line.default(title).meta({ description: 'The heading of the card.' }),
      text: z.string().trim().default('').meta({ description: 'The line below it. Default: none.' }),
      image: itemPicture.optional(),
    })
    .prefault({})
    .meta({ description });

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: () => 'expected a colour such as #0B5D66' });
const font = z.string().regex(/^[\p{L}\p{N} _-]{1,60}$/u, { error: () => 'expected the name of a font family' });

const theme = z
  .strictObject({
    brand_color: color
      .optional()
      .meta({ description: 'The colour of buttons and links, such as #0B5D66. Default: Foyer’s own.' }),
    accent_color: color
      .optional()
      .meta({ description: 'The colour of highlights, such as #FFB000. Default: Foyer’s own.' }),
    font_display: font
      .optional()
      .meta({ description: 'The font family for headings, from font_stylesheet or installed on visitors’ devices.' }),
    font_text: font.optional().meta({ description: 'The font family for all other text, from the same sources.' }),
    font_stylesheet: webAddress
      .optional()
      .meta({ description: 'The address of a stylesheet that defines these fonts.' }),
    radius: z
      .enum(['soft', 'round', 'square'])
      .default('soft')
      .meta({ description: 'The shape of corners. Default: soft.' }),
    color_scheme: z
      .enum(['light', 'dark', 'auto'])
      .default('light')
      .meta({ description: 'light, dark, or auto to follow each visitor’s device. Default: light.' }),
  })
  .prefault({})
  .meta({ description: 'Colours, fonts and shapes.' });

/** shop.yaml */
export const shopSchema = z
  .strictObject({
    name: line.max(80).meta({ description: 'The shop’s name on all pages and in all emails.' }),
    tagline: line.meta({ description: 'The headline of the home page.' }),
    hero_line: z
      .string()
      .trim()
      .default('')
      .meta({ description: 'The line below it: what, when, where. Default: none.' }),
    description: line.meta({ description: 'One or two sentences for search engines and link previews.' }),
    locale: z
      .string()
      .refine((tag) => Intl.DateTimeFormat.supportedLocalesOf(safeTag(tag)).length === 1, {
        error: () => 'expected a language such as en or en-GB',
      })
      .default('en')
      .meta({ description: 'The language and region of texts, dates and amounts, such as en-GB or de. Default: en.' }),
    timezone: timezone.meta({
      description: 'The time zone for all dates without their own, such as Europe/Amsterdam.',
    }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: () => 'expected a currency code such as EUR' })
      .meta({ description: 'Three capital letters (ISO 4217). It cannot change once something was sold.' }),
    currency_digits: z
      .int()
      .min(0)
      .max(3)
      .optional()
      .meta({ description: 'The number of decimal digits. Default: as in ISO 4217.' }),
    active: z
      .strictObject({
        shop: z.boolean().meta({ description: 'Whether the shop is open. If not, visitors read that it opens soon.' }),
        merchandise: z.boolean().meta({ description: 'Whether the shop sells merchandise.' }),
        refunds: z.boolean().meta({ description: 'Whether customers can request refunds.' }),
      })
      .meta({ description: 'The parts of the shop that are open.' }),
    day_zero: dayZero,
    terms_version: z
      .string({ error: () => 'expected a text; put a number in quotes' })
      .trim()
      .min(1)
      .max(60)
      .meta({ description: 'The version of pages/terms-conditions.html. A changed text needs a new version.' }),
    operator: z
      .strictObject({
        name: line.meta({ description: 'The seller’s name on invoices.' }),
        email: email.meta({ description: 'The address for customers’ questions.' }),
        notices_email: email.optional().meta({
          description:
            'Where the shop writes when something needs you: money to settle, disputes, failed refunds. Default: email.',
        }),
        address: z.array(line).min(1).meta({ description: 'One entry per line.' }),
        vat_number: line.optional().meta({ description: 'Printed on invoices. Default: none.' }),
        registration_number: line
          .optional()
          .meta({ description: 'The company’s registration number, printed on invoices. Default: none.' }),
        invoice_note: line.optional().meta({ description: 'A line at the bottom of invoices. Default: none.' }),
        bank_iban: iban.optional().meta({ description: 'The account that refunds are paid from.' }),
        bank_bic: bic
          .optional()
          .meta({ description: 'The BIC of that account’s bank. Not needed if banks derive it from the IBAN.' }),
      })
      .meta({ description: 'The company behind the shop.' }),
    mail: z
      .strictObject({
        sender_name: line.meta({ description: 'The sender’s name in emails.' }),
        sender_email: email.meta({ description: 'The sender’s address in emails.' }),
      })
      .optional()
      .meta({ description: 'The sender of emails. Default: the shop’s name and the operator’s email address.' }),
    website: z
      .strictObject({
        url: webAddress.meta({ description: 'Starts with https://.' }),
        label: line.meta({ description: 'The text of the link.' }),
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
      .meta({ description: 'Profiles linked in the footer.' }),
    tracking_pixel_id: z
      .string({ error: () => 'expected a text; put a number in quotes' })
      .regex(/^[0-9]{1,40}$/, { error: () => "expected the digits of a Meta pixel, such as '1234567890'" })
      .optional()
      .meta({ description: 'The ID of a Meta pixel, in quotes. Default: no tracking.' }),
    orders,
    retention,
    payment: payment.meta({ description: 'Payment methods and deadlines.' }),
    refunds: z
      .strictObject({
        way: z.enum(['bank', 'ask']).default('bank').meta({
          description:
            '`bank`: customers who ask for a refund give a bank account. `ask`: they are first offered the card they paid with, and give an account only for what it cannot take. Default: bank.',
        }),
        second_person_above: amount.optional().meta({
          description:
            'A refund file for the bank of more than this sum can be downloaded only after a second member of staff has approved it in the office. 0: every file. Default: no file needs a second person.',
        }),
      })
      .optional()
      .meta({ description: 'How refunds are paid.' }),
    bank_statements: z
      .strictObject({
        accounts: z.array(iban).default([]).meta({
          description:
            'Further accounts whose statements can be imported, besides bank_transfer_account and operator.bank_iban. Default: none.',
        }),
        csv: z.record(key, statementCsv).default({}).meta({
          description: 'The CSV formats of your banks, by a name of your choice. Default: none.',
        }),
      })
      .optional()
      .meta({ description: 'For "payments import". camt.053 and MT940 need no settings.' }),
    tax: z
      .strictObject({
        tickets: percent.meta({ description: 'In percent. Ticket prices include it.' }),
        merchandise: deliveryTax.meta({
          description:
            'In percent, or by country of delivery: `{ default: 21, DE: 19 }`. Merchandise prices include it.',
        }),
      })
      .meta({ description: 'The tax rates of items without their own.' }),
    invoices: z
      .strictObject({
        advance_payments: z.boolean().default(false).meta({
          description:
            'Whether each payment of a plan gets an invoice for a payment on account, which the final invoice deducts. Default: no.',
        }),
      })
      .prefault({})
      .meta({ description: 'Documents besides invoices and credit notes.' }),
    countries: z
      .array(
        z.union(
          [
            country,
            z.strictObject({
              code: country.meta({ description: 'Two capital letters (ISO 3166).' }),
              name: line.meta({
                description: 'The country’s name. A code without a name gets its name in the shop’s language.',
              }),
            }),
          ],
          {
            error: () => 'expected a country code such as NL',
          },
        ),
      )
      .min(1)
      .meta({ description: 'The countries that customers can choose.' }),
    iban_countries: z
      .array(country)
      .default([])
      .meta({ description: 'The countries in which a refund requires an IBAN. Default: none.' }),
    shipping: z
      .array(shipping)
      .default([])
      .meta({ description: 'Shipping prices. The shop does not ship to countries without one. Default: none.' }),
    address_lines: z.array(addressLine).min(1).max(12).meta({ description: 'The fields of an address, in order.' }),
    product_types: labels.meta({
      description:
        'Labels of ticket types by key. `ticket` is admission, `transport` is travel; all others are add-ons.',
    }),
    merchandise_types: labels.default({}).meta({ description: 'Labels of merchandise types by key. Default: none.' }),
    type_plurals: labels.default({}).meta({
      description:
        'Labels of types in the filter of a listing: `transport: Busse`. Default: the plural in English, otherwise the label itself.',
    }),
    age_ranges: labels
      .default({})
      .meta({ description: 'Labels of age ranges by key; items refer to the keys. Default: none.' }),
    payment_statuses: labels
      .default({})
      .meta({ description: 'Labels of payment statuses by key. Default: labels in the shop’s language.' }),
    instalment_statuses: labels.default({}).meta({
      description: 'Labels of the statuses of a plan’s payments by key. Default: labels in the shop’s language.',
    }),
    ticket_statuses: labels
      .default({})
      .meta({ description: 'Labels of ticket statuses by key. Default: labels in the shop’s language.' }),
    merchandise_statuses: labels.default({}).meta({
      description: 'Labels of merchandise statuses by key. Default: labels in the shop’s language.',
    }),
    refund_statuses: labels
      .default({})
      .meta({ description: 'Labels of refund statuses by key. Default: labels in the shop’s language.' }),
    show_out_of_stock: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether listings also show sold-out items at first. Default: yes.' }),
    ambassadors: z
      .strictObject({
        url: z
          .string()
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: () => 'expected small letters, digits and single -' })
          .default('ambassadors')
          .meta({ description: 'The page’s address within the shop. Default: ambassadors.' }),
        label: z
          .string()
          .trim()
          .default('')
          .meta({ description: 'The page’s label in the navigation. Default: no entry.' }),
        title: line.default(defaultTitles.ambassadors).meta({ description: 'The heading of the page.' }),
      })
      .prefault({})
      .meta({ description: 'A page of your own, from pages/ambassadors.html.' }),
    texts: z
      .strictObject({
        under_construction_title: line
          .default(defaultTitles.underConstruction)
          .meta({ description: 'The heading while the shop is closed.' }),
        under_construction: html.default('').meta({ description: 'HTML below it. Default: none.' }),
        out_of_stock: z
          .string()
          .trim()
          .default('')
          .meta({ description: 'The text of an empty listing. Default: there are no items to show.' }),
      })
      .prefault({})
      .meta({ description: 'Other texts.' }),
    images: z
      .strictObject({
        logo: picture
          .optional()
          .meta({ description: 'For light backgrounds, shown at up to 480 x 96. Default: the shop’s name.' }),
        logo_dark: picture.optional().meta({ description: 'For dark backgrounds. Default: logo.' }),
        icon: picture.optional().meta({ description: 'A square picture for browser tabs and home screens.' }),
        banner: picture.optional().meta({ description: 'Cropped to 1440 x 560.' }),
        banner_mobile: picture.optional().meta({ description: 'Cropped to 720 x 640.' }),
      })
      .prefault({})
      .meta({ description: 'Pictures of the shop itself.' }),
    cards: z
      .strictObject({
        tickets: card(defaultTitles.tickets, 'The card that links to the tickets.'),
        merchandise: card(defaultTitles.merchandise, 'The card that links to the merchandise.'),
        portal: card(defaultTitles.portal, 'The card that links to the customer’s orders.'),
      })
      .prefault({})
      .meta({ description: 'The cards on the home page.' }),
    theme,
    fonts: z
      .strictObject({
        heading: fontFile.optional().meta({ description: 'A woff2 file for headings, at most 200 kB.' }),
        body: fontFile.optional().meta({ description: 'A woff2 file for all other text, at most 200 kB.' }),
      })
      .prefault({})
      .meta({ description: 'Font files in the folder.' }),
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
