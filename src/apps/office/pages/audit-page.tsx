import { officeCall } from '#browser/office-api.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import { ExportButton } from '#features/search/office/public.tsx';
import AuditLog from '#features/staff/office/audit-page.tsx';

const STATUS_NAMES = { orders: orderStatusNames, refunds: refundStatusNames };

/** The audit log, with the names of the statuses that its entries are about. */
export default function AuditPage() {
  return (
    <AuditLog
      statusNames={STATUS_NAMES}
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
