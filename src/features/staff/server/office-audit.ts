import type { z } from 'zod';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { permissionsOf } from '../domain/permissions.ts';
import * as contract from '../office-contract/audit.ts';
import { type AuditFilter, actionsSoFar, type ListedEntry, listAudit } from './audit-log-store.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext } from './office-calls.ts';
import type { StaffParts } from './staff-parts.ts';
import { listColleagues } from './staff-store.ts';

const AUDIT_PAGE = 50;

export function addAuditCalls(calls: OfficeCallRegistry, parts: StaffParts): void {
  const { db } = parts;

  calls.add(contract.auditList, async (body, context) => {
    const filter = { ...auditFilterOf(body, context), after: body.after ?? null };
    return await db.read(async (tx) => {
      const found = await listAudit(tx, filter, AUDIT_PAGE + 1, context.now);
      const shown = found.slice(0, AUDIT_PAGE);
      const people = await listColleagues(tx, { includesDemo: parts.hasDemoPeople });
      const actions = await actionsSoFar(tx);
      return ok({
        entries: shown.map(entryView),
        next: found.length > AUDIT_PAGE ? shown.at(-1)!.id : null,
        people: people.map(({ id, name }) => ({ id, name })),
        actions: actions.filter((action) => !filter.withoutStaff || !action.startsWith('staff.')),
      });
    });
  });
}

/** What a list or an export of the log shows the caller. Only people who manage staff see entries about staff. */
export function auditFilterOf(
  { person, action, subject, via, from, until }: z.infer<z.ZodObject<typeof contract.auditFilter>>,
  context: OfficeContext,
): Omit<AuditFilter, 'after'> {
  return {
    person: person ?? null,
    action,
    subject,
    via: via ?? null,
    from: from ? new Date(from) : null,
    until: until ? new Date(until) : null,
    withoutStaff: !permissionsOf(callerOf(context).session.roles).includes('staff.manage'),
  };
}

const entryView = ({
  id,
  at,
  actor,
  staffId,
  via,
  action,
  subject,
  details,
  undoes,
  private: hidden,
}: ListedEntry) => ({
  ...{ id, at: toInstant(at), actor, staff_id: staffId, via, action, subject, details, undoes },
  private: hidden,
});
