import type { ItemStatus } from '#features/tickets/domain/item-status.ts';

/** The tabs of the list. `all` leaves out tickets that have ended. */
export const ticketViews = ['all', 'unpaid', 'refund', 'ended'] as const;
export type TicketViewName = (typeof ticketViews)[number];

export interface TicketFilter {
  readonly view: TicketViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** Null: decided by the view. */
  readonly status: ItemStatus | null;
  /** An item's external code. */
  readonly item: string | null;
  /** A departure's id. */
  readonly departure: number | null;
}
