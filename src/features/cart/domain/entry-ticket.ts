import { isSameHolder } from './same-holder.ts';

/** A ticket in the cart or bought before. */
export interface TicketOfHolder {
  /** A key of the product types. */
  readonly type: string;
  readonly eventId: string | null;
  readonly fullName: string;
}

/** An add-on is any ticket item whose type is not `ticket`. */
export const isAddOn = (item: { readonly type: string }): boolean => item.type !== 'ticket';

/**
 * Whether the dialog warns that an add-on has no entry ticket of the same holder and event; it goes on either way. Entry
 * tickets bought before come from `existing_tickets`, which holds nothing else. An add-on without an event belongs to none,
 * and nothing is said before a name is typed.
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
