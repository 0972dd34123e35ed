export {
  bookedAgainstSale,
  bookedTaxOf,
  bookingsOfReceipt,
  chargeBacksAmong,
  entriesOf,
  isBooked,
  isChargedBack,
  moneyLeftOf,
  returnedByHand,
  reversed,
  timesBooked,
  timesChargedBack,
  timesRefundPaid,
} from './booked-store.ts';
export {
  type Account,
  type BookedSales,
  type Booking,
  book,
  bookAll,
  bookedSales,
  type LedgerEntry,
} from './ledger-store.ts';
