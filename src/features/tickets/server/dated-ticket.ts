import type { Dated } from '#features/occasions/domain/occasion.ts';
import type { TicketRow } from './ticket-store.ts';

/** The facts for sentences about a ticket's time and place. `hasPlace` adds the meeting point of its coach. */
export const datedTicket = (
  { occasion, travelTime, meetingPoint, frozen }: TicketRow,
  { hasPlace }: { readonly hasPlace: boolean },
): Dated => ({
  occasion,
  travel_time: travelTime?.toISOString() ?? null,
  timezone: frozen.timezone,
  meeting_point: (hasPlace && meetingPoint) || undefined,
});
