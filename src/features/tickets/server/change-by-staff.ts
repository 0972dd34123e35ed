import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#platform/db/db.ts';
import type { TicketChangeRefusal } from '../domain/change-refusal.ts';
import type { TicketRow } from './ticket-store.ts';

/** A change that a member of staff makes for the customer. */
export interface StaffChange {
  readonly actor: Extract<Actor, { kind: 'staff' }>;
  /** Whether the customer's own limits and deadlines, and the lock after a change of the travel time, do not apply. */
  readonly isBeyondLimits: boolean;
  /** Kept with the change; '' within the limits. */
  readonly reason: string;
}

/**
 * Whether staff may make the change in spite of the refusal. They can lift the lock after a change of the travel time,
 * but the state of ticket and order restricts them too.
 */
export const mayOverride = (refusal: TicketChangeRefusal, by: StaffChange | undefined): boolean =>
  by?.isBeyondLimits === true && refusal.kind === 'recently_edited';

/** The actor as it is stored with the change. */
export const actorOfChange = (by: StaffChange | undefined, customerId: number): string =>
  by ? `staff:${by.actor.id}` : `customer:${customerId}`;

/**
 * Records the change without the holders' names, because the audit log is kept forever. The names are stored with the
 * change, where they are wiped later.
 */
export const auditStaffChange = (
  tx: Tx,
  { actor, isBeyondLimits, reason }: StaffChange,
  action: 'ticket.holder_changed' | 'ticket.travel_time_changed',
  { orderCode, frozen, position }: Pick<TicketRow, 'orderCode' | 'frozen' | 'position'>,
  changed: { readonly before: object; readonly after: object } | null,
  now: Date,
): Promise<void> => {
  const details = { item: frozen.name, position, ...changed, ...(isBeyondLimits && { beyond_limits: true, reason }) };
  return writeAudit(tx, { actor, action, subject: orderCode, details }, now);
};
