export { auditInvoices } from './audit-invoices-store.ts';
export { documentsOfOrders, type OrderDocuments } from './documents-of-orders.ts';
export { type InvoiceParts, invoiceFile } from './download-invoice.ts';
export {
  contentsIssued,
  contentsOf,
  documentByCode,
  type ListedDocument,
  listDocuments,
  referencesOf,
  wipeBuyers,
} from './invoice-store.ts';
export { issueAdvance } from './issue-advance.ts';
export { type CreditReason, creditSale, issueCreditNote } from './issue-credit-note.ts';
export { issueInvoice, issueInvoices } from './issue-invoice.ts';
export { addInvoicePages } from './pages.ts';
