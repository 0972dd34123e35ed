import type { ItemOrder } from './item-policy.ts';
import type { ItemStatus } from './item-status.ts';

export interface AdmittedTicket {
  readonly status: ItemStatus;
  /** Whether it is not fully paid: part of an unfinished plan, or of an order whose payment was charged back. */
  readonly isPending: boolean;
}

export type NotAdmitted = 'cancelled' | 'refunded' | 'in_refund' | 'not_paid' | 'terms_open';

/**
 * Returns why a ticket is not admitted; null if it is active, its order is paid in full, and the order's terms are
 * accepted. Only such a ticket has a document and a code on the screen, is valid on the door list, and is absent from
 * the list of revoked tickets.
 */
export function whyNotAdmitted({ status, isPending }: AdmittedTicket, order: ItemOrder): NotAdmitted | null {
  if (status === 'cancelled' || status === 'refunded') return status;
  if (status !== 'active') return 'in_refund';
  if (isPending || order.paymentStatus !== 'paid') return 'not_paid';
  return order.isTermsAccepted ? null : 'terms_open';
}

export const mayBeAdmitted = (ticket: AdmittedTicket, order: ItemOrder): boolean =>
  whyNotAdmitted(ticket, order) === null;
