/** How holders' names are compared: without case, accents and repeated spaces. */
function holderKey(fullName: string): string {
  return fullName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}

export const isSameHolder = (one: string, other: string): boolean => holderKey(one) === holderKey(other);

/** A ticket in the cart, as far as the rule looks at it. */
export interface HeldTicket {
  readonly externalCode: string;
  readonly fullName: string;
}

/** Whether a holder has a ticket of this product in the cart already. Leave out the line that is being changed. */
export function hasTicketAlready(tickets: readonly HeldTicket[], externalCode: string, fullName: string): boolean {
  return tickets.some((ticket) => ticket.externalCode === externalCode && isSameHolder(ticket.fullName, fullName));
}
