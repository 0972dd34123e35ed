import { isIssued } from '#features/orders/domain/order-status.ts';
import type { Result } from '#kernel/result.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { TicketChangeRefusal } from './change-refusal.ts';
import type { ItemOrder } from './item-policy.ts';
import { isInRefund } from './item-status.ts';
import { isRecentlyEdited, type TicketFacts } from './ticket-flags.ts';

/** Whether the ticket can be changed at all. Its flags decide which changes are possible. */
export function mayChange(ticket: TicketFacts, order: ItemOrder, now: Date): Result<void, TicketChangeRefusal> {
  if (isInRefund(ticket.status)) return refuse({ kind: 'in_refund' });
  if (ticket.isPending) return refuse({ kind: 'pending' });
  if (ticket.status !== 'active' || !isIssued(order.paymentStatus)) return refuse({ kind: 'not_active' });
  return isRecentlyEdited(ticket, now) ? refuse({ kind: 'recently_edited' }) : ok(undefined);
}
