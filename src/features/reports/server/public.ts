export { addReportCalls } from './office-reports.ts';
export { type TaxedDocument, taxedDocuments } from './tax-store.ts';
