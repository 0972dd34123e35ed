export { type AssignRefusal, assignReceipt } from './assign-receipt.ts';
export { type AttemptRow, latestAttemptOfPayment, openAttemptsOfOrder, wipeActions } from './attempt-store.ts';
export { auditMoney, type MoneyAudit } from './audit-money.ts';
export { type CancelOrderRefusal, cancelLocked, cancelOrder, type OperatorOrderParts } from './cancel-order.ts';
export { type ChargeBackRefusal, chargeBack } from './charge-back.ts';
export { endOrder } from './end-order.ts';
export type { PaymentGateway } from './gateway.ts';
export { withSense } from './gateway-with-sense.ts';
export { withinTime } from './gateway-within-time.ts';
export { book, type LedgerEntry } from './ledger.ts';
export type { MoneyArrival } from './money-arrived.ts';
export type { PayParts } from './pay-payment.ts';
export { addPaymentPages } from './payment-pages.ts';
export { endUnpaidOrders, queryAttempts } from './payment-work.ts';
export {
  openReceipts,
  ordersOwed,
  type ReceiptRow,
  receiptById,
  receiptsOfOrder,
  wipeReceiptWords,
  wipeReceiptWordsOf,
} from './receipt-store.ts';
export { type BookedTransfer, recordTransfer, type Transfer, type TransferParts } from './record-transfer.ts';
export { resetAttempts } from './reset-attempts.ts';
export { type ReturnRefusal, returnOwed } from './return-owed.ts';
export { addPaymentCalls } from './routes.ts';
export { sandboxGateway } from './sandbox/sandbox-gateway.ts';
export { addSandboxPages } from './sandbox/sandbox-page.ts';
export { sandboxWork } from './sandbox/sandbox-work.ts';
export { settleAttempt } from './settle-attempt.ts';
export { type SettledStatus, settleProblem } from './settle-problem.ts';
export { settleReceipt } from './settle-receipt.ts';
export { type AttemptParts, prepareAttempt, startAttempt, startWasLost } from './start-attempt.ts';
