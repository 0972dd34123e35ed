import { isIssued } from '#features/orders/domain/order-status.ts';
import { isWithin } from '#kernel/period.ts';
import type { ItemOrder, ItemPolicy } from './item-policy.ts';
import { isRefundable } from './item-refund.ts';
import type { ItemStatus } from './item-status.ts';
import { mayBeAdmitted } from './may-be-admitted.ts';

/** The time in milliseconds for which a ticket stays locked after a change of the travel time. */
export const EDIT_LOCK_MS = 15 * 60 * 1_000;

export interface TicketFacts {
  readonly status: ItemStatus;
  /** Whether it is not fully paid, as in `AdmittedTicket`. */
  readonly isPending: boolean;
  readonly nameChanges: number;
  readonly editedAt: Date | null;
  /** Null for a ticket without a travel time. */
  readonly travelTime: Date | null;
}

/** The flags under their names in the API. */
export interface TicketFlags {
  is_refundable: boolean;
  is_ever_refundable: boolean;
  allow_name_changes: boolean;
  allow_email_changes: boolean;
  name_changes_left: number | null;
  allow_travel_time_changes: boolean;
  allow_download: boolean;
  recently_edited: boolean;
}

/**
 * `recently_edited` is separate from the permissions, because the lock passes and the portal shows it with its own
 * hint; changes must check both.
 */
export function ticketFlags(ticket: TicketFacts, policy: ItemPolicy, order: ItemOrder, now: Date): TicketFlags {
  const isActive = ticket.status === 'active' && isIssued(order.paymentStatus);
  const canBeChanged = isActive && !ticket.isPending;
  const changesLeft = nameChangesLeft(ticket, policy);
  return {
    is_refundable: isRefundable(ticket.status, policy, order, now),
    is_ever_refundable: policy.isRefundable,
    allow_name_changes:
      canBeChanged && policy.allowNameChanges && changesLeft !== 0 && isWithin(null, policy.allowNameChangesUntil, now),
    allow_email_changes: canBeChanged && policy.allowEmailChanges,
    name_changes_left: changesLeft,
    allow_travel_time_changes: canBeChanged && isTravelTimeOpen(ticket, policy, now),
    allow_download: mayBeAdmitted(ticket, order),
    recently_edited: isRecentlyEdited(ticket, now),
  };
}

/** Returns the number of name changes left; null if unlimited. */
function nameChangesLeft(
  ticket: Pick<TicketFacts, 'nameChanges'>,
  policy: Pick<ItemPolicy, 'nameChangeLimit'>,
): number | null {
  return policy.nameChangeLimit === null ? null : Math.max(0, policy.nameChangeLimit - ticket.nameChanges);
}

/** Whether the name may be changed, and until when, regardless of the ticket's status. */
export type NameRule =
  /** `until` is null if there is no deadline. */
  { readonly kind: 'open'; readonly until: string | null } | { readonly kind: 'changes_used' | 'fixed' };

export function nameRule(
  ticket: Pick<TicketFacts, 'nameChanges'>,
  policy: Pick<ItemPolicy, 'allowNameChanges' | 'allowNameChangesUntil' | 'nameChangeLimit'>,
): NameRule {
  if (!policy.allowNameChanges) return { kind: 'fixed' };
  if (nameChangesLeft(ticket, policy) === 0) return { kind: 'changes_used' };
  return { kind: 'open', until: policy.allowNameChangesUntil };
}

/** Whether the travel time was changed in the last 15 minutes. */
export const isRecentlyEdited = (ticket: Pick<TicketFacts, 'editedAt'>, now: Date): boolean =>
  editedUntil(ticket, now) !== null;

/** Returns the end of the lock after a change of the travel time; null if it is over or there was no change. */
export function editedUntil({ editedAt }: Pick<TicketFacts, 'editedAt'>, now: Date): Date | null {
  if (editedAt === null) return null;
  const end = editedAt.getTime() + EDIT_LOCK_MS;
  return now.getTime() < end ? new Date(end) : null;
}

/** Whether the travel time can be changed: until the item's deadline, but never after departure. */
function isTravelTimeOpen(
  { travelTime }: Pick<TicketFacts, 'travelTime'>,
  policy: Pick<ItemPolicy, 'travelTimeType' | 'allowTravelTimeChangesUntil'>,
  now: Date,
): boolean {
  if (policy.travelTimeType !== 'selectable') return false;
  const hasLeft = travelTime !== null && now.getTime() >= travelTime.getTime();
  return !hasLeft && isWithin(null, policy.allowTravelTimeChangesUntil, now);
}
