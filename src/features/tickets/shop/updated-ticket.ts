/** The person to whom a ticket was given, to fill in the form of another one. */
export interface NewHolder {
  readonly full_name: string;
  readonly email: string;
  readonly age: string;
  readonly reassign: boolean;
}

/** Shown at a ticket on the order's page right after a change; passed in the navigation's state. */
export interface UpdatedTicket {
  /** The ticket's current code in the bundle. */
  readonly code: string;
  readonly message: string;
  /** Set if another person has the ticket now. */
  readonly handover: { readonly from: string; readonly to: NewHolder } | null;
}

export const withUpdatedTicket = (updated: UpdatedTicket): { updatedTicket: UpdatedTicket } => ({
  updatedTicket: updated,
});

/** Parses a location's state, which may be anything. */
export function updatedTicketOf(state: unknown): UpdatedTicket | null {
  const updated = (state as { updatedTicket?: Partial<UpdatedTicket> } | null)?.updatedTicket;
  if (typeof updated?.code !== 'string' || typeof updated.message !== 'string') return null;
  return { handover: null, ...updated } as UpdatedTicket;
}

export const withNewHolder = (newHolder: NewHolder): { newHolder: NewHolder } => ({ newHolder });

/** Parses a location's state, which may be anything. */
export const newHolderOf = (state: unknown): NewHolder | null =>
  (state as { newHolder?: NewHolder } | null)?.newHolder ?? null;
