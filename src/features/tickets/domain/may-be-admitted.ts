import type { ItemOrder } from './item-order.ts';
import type { ItemStatus } from './item-status.ts';

/** What decides about admission in an issued ticket. */
export interface AdmittedTicket {
  readonly status: ItemStatus;
  /** Waits for money: part of a plan that is not paid in full, or of an order whose payment was charged back. */
  readonly isPending: boolean;
}

/**
 * Whether a ticket opens the gate: it is active, its order is paid in full, and the order's terms are accepted. Only such a
 * ticket has a document, counts on the door list, and is absent from the list of revoked tickets.
 */
export const mayBeAdmitted = (ticket: AdmittedTicket, order: ItemOrder): boolean =>
  ticket.status === 'active' && !ticket.isPending && order.paymentStatus === 'paid' && order.isTermsAccepted;
