export { type Account, book, countered, entriesOf, type LedgerEntry, reverse } from './ledger.ts';
