import { z } from 'zod';
import {
  amount,
  count,
  deliveryTax,
  html,
  itemPicture,
  line,
  moment,
  momentWithTime,
  stock,
  timezone,
} from './fields.ts';

const planStep = z.strictObject({
  amount: amount.meta({ description: 'What this payment takes, the fee included where it falls.' }),
  count: count(1, 365).optional().meta({ description: 'How many units after the payment before; not for the first.' }),
  units: z
    .enum(['days', 'weeks', 'months'])
    .optional()
    .meta({ description: 'What count counts: days, weeks or months.' }),
});

const travelTime = z.strictObject({
  code: line.max(60).optional().meta({
    description: 'Names the departure for good, so that its time can be changed later. Default: what `at` says.',
  }),
  at: momentWithTime.meta({ description: 'When it leaves: a date with a time.' }),
  stock: stock.meta({ description: 'Its seats, those already sold included; or unlimited.' }),
});

/** One product. A file under items/ has one or a list of them. */
export const itemSchema = z
  .strictObject({
    external_code: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/, {
        error: () => 'codes are made of letters, digits, - and _, at most 60',
      })
      .meta({ description: 'Stands in the address of the product page and names the item for good.' }),
    name: line.max(120).meta({ description: 'What it is called, at most 120 characters.' }),
    type: line.meta({ description: 'A key of product_types (a ticket) or of merchandise_types.' }),
    event: line.optional().meta({ description: 'A code from events.yaml.' }),
    valid: z
      .strictObject({
        from: moment.meta({ description: 'A date without a time means the beginning of that day.' }),
        until: moment.meta({ description: 'A date without a time means the end of that day.' }),
      })
      .optional()
      .meta({
        description: 'For a part of its event only, such as a day: these days are printed. Absent: the whole event.',
      }),
    price: amount.meta({ description: 'Taxes included, without the fee.' }),
    fee: amount.default(0).meta({ description: 'The booking fee, shown as part of the price.' }),
    tax: deliveryTax.optional().meta({
      description:
        'In percent; for merchandise also by country of delivery: `{ default: 9, DE: 7 }`. Default: the rate in shop.yaml for its kind.',
    }),
    stock: stock.meta({ description: 'Units for sale, those already sold included; or unlimited.' }),
    limit_per_order: count(0, 1000).default(0).meta({ description: '0: no limit.' }),
    featured: z.boolean().default(false).meta({ description: 'Shown on the home page while in stock.' }),
    force_view: z.boolean().default(false).meta({ description: 'The card leads to the product page first.' }),
    description: html.default('').meta({ description: 'HTML on the product page. Default: none.' }),
    images: z
      .array(itemPicture)
      .max(4, { error: () => 'at most four pictures' })
      .default([])
      .meta({ description: 'Up to four pictures, the first on the card. Default: a drawn one.' }),
    age_options: z
      .union([z.literal('all'), z.array(z.union([z.string(), z.number()]).transform(String)).min(1)], {
        error: () => 'expected all, or a list of keys of age_ranges',
      })
      .optional()
      .meta({ description: 'Which age ranges to choose from. Absent: no age is asked.' }),
    refunds: z
      .strictObject({
        from: moment.optional().meta({ description: 'Since when refunds may be asked for. Default: at once.' }),
        until: moment.optional().meta({ description: 'A date without a time means the end of that day.' }),
        fee: amount.default(0).meta({ description: 'Kept back for every refunded item.' }),
      })
      .optional()
      .meta({ description: 'Absent: not refundable.' }),
    name_changes: z
      .strictObject({
        limit: z
          .union([count(0, 1000), z.literal('unlimited')], {
            error: () => 'expected a whole number, or unlimited',
          })
          .meta({ description: 'How often, or unlimited.' }),
        until: moment
          .optional()
          .meta({ description: 'A date without a time means the end of that day. Default: no end.' }),
      })
      .optional()
      .meta({ description: 'Absent: the holder name cannot be changed.' }),
    email_changes: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the holder’s email address may be changed. Default: no.' }),
    travel_time: momentWithTime.optional().meta({ description: 'The one time that this transport leaves.' }),
    travel_times: z
      .array(travelTime)
      .min(1, { error: () => 'must not be empty' })
      .optional()
      .meta({ description: 'The times to choose from, each with its own seats.' }),
    meeting_point: line.max(160).optional().meta({
      description: 'Where its travellers meet before it leaves: a place and how to find it.',
    }),
    travel_time_changes_until: moment.optional().meta({ description: 'Default: until departure.' }),
    timezone: timezone.optional().meta({ description: 'Of its travel times; default: the event’s, else the shop’s.' }),
    payment_plan: z
      .array(planStep)
      .min(2, { error: () => 'a plan has at least two payments' })
      .max(60)
      .optional()
      .meta({ description: 'The first payment, due at once, and the later ones. Together they are price plus fee.' }),
  })
  .meta({ title: 'Item of a shop folder' });
export type ItemFile = z.infer<typeof itemSchema>;

export const itemFileSchema = z.union([itemSchema, z.array(itemSchema)]).meta({ title: 'Items of a shop folder' });
