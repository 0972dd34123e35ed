import { z } from 'zod';
import { defaultTitles } from '../default-labels.ts';
import {
  amount,
  bic,
  country,
  deliveryTax,
  email,
  fontFile,
  html,
  iban,
  key,
  labels,
  line,
  percent,
  picture,
  timezone,
  webAddress,
} from './fields.ts';
import { addressLine, card, dayZero, orders, payment, retention, shipping, theme } from './shop-sections.ts';
import { statementCsv } from './statement-csv-file.ts';

export const shopSchema = z
  .strictObject({
    name: line.max(80).meta({ description: 'The shop’s name on all pages and in all emails.' }),
    tagline: line.meta({ description: 'The headline of the home page.' }),
    hero_line: z
      .string()
      .trim()
      .default('')
      .meta({ description: 'The line below the headline: what, when and where. Default: none.' }),
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
      .meta({ description: 'Three capital letters (ISO 4217). It cannot change once something has been sold.' }),
    currency_digits: z
      .int()
      .min(0)
      .max(3)
      .optional()
      .meta({ description: 'The number of decimal digits. Default: as in ISO 4217.' }),
    active: z
      .strictObject({
        shop: z.boolean().meta({ description: 'Whether the shop is open. If not, its pages say that it opens soon.' }),
        merchandise: z.boolean().meta({ description: 'Whether the shop sells merchandise.' }),
        refunds: z.boolean().meta({ description: 'Whether customers can request refunds.' }),
      })
      .meta({ description: 'The parts of the shop that are open.' }),
    day_zero: dayZero,
    terms_version: z
      .string({ error: () => 'expected text; put a number in quotes' })
      .trim()
      .min(1)
      .max(60)
      .meta({ description: 'The version of pages/terms-conditions.html. A changed text needs a new version.' }),
    operator: z
      .strictObject({
        name: line.meta({ description: 'The seller’s name on invoices.' }),
        email: email.meta({ description: 'The address for customers’ questions.' }),
        notices_email: email.optional().meta({
          description: 'The address for notices about money to settle, disputes and failed refunds. Default: email.',
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
      .string({ error: () => 'expected text; put a number in quotes' })
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
            'A refund file for the bank whose total is above this sum can be downloaded only after a second member of staff has approved it in the office. 0: every file. Default: no file needs a second person.',
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
      .meta({ description: 'For importing bank statements. camt.053 and MT940 need no settings.' }),
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
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: () => 'expected lower-case letters, digits and single -' })
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
        under_construction: html.default('').meta({ description: 'HTML below the heading. Default: none.' }),
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
