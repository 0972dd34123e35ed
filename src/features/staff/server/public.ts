export { type AuditEntry, type AuditLine, auditOf, writeAudit } from './audit-log.ts';
