import { z } from 'zod';
import { calendarDate, weekdays } from '../../../domain/day-zero.ts';
import { defaultChannels, defaultPaymentMethods } from '../default-labels.ts';
import { amount, bic, count, country, iban, itemPicture, key, labels, line, webAddress } from './fields.ts';

const dayZeroRule = {
  error: () => 'expected a date such as 2027-07-22, or a rule of nth, weekday, month and at_least_days_away',
};

export const dayZero = z
  .union(
    [
      z.string().refine((date) => calendarDate(date) !== null, dayZeroRule),
      z.strictObject({
        nth: z
          .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal('last')])
          .meta({ description: 'Which of these weekdays in the month: 1 to 4, or last.' }),
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

export const orders = z
  .strictObject({
    code_prefix: z
      .string()
      .regex(/^[A-Z]{1,6}$/, { error: () => 'expected one to six capital letters' })
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
const span = (maximum: number) => {
  const error = () => `expected a whole number from 1 to ${maximum}, or never`;
  return z.union([z.int({ error }).min(1, { error }).max(maximum, { error }), z.literal('never', { error })], {
    error,
  });
};

export const retention = z
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
        'The number of full years after the year of issue that the buyers of invoices and the customers of orders are kept, or never to keep them forever. Default: 10.',
    }),
  })
  .prefault({})
  .meta({ description: 'When personal data is deleted.' });

export const payment = z.strictObject({
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

export const shipping = z.strictObject({
  countries: z
    .array(country)
    .min(1, { error: () => 'must not be empty' })
    .meta({ description: 'The countries to which this price applies.' }),
  name: line.meta({ description: 'The name shown to customers.' }),
  type: key.default('standard').meta({ description: 'Your own word for this type of shipping. Default: standard.' }),
  price: amount.meta({ description: 'For a whole order, including taxes.' }),
});

export const addressLine = z.strictObject({
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

export const card = (title: string, description: string) =>
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

export const theme = z
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
