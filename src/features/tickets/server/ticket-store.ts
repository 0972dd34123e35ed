import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import { EVENT } from '#features/catalogue/server/public.ts';
import { type Occasion, occasionOf } from '#features/occasions/domain/occasion.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { ItemOrder } from '../domain/item-policy.ts';
import type { ItemStatus } from '../domain/item-status.ts';
import { MEETING_POINT, TICKET_TABLES, TRAVEL_TIME } from './ticket-tables.ts';

export interface TicketRow {
  id: number;
  orderId: number;
  orderCode: string;
  /** The position of its line in the order, from 1. */
  position: number;
  customerId: number;
  /** The customer who bought it; another one if the ticket was reassigned. */
  buyerId: number;
  /** The new holder of a reassigned ticket, as the buyer entered it. Later changes are hidden from the buyer. */
  reassignedTo: { fullName: string; email: string } | null;
  unitId: number | null;
  itemId: number;
  departureId: number | null;
  /** The departure's time, or the item's fixed one; null for an item that is no journey. */
  travelTime: Date | null;
  meetingPoint: string | null;
  /** The operator's current one, because visitors must see changes. */
  occasion: Occasion | undefined;
  code: string;
  generation: number;
  status: ItemStatus;
  isPending: boolean;
  fullName: string;
  email: string;
  age: string | null;
  nameChanges: number;
  editedAt: Date | null;
  price: number;
  fee: number;
  discountShare: number;
  frozen: FrozenItem;
  paymentStatus: ItemOrder['paymentStatus'];
  isTermsAccepted: boolean;
}

const TICKETS = `
  select
    ticket.id,
    ticket.order_id as "orderId",
    orders.code as "orderCode",
    line.position,
    ticket.customer_id as "customerId",
    orders.customer_id as "buyerId",
    case when ticket.customer_id <> orders.customer_id then (
      select jsonb_build_object('fullName', change.after->>'full_name', 'email', change.after->>'email')
      from ticket_changes change
      where change.ticket_id = ticket.id
        and change.kind = 'reassigned'
        and (change.before->>'customer_id')::bigint = orders.customer_id
      order by change.id desc
      limit 1
    ) end as "reassignedTo",
    line.unit_id as "unitId",
    line.item_id as "itemId",
    ticket.departure_id as "departureId",
    ${TRAVEL_TIME} as "travelTime",
    ${MEETING_POINT} as "meetingPoint",
    ${EVENT} as event,
    item.details ->> 'validFrom' as "validFrom",
    item.details ->> 'validUntil' as "validUntil",
    ticket.code,
    ticket.generation,
    ticket.status,
    ticket.pending as "isPending",
    ticket.full_name as "fullName",
    ticket.email,
    ticket.age,
    ticket.name_changes as "nameChanges",
    ticket.edited_at as "editedAt",
    line.price,
    line.fee,
    line.discount_share as "discountShare",
    line.frozen,
    orders.payment_status as "paymentStatus",
    orders.terms_accepted_at is not null as "isTermsAccepted"
  from ${TICKET_TABLES}
  left join events event on event.id = item.event_id`;

type StoredTicket = Omit<TicketRow, 'occasion'> & {
  event: Occasion | null;
  validFrom: string | null;
  validUntil: string | null;
};

const fromStore = ({ event, validFrom, validUntil, ...stored }: StoredTicket): TicketRow => ({
  ...stored,
  occasion: occasionOf({ travelTimeType: stored.frozen.travelTimeType, validFrom, validUntil }, event),
});

/** The issued tickets of many orders, each order's in the order of the cart. */
export const ticketRowsOf = async (db: Queryable, orderIds: readonly number[]): Promise<TicketRow[]> => {
  // The order ids are given twice: otherwise PostgreSQL would read all orders of a small shop.
  const rows = await db.rows<StoredTicket>(
    `${TICKETS}
     where ticket.order_id = any($1) and orders.id = any($1)
     order by ticket.order_id, line.position`,
    [orderIds],
  );
  return rows.map(fromStore);
};

/** The issued tickets of an order, in the order of the cart. */
export const ticketRowsOfOrder = async (db: Queryable, orderCode: string): Promise<TicketRow[]> =>
  (await db.rows<StoredTicket>(`${TICKETS} where orders.code = $1 order by line.position`, [orderCode])).map(fromStore);

/** The lines of an order's issued items: tickets first, each kind in the order of the cart. */
export const issuedLines = (db: Queryable, orderId: number): Promise<{ id: number; position: number }[]> =>
  db.rows(
    `select line.id, line.position
     from order_lines line
     where line.order_id = $1
       and (exists (select from tickets where order_line_id = line.id)
         or exists (select from merchandise_purchases where order_line_id = line.id))
     order by line.kind desc, line.position`,
    [orderId],
  );

/** Every code that a ticket of the order has or had. */
export const codesOfTickets = async (db: Queryable, orderId: number): Promise<string[]> => {
  const rows = await db.rows<{ code: string }>(
    `select code from tickets where order_id = $1
     union
     select revoked.code from revoked_tickets revoked join tickets on tickets.id = revoked.ticket_id
     where tickets.order_id = $1`,
    [orderId],
  );
  return rows.map(({ code }) => code);
};

export const emailsOfTickets = async (db: Queryable, orderId: number): Promise<string[]> => {
  const rows = await db.rows<{ email: string }>(
    `select distinct email from tickets where order_id = $1 and email <> ''`,
    [orderId],
  );
  return rows.map(({ email }) => email);
};

/**
 * The tickets that a customer manages in orders of other customers, sorted as in the cart. `orderIds` limits the result
 * to these orders; null means all.
 */
export const ticketRowsReassignedTo = async (
  db: Queryable,
  customerId: number,
  orderIds: readonly number[] | null,
): Promise<TicketRow[]> => {
  const stored = await db.rows<StoredTicket>(
    `${TICKETS}
     where ticket.customer_id = $1 and orders.customer_id <> $1${orderIds === null ? '' : ' and ticket.order_id = any($2)'}
     order by ticket.order_id, line.position`,
    orderIds === null ? [customerId] : [customerId, orderIds],
  );
  return stored.map(fromStore);
};

/** The states of all tickets of these orders, each order's in the order of the cart. */
export const ticketStatesOf = (
  db: Queryable,
  orderIds: readonly number[],
): Promise<Pick<TicketRow, 'orderId' | 'customerId' | 'code' | 'status' | 'isPending'>[]> =>
  db.rows(
    `select order_id as "orderId", customer_id as "customerId", code, status, pending as "isPending"
     from tickets
     where order_id = any($1)
     order by order_line_id`,
    [orderIds],
  );

/** Before a change, lock the ticket's order in a separate statement: that lock guards the ticket. */
export const ticketRow = async (db: Queryable, ticketId: number): Promise<TicketRow | undefined> => {
  const stored = await db.row<StoredTicket>(`${TICKETS} where ticket.id = $1`, [ticketId]);
  return stored && fromStore(stored);
};

export interface DepartureRow {
  id: number;
  itemId: number;
  departsAt: Date;
  isActive: boolean;
  capacity: number | null;
  sold: number;
  held: number;
}

/** Returns all departures of some items, earliest first. */
export const departuresOf = (db: Queryable, itemIds: readonly number[]): Promise<DepartureRow[]> =>
  db.rows<DepartureRow>(
    `select id, item_id as "itemId", departs_at as "departsAt", is_active as "isActive", capacity, sold, held
     from departures
     where item_id = any($1)
     order by departs_at, id`,
    [itemIds],
  );

export interface MerchandiseRow {
  orderId: number;
  code: string;
  status: ItemStatus;
  isPending: boolean;
  price: number;
  fee: number;
  discountShare: number;
  frozen: FrozenItem;
  paymentStatus: ItemOrder['paymentStatus'];
  shippingAmount: number;
  discountAmount: number;
  itemsTotal: number;
  /** Shipping in refunds that are not cancelled. */
  shippingRefunding: number;
}

/** The merchandise purchases of many orders, each order's in the order of the cart. */
export const merchandiseRowsOf = (db: Queryable, orderIds: readonly number[]): Promise<MerchandiseRow[]> =>
  db.rows<MerchandiseRow>(
    `select
       purchase.order_id as "orderId",
       purchase.code,
       purchase.status,
       purchase.pending as "isPending",
       line.price,
       line.fee,
       line.discount_share as "discountShare",
       line.frozen,
       orders.shipping_amount as "shippingAmount",
       orders.discount_amount as "discountAmount",
       orders.items_total as "itemsTotal",
       orders.payment_status as "paymentStatus",
       (select coalesce(sum(shipping_refund), 0) from refunds where order_id = orders.id and status <> 'cancelled')::bigint
         as "shippingRefunding"
     from merchandise_purchases purchase
     join order_lines line on line.id = purchase.order_line_id
     join orders on orders.id = purchase.order_id
     where purchase.order_id = any($1) and line.order_id = any($1) and orders.id = any($1)
     order by purchase.order_id, line.position`,
    [orderIds],
  );

export interface ExistingTicketRow {
  fullName: string;
  email: string;
  age: string | null;
  eventId: number | string | null;
}

const entryTickets = (tickets: string): string => `
  select ticket.full_name as "fullName", ticket.email, ticket.age, item.event_id as "eventId"
  from ${tickets} ticket
  join order_lines line on line.id = ticket.order_line_id
  join shop_items item on item.id = line.item_id
  join orders on orders.id = ticket.order_id
  where ticket.customer_id = $1
    and ticket.status = 'active'
    -- A ticket whose holder was deleted has no details to offer.
    and ticket.full_name <> ''
    and orders.payment_status in ('paid', 'partial')
    and line.frozen->>'type' = 'ticket'`;

/** The valid entry tickets that a customer manages, oldest first. */
export const entryTicketRowsOf = (db: Queryable, customerId: number): Promise<ExistingTicketRow[]> =>
  db.rows<ExistingTicketRow>(`${entryTickets('tickets')} order by ticket.id`, [customerId]);

/** The entry tickets among the newest tickets. Only these are joined, because the planner expects few entry tickets. */
export const newestEntryTicketRowsOf = (
  db: Queryable,
  customerId: number,
  limit: number,
): Promise<ExistingTicketRow[]> =>
  db.rows<ExistingTicketRow>(
    `${entryTickets('(select * from tickets where customer_id = $1 order by order_id desc limit $2)')}
     order by ticket.id desc`,
    [customerId, limit],
  );

export const entryTicketRowsToEvent = (
  db: Queryable,
  customerId: number,
  eventId: string,
): Promise<ExistingTicketRow[]> =>
  db.rows<ExistingTicketRow>(`${entryTickets('tickets')} and item.event_id::text = $2 order by ticket.id`, [
    customerId,
    eventId,
  ]);
