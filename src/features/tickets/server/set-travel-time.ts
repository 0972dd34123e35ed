import { isDepartureOf } from '#features/catalogue/server/public.ts';
import { swapDeparture } from '#features/stock/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { ticketCode } from '#platform/secrets/random-codes.ts';
import { parseId } from '#wire/fields.ts';
import type { TicketChangeRefusal } from '../domain/change-refusal.ts';
import { mayChange } from '../domain/may-change.ts';
import { ticketFlags } from '../domain/ticket-flags.ts';
import { hasWrappedAround } from '../domain/ticket-payload.ts';
import { actorOfChange, auditStaffChange, mayOverride, type StaffChange } from './change-by-staff.ts';
import { type ChangeParts, mailAboutTravelTime } from './change-mails.ts';
import { findTicket, insertChange, lockOrderOfTicket, revoke, saveDeparture } from './change-store.ts';
import { ticketRow } from './ticket-store.ts';

/**
 * Moves a ticket to another departure of its item: in one transaction it takes the new seat, frees the old one and
 * invalidates the earlier document. The ticket cannot be edited for 15 minutes. Choosing its present departure changes
 * nothing.
 */
export async function setTravelTime(
  parts: ChangeParts,
  callerId: number,
  wanted: { readonly code: string; readonly transportTimeId: string | null; readonly by?: StaffChange },
  now: Date,
): Promise<Result<void, TicketChangeRefusal>> {
  const found = await findTicket(parts.db, wanted.code);
  if (found?.customerId !== callerId) return refuse({ kind: 'not_found' });
  if (found.isOldCode) return refuse({ kind: 'changed_meanwhile' });
  if (wanted.transportTimeId === null) return refuse({ kind: 'travel_time_missing' });
  const departureId = parseId(wanted.transportTimeId);
  if (departureId === null) return refuse({ kind: 'departure_unknown' });

  return await parts.db.stockTransaction<Result<void, TicketChangeRefusal>>(async (tx) => {
    await lockOrderOfTicket(tx, found);
    const ticket = (await ticketRow(tx, found.id))!;
    if (ticket.customerId !== callerId) return refuse({ kind: 'not_found' });
    if (ticket.code !== wanted.code) return refuse({ kind: 'changed_meanwhile' });
    const allowed = mayChange(ticket, ticket, now);
    // A wrong field is reported first, regardless of the ticket's state.
    const isUnchanged = ticket.departureId === departureId;
    if (!isUnchanged && !(await isDepartureOf(tx, ticket.itemId, departureId)))
      return refuse({ kind: 'departure_unknown' });
    // If the same change is repeated, it finds its own lock and has nothing left to do.
    if (isUnchanged && (allowed.ok || allowed.error.kind === 'recently_edited')) return ok(undefined);
    if (!allowed.ok && !mayOverride(allowed.error, wanted.by)) return allowed;
    const flags = ticketFlags(ticket, ticket.frozen, ticket, now);
    const isOpen = flags.allow_travel_time_changes || (wanted.by?.isBeyondLimits ?? false);
    if (!isOpen || ticket.frozen.travelTimeType !== 'selectable') return refuse({ kind: 'travel_time_fixed' });
    if (ticket.unitId === null) throw new Error(`Ticket ${ticket.id} has no unit of stock`);

    const swapped = await swapDeparture(tx, ticket.unitId, departureId, now);
    if (!swapped.ok) {
      if (swapped.error.kind === 'hold_expired') throw new Error(`The unit of ticket ${ticket.id} is gone`);
      return refuse(swapped.error);
    }
    await revoke(tx, ticket, now);
    const generation = ticket.generation + 1;
    const code = hasWrappedAround(generation) ? ticketCode() : ticket.code;
    await saveDeparture(tx, { id: ticket.id, code, departureId, generation }, now);
    const facts = (departure: number | null, moment: Date | null, ofGeneration: number) => ({
      departure_id: departure,
      travel_time: moment?.toISOString() ?? null,
      generation: ofGeneration,
    });
    const changeId = await insertChange(
      tx,
      {
        ticketId: ticket.id,
        kind: 'travel_time',
        before: facts(ticket.departureId, ticket.travelTime, ticket.generation),
        after: facts(departureId, swapped.value.departsAt, generation),
        note: wanted.by?.reason ?? '',
        actor: actorOfChange(wanted.by, callerId),
      },
      now,
    );
    if (wanted.by) {
      const travels = (at: Date | null) => ({ travel_time: at?.toISOString() ?? null });
      const changed = { before: travels(ticket.travelTime), after: travels(swapped.value.departsAt) };
      await auditStaffChange(tx, wanted.by, 'ticket.travel_time_changed', ticket, changed, now);
    }
    await mailAboutTravelTime(parts, tx, { changeId, before: ticket }, now);
    return ok(undefined);
  });
}
