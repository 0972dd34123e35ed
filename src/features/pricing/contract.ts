import { z } from 'zod';
import { call } from '#kernel/call.ts';
import { codeText, instant, money, optionalCode } from '#wire/fields.ts';

const invoiceItem = z.object({
  id: z.string(),
  name: z.string(),
  shop_item_type: z.enum(['tickets', 'merchandise']),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  travel_time: instant.nullable(),
  timezone: z.string(),
  product_type: z.string(),
  event_id: z.string().nullable(),
  event: z.string().nullable(),
  type: z.string(),
  /** Includes the fee. */
  price: money,
});

const invoice = z.object({
  items: z.array(invoiceItem),
  shipping: z.object({ name: z.string(), type: z.string(), price: money }).nullable(),
  total: money,
  /** Tax in minor units, by rate in percent as text ('21', '5.5'). */
  tax: z.record(z.string(), money),
  items_total_without_tax: z.record(z.string(), money),
});
export type Invoice = z.infer<typeof invoice>;

export const calculateInvoice = call({
  name: 'calculate-invoice',
  summary: 'The cart’s total with tax and shipping for a country',
  needs: 'nobody',
  changes: false,
  data: false,
  request: z.object({ cart: optionalCode, country: codeText }),
  answer: z.object({ invoice }),
});
