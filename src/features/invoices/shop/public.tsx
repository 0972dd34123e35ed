export { InvoiceDownloads } from './invoice-downloads.tsx';
