import type { FrozenItem } from './frozen-item.ts';
import { type Events, lineOccasion } from './line-occasion.ts';

/** The fields that a ticket has both in a cart and in an order that has not issued it. */
export function frozenTicketOnWire(item: FrozenItem, events: Events) {
  const occasion = lineOccasion(item, events);
  return {
    shop_item_type: 'tickets' as const,
    external_code: item.externalCode,
    product: item.name,
    type: item.type,
    event_id: item.eventId,
    ...(occasion && { occasion }),
    travel_time_type: item.travelTimeType,
    travel_time: item.travelTime,
    timezone: item.timezone,
    shop_image: item.image,
  };
}
