import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { ItemStatus } from '../domain/item-status.ts';
import { TICKET_TABLES } from './ticket-tables.ts';

/** A ticket on the list for the coach or the gate. */
export interface ListedTicket {
  code: string;
  fullName: string;
  email: string;
  age: string | null;
  status: ItemStatus;
  isPending: boolean;
  frozen: FrozenItem;
  orderCode: string;
  paymentStatus: OrderStatus;
  isTermsAccepted: boolean;
}

// Leaves out tickets that are in a refund, refunded or cancelled. Other invalid tickets are listed with the reason.
const LISTED = `
  select
    ticket.code,
    ticket.full_name as "fullName",
    ticket.email,
    ticket.age,
    ticket.status,
    ticket.pending as "isPending",
    line.frozen,
    orders.code as "orderCode",
    orders.payment_status as "paymentStatus",
    orders.terms_accepted_at is not null as "isTermsAccepted"
  from ${TICKET_TABLES}
  where ticket.status = 'active'`;

/** Returns the tickets of a departure; with null, those of the item's fixed time. */
export const ticketsOfDeparture = (
  db: Queryable,
  itemId: number,
  departureId: number | null,
): Promise<ListedTicket[]> =>
  db.rows<ListedTicket>(`${LISTED} and item.id = $1 and ticket.departure_id is not distinct from $2`, [
    itemId,
    departureId,
  ]);

/** Leaves out journeys. */
export const ticketsOfEvent = (db: Queryable, eventId: number): Promise<ListedTicket[]> =>
  db.rows<ListedTicket>(`${LISTED} and item.event_id = $1 and item.travel_time_type is null`, [eventId]);

export interface TravelItem {
  id: number;
  name: string;
  travelTimeType: 'fixed' | 'selectable' | null;
  travelTime: Date | null;
  timezone: string;
}

export const travelItem = (db: Queryable, externalCode: string): Promise<TravelItem | undefined> =>
  db.row<TravelItem>(
    `select id, name, travel_time_type as "travelTimeType", travel_time as "travelTime", timezone
     from shop_items
     where external_code = $1`,
    [externalCode],
  );

export interface ListedDeparture {
  id: number;
  code: string;
  departsAt: Date;
}

/** Returns all departures, including withdrawn ones, earliest first. */
export const departuresOfItem = (db: Queryable, itemId: number): Promise<ListedDeparture[]> =>
  db.rows<ListedDeparture>(
    'select id, code, departs_at as "departsAt" from departures where item_id = $1 order by departs_at, id',
    [itemId],
  );

export const eventsByCode = (db: Queryable): Promise<{ id: number; code: string; name: string }[]> =>
  db.rows('select id, code, name from events order by starts_at, id');
