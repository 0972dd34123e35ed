import { customerForOrder, findOrCreateCustomer } from '#features/customers/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { ticketCode } from '#platform/secrets/random-codes.ts';
import {
  allowedDetails,
  type ChangeRules,
  changeEffect,
  changeProblems,
  type HolderDetails,
  mayReassign,
} from '../domain/change-holder.ts';
import type { TicketChangeRefusal } from '../domain/change-refusal.ts';
import { mayChange } from '../domain/may-change.ts';
import { ticketFlags } from '../domain/ticket-flags.ts';
import { actorOfChange, auditStaffChange, mayOverride, type StaffChange } from './change-by-staff.ts';
import { type ChangeParts, mailAboutNewHolder } from './change-mails.ts';
import { findTicket, insertChange, lockOrderOfTicket, revoke, saveHolder } from './change-store.ts';
import { type TicketRow, ticketRow } from './ticket-store.ts';
import { placeholderCode } from './to-wire.ts';

export interface WantedHolder {
  /** The order in which the caller sees the ticket. */
  readonly orderCode: string;
  readonly code: string;
  /** '' if the caller sent none. */
  readonly fullName: string;
  readonly email: string;
  readonly age: string | null;
  /** Whether to reassign the ticket to the account with its email. */
  readonly reassign: boolean;
  /** For the operator; stored with the change. */
  readonly note: string;
  /** The change that staff make on behalf of the customer, if they do. */
  readonly by?: StaffChange;
}

/**
 * A new holder, email or account needs a new code; the old one is invalid once this commits. If two changes race, the
 * second finds the code gone and is refused. Returns the caller's code of the ticket, or null if the caller no longer
 * sees it, and passes it to `done` in the same transaction.
 */
export async function changeTicket(
  parts: ChangeParts,
  callerId: number,
  wanted: WantedHolder,
  now: Date,
  done: (tx: Tx, changed: { code: string | null }) => Promise<void> = async () => {},
): Promise<Result<{ code: string | null }, TicketChangeRefusal>> {
  const found = await findTicket(parts.db, wanted.code);
  if (found?.customerId !== callerId || found.orderCode !== wanted.orderCode) return refuse({ kind: 'not_found' });
  if (found.isOldCode) return refuse({ kind: 'changed_meanwhile' });
  return await parts.db.transaction(async (tx) => {
    await lockOrderOfTicket(tx, found);
    const ticket = (await ticketRow(tx, found.id))!;
    if (ticket.customerId !== callerId) return refuse({ kind: 'not_found' });
    if (ticket.code !== wanted.code) return refuse({ kind: 'changed_meanwhile' });
    const allowed = mayChange(ticket, ticket, now);
    if (!allowed.ok && !mayOverride(allowed.error, wanted.by)) return allowed;

    const rules = rulesOf(ticket, now, wanted.by);
    const fixed = fixedDetail(ticket, wanted, rules);
    if (fixed) return refuse(fixed);
    const holder = allowedDetails(ticket, wanted, rules);
    const caller = await customerForOrder(tx, callerId);
    if (!caller) throw new Error(`Customer ${callerId} is gone`);
    const reassign = wanted.reassign && mayReassign(holder.email, caller.email);
    const problems = changeProblems(ticket, holder, rules, { reassign });
    if (problems.length > 0) return refuse({ kind: 'invalid', problems });
    const changed = {
      code: await change(parts, tx, { ticket, holder, reassign, callerId, note: wanted.note, by: wanted.by }, now),
    };
    await done(tx, changed);
    return ok(changed);
  });
}

function rulesOf(ticket: TicketRow, now: Date, by?: StaffChange): ChangeRules {
  const flags = ticketFlags(ticket, ticket.frozen, ticket, now);
  const isBeyondLimits = by?.isBeyondLimits ?? false;
  return {
    allowNameChanges: isBeyondLimits || flags.allow_name_changes,
    allowEmailChanges: isBeyondLimits || flags.allow_email_changes,
    type: ticket.frozen.type,
    ageOptions: ticket.frozen.ageOptions,
  };
}

/**
 * Refuses a new value for a detail that may not change. If it were ignored, the caller would believe that it was
 * stored.
 */
function fixedDetail(present: HolderDetails, wanted: HolderDetails, rules: ChangeRules): TicketChangeRefusal | null {
  const isOther = (detail: 'fullName' | 'email') => wanted[detail] !== '' && wanted[detail] !== present[detail];
  if (!rules.allowNameChanges && isOther('fullName')) return { kind: 'name_fixed' };
  if (!rules.allowEmailChanges && isOther('email')) return { kind: 'email_fixed' };
  return null;
}

interface Change {
  readonly ticket: TicketRow;
  readonly holder: HolderDetails;
  readonly reassign: boolean;
  readonly callerId: number;
  readonly note: string;
  readonly by: StaffChange | undefined;
}

async function change(parts: ChangeParts, tx: Tx, wanted: Change, now: Date): Promise<string | null> {
  const { ticket, holder, reassign, callerId, note, by } = wanted;
  const { isNameChange, isNewHolder } = changeEffect(ticket, holder, { reassign });
  const customerId = reassign ? (await findOrCreateCustomer(tx, holder, now)).customerId : ticket.customerId;
  if (isNewHolder) await revoke(tx, ticket, now);
  const changed = {
    id: ticket.id,
    ...holder,
    customerId,
    code: isNewHolder ? ticketCode() : ticket.code,
    generation: ticket.generation + (isNewHolder ? 1 : 0),
    nameChanges: ticket.nameChanges + (isNameChange && !by ? 1 : 0),
  };
  await saveHolder(tx, changed);
  const kind = reassign ? 'reassigned' : 'holder';
  const entry = { ticketId: ticket.id, kind, note, actor: actorOfChange(by, callerId) } as const;
  const changeId = await insertChange(tx, { ...entry, before: facts(ticket), after: facts(changed) }, now);
  if (by) await auditStaffChange(tx, by, 'ticket.holder_changed', ticket, null, now);
  const changedMail = { changeId, before: ticket, isNewHolder, reassign, isByStaff: by !== undefined };
  await mailAboutNewHolder(parts, tx, changedMail, now);
  if (customerId === callerId) return changed.code;
  return callerId === ticket.buyerId ? placeholderCode(ticket.position) : null;
}

const facts = (of: HolderDetails & { customerId: number; generation: number; nameChanges: number }) => ({
  full_name: of.fullName,
  email: of.email,
  age: of.age,
  customer_id: of.customerId,
  generation: of.generation,
  name_changes: of.nameChanges,
});
