/** Tickets with their order line, order, item and departure. */
export const TICKET_TABLES = `tickets ticket
  join order_lines line on line.id = ticket.order_line_id
  join orders on orders.id = ticket.order_id
  join shop_items item on item.id = line.item_id
  left join departures departure on departure.id = ticket.departure_id`;

/** `mayBeAdmitted` in SQL; a test compares the two over every combination. */
export const MAY_BE_ADMITTED = `(
    ticket.status = 'active'
    and not ticket.pending
    and orders.payment_status = 'paid'
    and orders.terms_accepted_at is not null
  )`;

/** The travel time in SQL; null without one. Uses the operator's current time, because travellers must see changes. */
export const TRAVEL_TIME = `case
      when departure.id is not null then departure.departs_at
      when item.travel_time_type = 'fixed' then item.travel_time
    end`;

/** The operator's current meeting point, or null. */
export const MEETING_POINT = `item.details ->> 'meetingPoint'`;
