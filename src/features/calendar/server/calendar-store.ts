import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Db } from '#platform/db/db.ts';

export interface CalendarOrder {
  readonly id: number;
  readonly code: string;
  readonly checksum: string;
  readonly paymentStatus: OrderStatus;
}

export const calendarOrder = (db: Db, code: string): Promise<CalendarOrder | undefined> =>
  db.row(
    `select id, code, checksum, payment_status as "paymentStatus"
     from orders
     where code = $1`,
    [code],
  );

export interface TicketLine {
  readonly position: number;
  readonly frozen: FrozenItem;
  /** The ticket's current departure. */
  readonly departsAt: Date | null;
  /** The operator's current text. */
  readonly meetingPoint: string | null;
  /** The part of the event as it is now; null for the whole event. */
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
}

/** The tickets that the order's buyer can use, issued or not. Excludes refunded, cancelled and reassigned ones. */
export const usableTickets = (db: Db, orderId: number): Promise<TicketLine[]> =>
  db.rows(
    `select line.position, line.frozen, departures.departs_at as "departsAt",
       item.details ->> 'meetingPoint' as "meetingPoint",
       (item.details ->> 'validFrom')::timestamptz as "validFrom",
       (item.details ->> 'validUntil')::timestamptz as "validUntil"
     from order_lines line
     join shop_items item on item.id = line.item_id
     join orders on orders.id = line.order_id
     left join tickets on tickets.order_line_id = line.id
     left join departures on departures.id = coalesce(tickets.departure_id, line.departure_id)
     where line.order_id = $1
       and line.kind = 'tickets'
       and (tickets.id is null or (tickets.status = 'active' and tickets.customer_id = orders.customer_id))
     order by line.position`,
    [orderId],
  );
