import { isSameHolder } from './same-holder.ts';

export interface TicketOfHolder {
  /** A key of the product types. */
  readonly type: string;
  readonly eventId: string | null;
  readonly fullName: string;
}

export const isAddOn = (item: { readonly type: string }): boolean => item.type !== 'ticket';

/**
 * Whether to warn that an add-on has no entry ticket for the same holder and event. `boughtBefore` contains only entry
 * tickets. Add-ons without an event need none, and there is no warning without a name.
 */
export function lacksEntryTicket(
  item: { readonly type: string; readonly eventId: string | null },
  fullName: string,
  inCart: readonly TicketOfHolder[],
  boughtBefore: readonly Omit<TicketOfHolder, 'type'>[],
): boolean {
  if (!isAddOn(item) || item.eventId === null || fullName.trim() === '') return false;
  const entryTickets = [...inCart.filter((ticket) => !isAddOn(ticket)), ...boughtBefore];
  return !entryTickets.some((ticket) => ticket.eventId === item.eventId && isSameHolder(ticket.fullName, fullName));
}
