export {
  type Account,
  type BookedSales,
  book,
  bookedSales,
  countered,
  entriesOf,
  isBooked,
  type LedgerEntry,
  reverse,
  timesBooked,
} from './ledger-store.ts';
