import { hasNotDeparted } from '#features/catalogue/domain/selling.ts';
import { unitsLeft } from '#features/catalogue/domain/units-left.ts';
import { minor, zero } from '#kernel/money.ts';
import { toInstantOrNull } from '#wire/fields.ts';
import type { ExistingTicket, MerchandisePurchase, Ticket } from '../contract.ts';
import { isRefundable, paidShipping, refundTotal, shippingRefunds } from '../domain/item-refund.ts';
import { editedUntil, ticketFlags } from '../domain/ticket-flags.ts';
import type { DepartureRow, ExistingTicketRow, MerchandiseRow, TicketRow } from './ticket-store.ts';

/** Returns the ticket as the API shows it at `now`. `departures` are those of its item if they can be selected. */
export function toTicket(row: TicketRow, departures: readonly DepartureRow[], now: Date): Ticket {
  const { frozen } = row;
  const flags = ticketFlags(row, frozen, row, now);
  return {
    code: row.code,
    email: row.email,
    full_name: row.fullName,
    age: row.age,
    age_options: [...frozen.ageOptions],
    product: frozen.name,
    external_code: frozen.externalCode,
    type: frozen.type,
    shop_image: frozen.image,
    status: row.status,
    pending: row.isPending,
    price: row.price,
    fee: row.fee,
    refund_fee: frozen.refundFee,
    refund_total: refundTotal({ ...row, refundFee: frozen.refundFee }),
    shipping_refund: 0,
    allow_refund_requests_from: frozen.allowRefundRequestsFrom,
    allow_refund_requests_until: frozen.allowRefundRequestsUntil,
    ...flags,
    // A deleted holder has no address, and the document needs the holder's address.
    allow_download: flags.allow_download && row.email !== '',
    allow_name_changes_until: frozen.allowNameChanges ? frozen.allowNameChangesUntil : null,
    allow_travel_time_changes_until: frozen.allowTravelTimeChangesUntil,
    edited_until: toInstantOrNull(editedUntil(row, now)),
    reassigned: false,
    travel_time: row.travelTime?.toISOString() ?? null,
    transport_time_id: row.departureId === null ? null : String(row.departureId),
    travel_times: frozen.travelTimeType === 'selectable' ? travelTimes(row, departures, now) : [],
    ...(row.meetingPoint && { meeting_point: row.meetingPoint }),
    timezone: frozen.timezone,
    ...(row.occasion && { occasion: row.occasion }),
  };
}

/** Replaces the code of a reassigned ticket. No ticket has such a code. */
export const placeholderCode = (position: number): string => `REASSIGNED-${position}`;

/**
 * The buyer's view of a ticket that was reassigned to another account: what was bought and who it was given to.
 * Contains neither its code, which would open it, nor later changes by the new holder, nor actions.
 */
export function toReassignedTicket(row: TicketRow): Ticket {
  const { frozen } = row;
  return {
    code: placeholderCode(row.position),
    email: row.reassignedTo?.email ?? '',
    full_name: row.reassignedTo?.fullName ?? '',
    age: null,
    age_options: [],
    product: frozen.name,
    external_code: frozen.externalCode,
    type: frozen.type,
    shop_image: frozen.image,
    status: row.status,
    pending: row.isPending,
    price: row.price,
    fee: row.fee,
    refund_fee: frozen.refundFee,
    refund_total: 0,
    shipping_refund: 0,
    is_refundable: false,
    is_ever_refundable: false,
    allow_refund_requests_from: null,
    allow_refund_requests_until: null,
    allow_name_changes: false,
    allow_name_changes_until: null,
    allow_email_changes: false,
    name_changes_left: null,
    allow_travel_time_changes: false,
    allow_travel_time_changes_until: null,
    allow_download: false,
    recently_edited: false,
    edited_until: null,
    reassigned: true,
    travel_time: null,
    transport_time_id: null,
    travel_times: [],
    timezone: frozen.timezone,
    ...(row.occasion && { occasion: row.occasion }),
  };
}

/**
 * The view of a holder who did not buy the ticket: without the buyer's amounts and without a refund, which is paid to
 * the buyer (docs/decisions/0007-reassigned-tickets.md).
 */
export function toTicketOfNewHolder(row: TicketRow, departures: readonly DepartureRow[], now: Date): Ticket {
  return {
    ...toTicket(row, departures, now),
    refund_fee: 0,
    refund_total: 0,
    is_refundable: false,
    is_ever_refundable: false,
    allow_refund_requests_from: null,
    allow_refund_requests_until: null,
  };
}

/** Departures that have not left yet, and always the present one. */
function travelTimes(row: TicketRow, departures: readonly DepartureRow[], now: Date): Ticket['travel_times'] {
  return departures
    .filter(
      (departure) =>
        departure.id === row.departureId || (departure.isActive && hasNotDeparted(departure.departsAt, now)),
    )
    .map((departure) => ({
      id: String(departure.id),
      travel_time: departure.departsAt.toISOString(),
      remaining: unitsLeft(departure),
    }));
}

/**
 * Returns an order's merchandise purchases as the API shows them. They are converted together, because shipping is
 * refunded with the last.
 */
export function toMerchandise(rows: readonly MerchandiseRow[], now: Date): MerchandisePurchase[] {
  const first = rows[0];
  if (!first) return [];
  const shipping = shippingRefunds(
    rows.map((row) => row.status),
    minor(Math.max(0, paidShipping(first) - first.shippingRefunding)),
  );
  return rows.map((row, index) => ({
    code: row.code,
    merchandise: row.frozen.name,
    external_code: row.frozen.externalCode,
    shop_image: row.frozen.image,
    status: row.status,
    pending: row.isPending,
    price: row.price,
    fee: row.fee,
    refund_fee: row.frozen.refundFee,
    refund_total: refundTotal({ ...row, refundFee: row.frozen.refundFee }),
    shipping_refund: shipping[index] ?? zero,
    is_refundable: isRefundable(row.status, row.frozen, row, now),
    is_ever_refundable: row.frozen.isRefundable,
    allow_refund_requests_from: row.frozen.allowRefundRequestsFrom,
    allow_refund_requests_until: row.frozen.allowRefundRequestsUntil,
  }));
}

export const toExistingTicket = (row: ExistingTicketRow): ExistingTicket => ({
  full_name: row.fullName,
  email: row.email,
  age: row.age,
  event_id: row.eventId === null ? null : String(row.eventId),
});
