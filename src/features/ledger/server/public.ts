export {
  bookedAgainstSale,
  bookedTaxOf,
  countered,
  entriesOf,
  isBooked,
  isChargedBack,
  keptOf,
  timesBooked,
  timesChargedBack,
  timesRefundPaid,
} from './booked-store.ts';
export { type Account, type BookedSales, book, bookedSales, type LedgerEntry } from './ledger-store.ts';
