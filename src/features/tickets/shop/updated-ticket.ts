/** Shown at a ticket on the order's page right after a change; passed in the navigation's state. */
export interface UpdatedTicket {
  /** The ticket's current code in the bundle. */
  readonly code: string;
  readonly message: string;
}

export const withUpdatedTicket = (updated: UpdatedTicket): { updatedTicket: UpdatedTicket } => ({
  updatedTicket: updated,
});

/** Parses a location's state, which may be anything. */
export function updatedTicketOf(state: unknown): UpdatedTicket | null {
  const updated = (state as { updatedTicket?: Partial<UpdatedTicket> } | null)?.updatedTicket;
  return typeof updated?.code === 'string' && typeof updated.message === 'string' ? (updated as UpdatedTicket) : null;
}
