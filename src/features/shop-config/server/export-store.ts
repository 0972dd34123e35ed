import type { ImportedItem } from '#features/catalogue/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';

/** An item on sale, with the operator's stock numbers. */
export interface StoredItem extends Omit<ImportedItem, 'capacity' | 'departures'> {
  readonly eventTimezone: string | null;
  readonly stock: number | null;
  readonly departures: readonly { readonly code: string; readonly departsAt: string; readonly stock: number | null }[];
}

export const storedItems = (db: Queryable): Promise<StoredItem[]> =>
  db.rows(`
    select
      item.external_code as "externalCode",
      item.kind,
      item.name,
      item.type,
      event.code as "eventCode",
      event.timezone as "eventTimezone",
      item.price,
      item.fee,
      item.tax_basis_points as "taxBasisPoints",
      item.refund_fee as "refundFee",
      item.limit_per_order as "limitPerOrder",
      item.travel_time_type as "travelTimeType",
      item.travel_time as "travelTime",
      item.timezone,
      item.payment_plan as "paymentPlan",
      item.details,
      item.capacity_wanted as stock,
      coalesce((
        select json_agg(json_build_object(
          'code', departure.code,
          'departsAt', departure.departs_at,
          'stock', departure.capacity_wanted
        ) order by departure.departs_at, departure.id)
        from departures departure
        where departure.item_id = item.id and departure.is_active
      ), '[]') as departures
    from shop_items item
    left join events event on event.id = item.event_id
    where item.is_active
    order by item.position, item.id`);
