import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { permissionsOf } from '../domain/permissions.ts';
import * as contract from '../office-contract/audit.ts';
import { actionsSoFar, type ListedEntry, listAudit } from './audit-log-store.ts';
import { callerOf, type OfficeCallRegistry } from './office-calls.ts';
import type { StaffParts } from './staff-parts.ts';
import { listColleagues } from './staff-store.ts';

const AUDIT_PAGE = 50;

export function addAuditCalls(calls: OfficeCallRegistry, parts: StaffParts): void {
  const { db } = parts;

  calls.add(contract.auditList, async (body, context) => {
    const { session } = callerOf(context);
    const seesStaff = permissionsOf(session.roles).includes('staff.manage');
    const filter = {
      after: body.after ?? null,
      person: body.person ?? null,
      action: body.action,
      subject: body.subject,
      via: body.via ?? null,
      from: body.from ? new Date(body.from) : null,
      until: body.until ? new Date(body.until) : null,
      withoutStaff: !seesStaff,
    };
    return await db.read(async (tx) => {
      const found = await listAudit(tx, filter, AUDIT_PAGE + 1, context.now);
      const shown = found.slice(0, AUDIT_PAGE);
      const people = await listColleagues(tx, parts.hasDemoPeople);
      const actions = await actionsSoFar(tx);
      return ok({
        entries: shown.map(entryView),
        next: found.length > AUDIT_PAGE ? shown.at(-1)!.id : null,
        people: people.map(({ id, name }) => ({ id, name })),
        actions: actions.filter((action) => seesStaff || !action.startsWith('staff.')),
      });
    });
  });
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
