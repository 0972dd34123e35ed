export {
  bookedAgainstSale,
  bookedTaxOf,
  bookingsOfReceipt,
  chargeBacksAmong,
  entriesOf,
  isBooked,
  isChargedBack,
  keptOf,
  ordersChargedBack,
  returnedByHand,
  reversed,
  timesBooked,
  timesChargedBack,
  timesRefundPaid,
} from './booked-store.ts';
export { type Account, type BookedSales, book, bookedSales, type LedgerEntry } from './ledger-store.ts';
