export { auditReportDays } from './audit-report-days.ts';
export { addReportCalls } from './office-reports.ts';
export { type ReportDaysParts, storeReportDays } from './report-days-work.ts';
export { type TaxedDocument, taxedDocuments } from './tax-store.ts';
