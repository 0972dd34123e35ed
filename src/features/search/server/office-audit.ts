import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import { auditFilterOf, type ListedEntry, listAudit, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { auditFacts } from '#features/staff/words/audit-facts.ts';
import { auditSubject } from '#features/staff/words/audit-subject.ts';
import { actionInWords, actorInWords } from '#features/staff/words/audit-words.ts';
import { auditExport } from '../office-contract/audit.ts';
import { type ExportColumns, exportList, wallClock } from './export-list.ts';
import type { ListParts } from './list-parts.ts';

export function addAuditExportCall(calls: OfficeCallRegistry, parts: ListParts): void {
  calls.add(auditExport, async ({ filter }, context) => {
    const wanted = auditFilterOf(filter, context);
    return exportList(parts, { list: 'audit', columns: COLUMNS, without: [] }, context, async (tx, _shop, all) =>
      listAudit(tx, { ...wanted, after: all.after }, all.limit, context.now),
    );
  });
}

const STATUS_NAMES = { orders: orderStatusNames, refunds: refundStatusNames };

/** Leaves out what the log deletes after 90 days, because a file would keep it. */
const COLUMNS: ExportColumns<ListedEntry> = {
  at: ({ at }, shop) => wallClock(at, shop.timezone),
  action: {
    words: ({ action }, _shop, language) => actionInWords(action, language),
    code: ({ action }) => action,
  },
  about: ({ action, subject }, _shop, language) => auditSubject(action, subject, language).name,
  who: ({ actor }, _shop, language) => actorInWords(actor, language),
  via: ({ via }) => via ?? '',
  details: ({ details }, shop, language) =>
    auditFacts(details, language, shop, STATUS_NAMES)
      .map(({ name, before, after }) => `${name}: ${before === undefined ? '' : `${before} → `}${after}`)
      .join(', '),
};
