import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { auditFilter } from '#features/staff/office-contract/audit.ts';
import { exportAfter, exported } from './list-fields.ts';

export const auditExport = officeCall({
  name: 'audit-export',
  summary: 'The audit log as CSV, with names of staff but without IP addresses or devices; 10,000 rows at a time',
  needs: { permission: 'audit.see' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: z.object(auditFilter), after: exportAfter }),
  answer: exported,
});
