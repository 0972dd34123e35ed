import { asksForAge } from '#features/cart/domain/holder.ts';
import { isIssued, type OrderStatus } from '#features/orders/domain/order-status.ts';
import { type ChangeRules, mayReassign } from './change-holder.ts';
import type { ItemStatus } from './item-status.ts';

export interface TicketOnWire {
  readonly status: ItemStatus;
  readonly pending: boolean;
  readonly reassigned: boolean;
  readonly type: string;
  readonly age_options: readonly string[];
  readonly email: string;
  readonly allow_name_changes: boolean;
  readonly allow_email_changes: boolean;
  readonly name_changes_left: number | null;
  readonly allow_name_changes_until: string | null;
}

export const rulesOnWire = (ticket: TicketOnWire): ChangeRules => ({
  allowNameChanges: ticket.allow_name_changes,
  allowEmailChanges: ticket.allow_email_changes,
  type: ticket.type,
  ageOptions: ticket.age_options,
});

/** Whether the ticket can be managed, now or once its edit lock ends. */
export function isManageable(ticket: TicketOnWire, order: { payment_status: OrderStatus }, ownEmail: string): boolean {
  if (ticket.status !== 'active' || ticket.pending || ticket.reassigned || !isIssued(order.payment_status))
    return false;
  const rules = rulesOnWire(ticket);
  return rules.allowNameChanges || rules.allowEmailChanges || asksForAge(rules) || mayReassign(ticket.email, ownEmail);
}

/** Whether the ticket has any action: download, change of details or of travel time. */
export const hasActions = (
  ticket: TicketOnWire & { readonly allow_download: boolean; readonly allow_travel_time_changes: boolean },
  order: { payment_status: OrderStatus },
  ownEmail: string,
): boolean => ticket.allow_download || ticket.allow_travel_time_changes || isManageable(ticket, order, ownEmail);

export type NameFixedReason =
  | { readonly kind: 'changes_used' }
  | { readonly kind: 'too_late'; readonly until: string }
  | { readonly kind: 'fixed' };

/** Returns why the name is fixed, assuming that the ticket is active; null if the name may change. */
export function whyNameIsFixed(ticket: TicketOnWire): NameFixedReason | null {
  if (ticket.allow_name_changes) return null;
  if (ticket.name_changes_left === 0) return { kind: 'changes_used' };
  const until = ticket.allow_name_changes_until;
  return until === null ? { kind: 'fixed' } : { kind: 'too_late', until };
}
