import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { ItemStatus } from '../domain/item-status.ts';
import { MEETING_POINT, TICKET_TABLES, TRAVEL_TIME } from './ticket-tables.ts';

/** Also contains everything that decides whether the document may be downloaded. */
export interface DocumentRow {
  code: string;
  generation: number;
  status: ItemStatus;
  isPending: boolean;
  fullName: string;
  email: string;
  age: string | null;
  issuedAt: Date;
  itemId: number;
  departureId: number | null;
  travelTime: Date | null;
  meetingPoint: string | null;
  frozen: FrozenItem;
  orderCode: string;
  paymentStatus: OrderStatus;
  isTermsAccepted: boolean;
  eventName: string | null;
  eventStartsAt: Date | null;
  eventEndsAt: Date | null;
  eventTimezone: string | null;
  eventVenue: string | null;
  eventAddress: string | null;
  /** The operator's notes about the gate. */
  entrance: string | null;
  gateTimes: string | null;
  bring: string | null;
  nameChanges: number;
  /**
   * The ticket's number, from 1, among the active tickets of its order that the same customer manages, and their count.
   */
  number: number;
  numberOf: number;
}

// Uses the operator's current event data: a new download shows changed times and places.
const DOCUMENTS = `
  select
    ticket.code,
    ticket.generation,
    ticket.status,
    ticket.pending as "isPending",
    ticket.full_name as "fullName",
    ticket.email,
    ticket.age,
    ticket.issued_at as "issuedAt",
    line.item_id as "itemId",
    ticket.departure_id as "departureId",
    ${TRAVEL_TIME} as "travelTime",
    ${MEETING_POINT} as "meetingPoint",
    line.frozen,
    orders.code as "orderCode",
    orders.payment_status as "paymentStatus",
    orders.terms_accepted_at is not null as "isTermsAccepted",
    event.name as "eventName",
    -- A ticket for a part of its event shows that part's times.
    coalesce((item.details ->> 'validFrom')::timestamptz, event.starts_at) as "eventStartsAt",
    coalesce((item.details ->> 'validUntil')::timestamptz, event.ends_at) as "eventEndsAt",
    event.timezone as "eventTimezone",
    event.venue as "eventVenue",
    event.address as "eventAddress",
    event.entrance,
    event.gate_times as "gateTimes",
    event.bring,
    ticket.name_changes as "nameChanges",
    together.number,
    together."numberOf"
  from ${TICKET_TABLES}
  left join events event on event.id = item.event_id
  cross join lateral (
    select
      count(*) filter (where other.order_line_id <= ticket.order_line_id)::integer as number,
      count(*)::integer as "numberOf"
    from tickets other
    where other.order_id = ticket.order_id and other.customer_id = ticket.customer_id and other.status = 'active'
  ) together`;

/** Returns a ticket of any status. */
export const documentByCode = (db: Queryable, code: string): Promise<DocumentRow | undefined> =>
  db.row<DocumentRow>(`${DOCUMENTS} where ticket.code = $1`, [code]);

/** Returns tickets of any status, in the order of the cart. */
export const documentsOfOrder = (db: Queryable, orderCode: string, customerId: number): Promise<DocumentRow[]> =>
  db.rows<DocumentRow>(
    `${DOCUMENTS} where orders.code = $1 and ticket.customer_id = $2 order by ticket.order_line_id`,
    [orderCode, customerId],
  );

export interface MailableRow extends DocumentRow {
  /** The stored address: the managing account's if that one was requested, otherwise the holder's. */
  recipient: string;
}

/** Active tickets that the person holds or manages, newest first. */
export const documentsOfEmail = (db: Queryable, emailKey: string, limit: number): Promise<MailableRow[]> =>
  db.rows<MailableRow>(
    `select document.*, coalesce(managed.email, document.email) as recipient
     from (
       select ticket.id, ticket.customer_id
       from tickets ticket
       where lower(ticket.email) = $1
       union
       select ticket.id, ticket.customer_id
       from tickets ticket
       join customers on customers.id = ticket.customer_id
       where customers.email_key = $1
     ) wanted
     join tickets on tickets.id = wanted.id
     join (${DOCUMENTS}) document on document.code = tickets.code
     left join customers managed on managed.id = wanted.customer_id and managed.email_key = $1
     where tickets.status = 'active'
     order by wanted.id desc
     limit $2`,
    [emailKey, limit],
  );
