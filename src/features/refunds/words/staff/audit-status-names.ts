import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { refundStatusNames } from './status-names.ts';

/** The statuses in entries of the audit log, for `auditFacts`. */
export const auditStatusNames = { orders: orderStatusNames, refunds: refundStatusNames };
