export { type AuditLine, auditOf, writeAudit, writeAudits } from './audit-log-store.ts';
