import { auditStatusNames } from '#features/refunds/words/staff/audit-status-names.ts';
import {
  auditFilterOf,
  type ListedEntry,
  listAudit,
  listColleagues,
  type OfficeCallRegistry,
} from '#features/staff/server/public.ts';
import { auditFacts } from '#features/staff/words/audit-facts.ts';
import { auditSubject } from '#features/staff/words/audit-subject.ts';
import { actionInWords, actorInWords } from '#features/staff/words/audit-words.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { auditExport } from '../office-contract/audit.ts';
import { type ExportColumns, exportList } from './export-list.ts';
import { type ListParts, placeById } from './list-parts.ts';

export function addAuditExportCall(calls: OfficeCallRegistry, parts: ListParts): void {
  calls.add(auditExport, async ({ filter, after }, context) => {
    const wanted = auditFilterOf(filter, context);
    return exportList(
      parts,
      { list: 'audit', columns: COLUMNS, without: [], after, place: placeById },
      context,
      async (tx, _shop, part) => {
        const names = new Map(
          (await listColleagues(tx, { includesDemo: true })).map(({ id, name }) => [`staff ${id}`, name]),
        );
        const entries = await listAudit(tx, { ...wanted, after: part.after }, part.limit, context.now);
        return entries.map((entry) => ({ ...entry, colleague: names.get(entry.subject) }));
      },
    );
  });
}

interface ExportedEntry extends ListedEntry {
  /** The name of the colleague that the entry is about. */
  readonly colleague: string | undefined;
}

/** Leaves out what the log deletes after 90 days, because a file would keep it. */
const COLUMNS: ExportColumns<ExportedEntry> = {
  at: ({ at }, shop) => spreadsheetTime(at, shop.timezone),
  action: {
    words: ({ action }, _shop, language) => actionInWords(action, language),
    code: ({ action }) => action,
  },
  about: ({ colleague, action, subject }, _shop, language) => colleague ?? auditSubject(action, subject, language).name,
  who: ({ actor }, _shop, language) => actorInWords(actor, language),
  via: ({ via }) => via ?? '',
  details: ({ details }, shop, language) =>
    auditFacts(details, language, shop, auditStatusNames)
      .map(({ name, before, after }) => `${name}: ${before === undefined ? '' : `${before} → `}${after}`)
      .join(', '),
};
