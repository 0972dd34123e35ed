import type { ShopItem } from '../contract.ts';
import { hasNotDeparted, unitsForSale } from '../domain/selling.ts';
import { unitsLeft } from '../domain/units-left.ts';
import type { ItemRow } from './item-row.ts';

export function toShopItem(row: ItemRow, now: Date): ShopItem {
  const { details } = row;
  const stockLevel = unitsForSale(row, now);
  return {
    id: String(row.id),
    external_code: row.externalCode,
    shop_item_type: row.kind,
    name: row.name,
    type: row.type,
    event: row.eventName,
    event_id: row.eventId === null ? null : String(row.eventId),
    ...(row.occasion && { occasion: row.occasion }),
    price: row.price,
    fee: row.fee,
    in_stock: stockLevel !== 0,
    stock_level: stockLevel,
    is_featured: details.isFeatured,
    force_view: details.forceView,
    shop_image: details.images[0] ?? null,
    shop_image_2: details.images[1] ?? null,
    shop_image_3: details.images[2] ?? null,
    shop_image_4: details.images[3] ?? null,
    shop_description: details.description,
    has_payment_plan: row.paymentPlan.length > 0,
    payment_plan: [...row.paymentPlan],
    limit_per_order: row.limitPerOrder,
    is_refundable: details.isRefundable,
    allow_refund_requests_from: details.allowRefundRequestsFrom,
    allow_refund_requests_until: details.allowRefundRequestsUntil,
    allow_name_changes: details.allowNameChanges,
    allow_name_changes_until: details.allowNameChangesUntil,
    name_change_limit: details.nameChangeLimit,
    allow_email_changes: details.allowEmailChanges,
    travel_time_type: row.travelTimeType,
    travel_time: row.travelTime?.toISOString() ?? null,
    travel_times: row.departures
      .filter((departure) => hasNotDeparted(departure.departsAt, now))
      .map((departure) => ({
        id: String(departure.id),
        travel_time: departure.departsAt.toISOString(),
        remaining: unitsLeft(departure),
      })),
    allow_travel_time_changes_until: details.allowTravelTimeChangesUntil,
    ...(details.meetingPoint && { meeting_point: details.meetingPoint }),
    timezone: row.timezone,
    age_options: [...details.ageOptions],
  };
}
