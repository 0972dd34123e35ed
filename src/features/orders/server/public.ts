export { writeAcceptance } from './acceptance-store.ts';
export { bookSale } from './book-sale.ts';
export { type BoughtItem, boughtItems } from './bought-items-store.ts';
export { mailCancelledByOperator } from './cancelled-mail.ts';
export { changeInstalment, deleteInstalment, insertInstalmentAfter } from './change-instalments-store.ts';
export { dayMessage } from './day-messages.ts';
export { mailDueDateMoved } from './due-date-moved-mail.ts';
export { cancelOpenPayments, endOrder } from './end-order.ts';
export { findOrders } from './find-orders-store.ts';
export { findPayable, type Payable } from './find-payable-store.ts';
export { lastOrderOf } from './last-order-store.ts';
export { lockOpenOrders, moveMailAddress } from './mail-address-store.ts';
export { meetingPointsOf } from './meeting-points-store.ts';
export { type InsertedOrder, insertOrders, type OrderToInsert } from './new-order-store.ts';
export {
  datedFacts,
  type OrderMailParts,
  orderParts,
  portalParts,
  sendOrderMail,
  transferParts,
} from './order-mail-layout.ts';
export {
  mailOrderEnded,
  mailOrdersReceived,
  mailRevived,
  mailSwitchedToTransfer,
} from './order-mails.ts';
export { countMoney, movePayments } from './order-money-store.ts';
export { moveOrder } from './order-status-store.ts';
export {
  linesOf,
  lockOrder,
  lockOrders,
  type OrderContents,
  type OrderLineRow,
  type OrderRow,
  orderByCode,
  orderById,
  ordersByIds,
  ordersOf,
  ordersOfCarts,
} from './order-store.ts';
export { addRefunded, setDiscount, subtractPaid } from './order-sums-store.ts';
export { detachUnitsOfLines } from './order-units-store.ts';
export type { OrderView } from './order-view.ts';
export { OVERDUE_PAYMENT } from './overdue-store.ts';
export { postponePayBy, setPayBy, switchMethod, takeOrdersPastPayBy } from './pay-by-store.ts';
export { mailPaymentReceived, mailPaymentsReceived, type ReceivedMoney } from './payment-received-mail.ts';
export { moveDueDay, postponeReminder, setNextReminder } from './payment-reminders-store.ts';
export {
  COUNT_ATTEMPTS,
  type PaymentRow,
  paymentOf,
  paymentsOf,
  resetAttemptCount,
  setDueAt,
  uncountAttempt,
} from './payment-store.ts';
export { mailPaymentUndone } from './payment-undone-mail.ts';
export {
  lockOrdersOf,
  orderFacts,
  ordersWithHolder,
  ordersWithPersonalData,
  wipeHolderOfLines,
  wipeHoldersOfLines,
  wipeOldOrders,
  wipeUnpaidOrders,
  wipeUnpaidOrdersOf,
} from './personal-data-store.ts';
export { rebookSale } from './rebook-sale.ts';
export { hasRefunds, refundingSumsOf, refundsOf } from './refunds-of-order-store.ts';
export { reviveOrder } from './revive-order.ts';
export { beginningOfOrder, timesOfLines } from './times-of-order.ts';
export { listItemsOfUnpaidOrders, roomForTransfers, type UnpaidOrders, unpaidOf } from './unpaid-orders-store.ts';
