export {
  bookedAgainstSale,
  bookedTaxOf,
  isChargedBack,
  keptOf,
  timesBooked,
  timesChargedBack,
} from './booked-store.ts';
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
} from './ledger-store.ts';
