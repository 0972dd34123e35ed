export { InvoiceDownloads, InvoiceDownloadsNote } from './invoice-downloads.tsx';
