export type { Account, Booking, LedgerEntry } from '../domain/booking.ts';
export {
  bookedAgainstSale,
  bookedTaxOf,
  bookingsOfReceipt,
  chargeBacksAmong,
  chargeBacksOf,
  chargedBackOf,
  entriesOf,
  isBooked,
  moneyLeftOf,
  returnedByHand,
  reversed,
  timesBooked,
  timesChargedBack,
  timesRefundPaid,
} from './booked-store.ts';
export { book, bookAll, bookedSales } from './ledger-store.ts';
