import { z } from 'zod';
import { call } from '#kernel/call.ts';
import { codeText, instant, money } from '#wire/fields.ts';

const planUnits = z.enum(['days', 'weeks', 'months']);

/** One payment of a plan. The first is due immediately, each later one `count` `units` after the previous one. */
export const planStep = z.object({
  amount: money,
  count: z.int().positive().optional(),
  units: planUnits.optional(),
});
export type PlanStep = z.infer<typeof planStep>;

/** `remaining` is null if unlimited, 0 if sold out. Past times are not listed. */
const itemTravelTime = z.object({ id: z.string(), travel_time: instant, remaining: z.int().min(0).nullable() });

/** Extension: absent for merchandise and journeys. */
export const occasion = z.object({ starts_at: instant, ends_at: instant, timezone: z.string(), venue: z.string() });

export const shopItem = z.object({
  id: z.string(),
  external_code: z.string(),
  shop_item_type: z.enum(['tickets', 'merchandise']),
  name: z.string(),
  /** A key of `config.productTypes` or `config.merchandiseTypes`. */
  type: z.string(),
  event: z.string().nullable(),
  event_id: z.string().nullable(),
  occasion: occasion.optional(),
  price: money,
  fee: money,
  in_stock: z.boolean(),
  /** Units still for sale; null means unlimited. */
  stock_level: z.int().min(0).nullable(),
  is_featured: z.boolean(),
  force_view: z.boolean(),
  /** URL without size and extension: `<url>-350x350.<ext>`, `<ext>` any of `config.imageFormats`, each also `@2x`. */
  shop_image: z.string().nullable(),
  shop_image_2: z.string().nullable(),
  shop_image_3: z.string().nullable(),
  shop_image_4: z.string().nullable(),
  /** Sanitised HTML. */
  shop_description: z.string(),
  has_payment_plan: z.boolean(),
  payment_plan: z.array(planStep),
  /** 0 means no limit. */
  limit_per_order: z.int().min(0),
  is_refundable: z.boolean(),
  allow_refund_requests_from: instant.nullable(),
  allow_refund_requests_until: instant.nullable(),
  allow_name_changes: z.boolean(),
  allow_name_changes_until: instant.nullable(),
  /** Null means unlimited. */
  name_change_limit: z.int().min(0).nullable(),
  allow_email_changes: z.boolean(),
  travel_time_type: z.enum(['fixed', 'selectable']).nullable(),
  /** The fixed travel time, if there is one. */
  travel_time: instant.nullable(),
  travel_times: z.array(itemTravelTime),
  /** Extension: where travellers meet; absent if the operator has not named a place. */
  meeting_point: z.string().optional(),
  /** Null means until departure. */
  allow_travel_time_changes_until: instant.nullable(),
  timezone: z.string(),
  /** Keys of `config.ageRanges` in display order; empty if the age is not needed. */
  age_options: z.array(z.string()),
});
export type ShopItem = z.infer<typeof shopItem>;

export const getShopItem = call({
  name: 'get-shop-item',
  summary: 'One item on sale; 404 for an item that is not',
  needs: 'nobody',
  changes: false,
  data: false,
  request: z.object({ external_code: codeText }),
  answer: z.object({ item: shopItem }),
});
