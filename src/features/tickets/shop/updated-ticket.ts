/** What the order's page shows at a ticket right after it was changed; it travels with the navigation. */
export interface UpdatedTicket {
  /** As the ticket stands in the bundle now. */
  readonly code: string;
  readonly message: string;
}

export const withUpdatedTicket = (updated: UpdatedTicket): { updatedTicket: UpdatedTicket } => ({
  updatedTicket: updated,
});

/** Reads it from a location's state, which may be anything. */
export function updatedTicketOf(state: unknown): UpdatedTicket | null {
  const updated = (state as { updatedTicket?: Partial<UpdatedTicket> } | null)?.updatedTicket;
  return typeof updated?.code === 'string' && typeof updated.message === 'string' ? (updated as UpdatedTicket) : null;
}
