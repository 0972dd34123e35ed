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
  amount: amount.meta({ description: 'The amount of this payment, including its part of the fee.' }),
  count: count(1, 365)
    .optional()
    .meta({ description: 'The number of units after the previous payment; not allowed for the first.' }),
  units: z
    .enum(['days', 'weeks', 'months'])
    .optional()
    .meta({ description: 'The unit of count: days, weeks or months.' }),
});

const travelTime = z.strictObject({
  code: line.max(60).optional().meta({
    description:
      'Identifies the departure, so that its time can change later. Must never change itself. Default: the value of `at`.',
  }),
  at: momentWithTime.meta({ description: 'The departure’s date and time.' }),
  stock: stock.meta({ description: 'The number of seats, including those already sold, or unlimited.' }),
});

/** One product. A file under items/ has one or a list of them. */
export const itemSchema = z
  .strictObject({
    external_code: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/, {
        error: () => 'codes are made of letters, digits, - and _, at most 60',
      })
      .meta({ description: 'Identifies the item and is part of its page’s address. It must never change.' }),
    name: line.max(120).meta({ description: 'The item’s name, at most 120 characters.' }),
    type: line.meta({ description: 'A key of product_types (makes it a ticket) or merchandise_types.' }),
    event: line.optional().meta({ description: 'The code of an event in events.yaml.' }),
    valid: z
      .strictObject({
        from: moment.meta({ description: 'A date without a time means the start of that day.' }),
        until: moment.meta({ description: 'A date without a time means the end of that day.' }),
      })
      .optional()
      .meta({
        description:
          'For a ticket to a part of its event, such as one day. Printed on the ticket. Default: the whole event.',
      }),
    price: amount.meta({ description: 'Includes taxes but not the fee.' }),
    fee: amount.default(0).meta({ description: 'The booking fee, shown as part of the price. Default: 0.' }),
    tax: deliveryTax.optional().meta({
      description:
        'In percent; for merchandise also by country of delivery: `{ default: 9, DE: 7 }`. Default: the rate in shop.yaml.',
    }),
    stock: stock.meta({ description: 'The number of units for sale, including those already sold, or unlimited.' }),
    limit_per_order: count(0, 1000)
      .default(0)
      .meta({ description: 'The maximum number of units in one order. Default: 0, no limit.' }),
    featured: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the home page shows the item while it is in stock. Default: no.' }),
    force_view: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the card links to the product page instead of adding to the cart. Default: no.' }),
    description: html.default('').meta({ description: 'HTML for the product page. Default: none.' }),
    images: z
      .array(itemPicture)
      .max(4, { error: () => 'at most four pictures' })
      .default([])
      .meta({ description: 'Up to four pictures; the card shows the first. Default: a decorative pattern.' }),
    age_options: z
      .union([z.literal('all'), z.array(z.union([z.string(), z.number()]).transform(String)).min(1)], {
        error: () => 'expected all, or a list of keys of age_ranges',
      })
      .optional()
      .meta({ description: 'The age ranges to choose from. Default: the shop does not ask for an age.' }),
    refunds: z
      .strictObject({
        from: moment
          .optional()
          .meta({ description: 'When customers can start to request refunds. Default: immediately.' }),
        until: moment.optional().meta({ description: 'A date without a time means the end of that day.' }),
        fee: amount.default(0).meta({ description: 'Deducted for each refunded item. Default: 0.' }),
      })
      .optional()
      .meta({ description: 'Default: the item is not refundable.' }),
    name_changes: z
      .strictObject({
        limit: z
          .union([count(0, 1000), z.literal('unlimited')], {
            error: () => 'expected a whole number, or unlimited',
          })
          .meta({ description: 'The number of changes, or unlimited.' }),
        until: moment
          .optional()
          .meta({ description: 'A date without a time means the end of that day. Default: no end.' }),
      })
      .optional()
      .meta({ description: 'Default: the holder’s name cannot be changed.' }),
    email_changes: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the holder’s email address can be changed. Default: no.' }),
    travel_time: momentWithTime.optional().meta({ description: 'The departure time, if there is only one.' }),
    travel_times: z
      .array(travelTime)
      .min(1, { error: () => 'must not be empty' })
      .optional()
      .meta({ description: 'The departures to choose from, each with its own seats.' }),
    meeting_point: line.max(160).optional().meta({
      description: 'Where travellers meet before departure: the place and how to find it.',
    }),
    travel_time_changes_until: moment
      .optional()
      .meta({ description: 'The last moment to change the travel time. Default: the departure.' }),
    timezone: timezone
      .optional()
      .meta({ description: 'The time zone of its travel times. Default: the event’s, otherwise the shop’s.' }),
    payment_plan: z
      .array(planStep)
      .min(2, { error: () => 'a plan has at least two payments' })
      .max(60)
      .optional()
      .meta({
        description: 'The payments of a plan; the first is due immediately. They must add up to price plus fee.',
      }),
  })
  .meta({ title: 'Item of a shop folder' });
export type ItemFile = z.infer<typeof itemSchema>;

export const itemFileSchema = z.union([itemSchema, z.array(itemSchema)]).meta({ title: 'Items of a shop folder' });
