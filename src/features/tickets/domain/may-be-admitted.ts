import type { ItemOrder } from './item-order.ts';
import type { ItemStatus } from './item-status.ts';

/** The facts about an issued ticket that decide admission. */
export interface AdmittedTicket {
  readonly status: ItemStatus;
  /** Waits for money: part of a plan that is not paid in full, or of an order whose payment was charged back. */
  readonly isPending: boolean;
}

/**
 * Whether a ticket admits its holder: it is active, its order is paid in full, and the order's terms are accepted. Only such a
 * ticket has a document, is valid on the door list, and is absent from the list of revoked tickets.
 */
export const mayBeAdmitted = (ticket: AdmittedTicket, order: ItemOrder): boolean =>
  ticket.status === 'active' && !ticket.isPending && order.paymentStatus === 'paid' && order.isTermsAccepted;
