import type { ItemOrder } from './item-order.ts';
import type { ItemStatus } from './item-status.ts';

export interface AdmittedTicket {
  readonly status: ItemStatus;
  /** Not fully paid: part of an unfinished plan, or of an order whose payment was charged back. */
  readonly isPending: boolean;
}

/**
 * Whether a ticket admits its holder: it is active, its order is paid in full, and the order's terms are accepted. Only
 * such a ticket has a document, is valid on the door list, and is absent from the list of revoked tickets.
 */
export const mayBeAdmitted = (ticket: AdmittedTicket, order: ItemOrder): boolean =>
  ticket.status === 'active' && !ticket.isPending && order.paymentStatus === 'paid' && order.isTermsAccepted;
