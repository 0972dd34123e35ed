export { updateOrderAfterReturn } from './after-return.ts';
export { type AssignRefusal, assignReceipt } from './assign-receipt.ts';
export { auditMoney } from './audit-money-store.ts';
export {
  type CancelOrderRefusal,
  type CancelRequest,
  cancelClosed,
  cancelLocked,
  cancelOrder,
  closeBeforeCancelling,
  type OperatorOrderParts,
} from './cancel-order.ts';
export { type ChargeBackParts, type ChargeBackRefusal, chargeBack, chargeBackWithin } from './charge-back.ts';
export { ordersOfReceipt, sharesOfReceipt } from './charge-back-store.ts';
export { undoRefusal } from './desk-refusals.ts';
export { endCharge } from './end-charge.ts';
export { eraseNotes } from './erase-notes.ts';
export { keepReceipt } from './keep-receipt.ts';
export { type MailOrderAgainRefusal, mailOrderAgain, type OrderMailKind } from './mail-order-again.ts';
export { moveDueDate } from './move-due-date.ts';
export { deleteNotesOfErasedCustomers, dueReminders, notesOfCustomer } from './notes-store.ts';
export { type AsCustomer, addAsCustomerCalls } from './office-as-customer.ts';
export { addDeskCalls } from './office-desk.ts';
export { addHeldCalls } from './office-held.ts';
export { addNoteCalls } from './office-notes.ts';
export { addOrderCalls } from './office-order.ts';
export { addOrderMailCalls } from './office-order-mails.ts';
export { addTimelineCalls } from './office-timeline.ts';
export { ordersThatOweMoney } from './owed-store.ts';
export { bookProviderRefund, reverseProviderRefund } from './provider-refund.ts';
export {
  type BookedTransfer,
  recordTransfer,
  recordTransfers,
  type Transfer,
  type TransferParts,
} from './record-transfer.ts';
export { resetAttempts } from './reset-attempts.ts';
export { returnChargedBack } from './return-charged-back.ts';
export { type ReturnRefusal, returnOwed } from './return-owed.ts';
export { type ReviveRefusal, reviveEnded } from './revive-ended.ts';
export { sendMailsAgain } from './send-stored.ts';
export { sendableMails } from './sendable-mails.ts';
export { settleProblem } from './settle-problem.ts';
export { settleReceipt } from './settle-receipt.ts';
export { type UndoRefusal, undoableReceipts, undoTransfer } from './undo-transfer.ts';
export { whyTransferNotArrived } from './why-not-arrived.ts';
