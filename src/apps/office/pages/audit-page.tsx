import { officeCall } from '#browser/office-api.ts';
import { auditStatusNames } from '#features/refunds/words/staff/audit-status-names.ts';
import { ExportButton } from '#features/search/office/public.tsx';
import AuditLog from '#features/staff/office/audit-page.tsx';

/** The audit log, with the names of the statuses that its entries are about. */
export default function AuditPage() {
  return (
    <AuditLog
      statusNames={auditStatusNames}
      exportButton={({ filter, ...rows }) => (
        <ExportButton
          name="audit-log"
          hasNames
          load={(after, options) => officeCall('audit-export', { filter, after }, options)}
          {...rows}
        />
      )}
    />
  );
}
