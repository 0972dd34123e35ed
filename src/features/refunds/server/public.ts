export { numberChecks } from '../number-checks.ts';
export {
  type AdvanceRefusal,
  finishRefund,
  finishRefunds,
  holdRefund,
  holdRefunds,
  startRefund,
  startRefunds,
} from './advance-refund.ts';
export { approveTransferFile } from './approve-transfer-file.ts';
export { auditTransferFiles } from './audit-files-store.ts';
export {
  bankLinesAmong,
  IS_LINKED_PAYMENT,
  linkPaidRefund,
  PAID_WITHOUT_LINE,
  returnsOf,
  unlinkPaidRefund,
} from './bank-lines-store.ts';
export { cancelRefund } from './cancel-refund.ts';
export { cancelTransferFile } from './cancel-transfer-file.ts';
export { cardMoneyOfOrder, moneyOnItsWay, type RefundWays } from './card-money.ts';
export { type CorrectDetailsRefusal, correctBankDetails } from './correct-bank-details.ts';
export { type CreateRefundRefusal, createRefund, previewRefund } from './create-refund.ts';
export { eraseBankDetails, eraseBankDetailsOf } from './erase-refunds-store.ts';
export { type FileRefusal, type MadeFile, makeTransferFile } from './make-transfer-file.ts';
export { isOnItsWayBack, movementsOf, movementsOfAll, type RefundMovementRow } from './movement-store.ts';
export { neededAccountsOfOrder } from './needed-accounts.ts';
export { addOfficeRefundCalls } from './office-refunds.ts';
export { addTransferFileCalls } from './office-transfer-files.ts';
export { openAccounts } from './open-account.ts';
export type { PayerRefusal } from './payer.ts';
export { applyRefundFact, type RefundFact } from './refund-fact.ts';
export { keptByRefunds, linesOfRefunds } from './refund-lines-store.ts';
export { BANK_SEAL, type RefundParts } from './refund-parts.ts';
export { type RefundRow, refundByCode, refundRowsIn, refundRowsOf, unstartedOperatorRefunds } from './refund-store.ts';
export { refundViewsByIds, refundViewsOf, refundViewsOfOrder } from './refund-views.ts';
export { refuseRefund } from './refuse-refund.ts';
export { requestRefund } from './request-refund.ts';
export { type RetryRefusal, retryMovement } from './retry-movement.ts';
export { addRefundCalls } from './routes.ts';
export { openDetails, readableDetails } from './sealed-details.ts';
export { sealedBankDetails } from './sealed-details-store.ts';
export { returnStrayMoney, type SendBackRefusal, sendBack } from './send-back.ts';
export { sendMovements } from './send-movements.ts';
export { settleUnclear } from './settle-unclear.ts';
export { takeBackRequests } from './take-back-request.ts';
export { filesToApprove, listTransferFiles } from './transfer-files-store.ts';
export { MAX_PER_FILE, shortenedName } from './transfer-orders.ts';
export { type UndoBankLineRefusal, undoBankLine } from './undo-bank-line.ts';
export { type WriteRefusal, type WrittenFile, writeTransferFile } from './write-transfer-file.ts';
