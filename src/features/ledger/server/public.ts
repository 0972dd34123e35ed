export { type Account, book, type LedgerEntry, reverse } from './ledger.ts';
