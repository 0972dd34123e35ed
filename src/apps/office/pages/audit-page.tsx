import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import AuditLog from '#features/staff/office/audit-page.tsx';

const STATUS_NAMES = { orders: orderStatusNames, refunds: refundStatusNames };

/** The audit log, with the names of the statuses that its entries are about. */
export default function AuditPage() {
  return <AuditLog statusNames={STATUS_NAMES} />;
}
