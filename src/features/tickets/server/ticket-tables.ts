/** A ticket with its order line, its order, its item and the departure that it sits in: what every question about tickets reads. */
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

/** When its holder travels, null for a ticket without a time. The operator's time as it is now: what moved must reach who travels. */
export const TRAVEL_TIME = `case
      when departure.id is not null then departure.departs_at
      when item.travel_time_type = 'fixed' then item.travel_time
    end`;

/** Where its holder meets the others, null where the operator named no place. As it is now, like the time. */
export const MEETING_POINT = `item.details ->> 'meetingPoint'`;
