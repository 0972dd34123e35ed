/** Returns the name without case, accents and repeated spaces, so that two spellings of one holder are equal. */
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

export interface HeldTicket {
  readonly externalCode: string;
  readonly fullName: string;
}

export const ticketsOf = (
  lines: readonly { readonly frozen: { readonly externalCode: string }; readonly fullName: string | null }[],
): HeldTicket[] =>
  lines.flatMap(({ frozen, fullName }) => (fullName === null ? [] : [{ externalCode: frozen.externalCode, fullName }]));

/** Whether the holder has the item already. The caller leaves out the line that is being changed. */
export function hasTicketAlready(tickets: readonly HeldTicket[], externalCode: string, fullName: string): boolean {
  return tickets.some((ticket) => ticket.externalCode === externalCode && isSameHolder(ticket.fullName, fullName));
}
