export { numberChecks } from '../number-checks.ts';
export {
  type AdvanceRefusal,
  finishRefund,
  finishRefunds,
  holdRefund,
  holdRefunds,
  type OperatorMove,
  startRefund,
  startRefunds,
} from './advance-refund.ts';
export { cancelRefund } from './cancel-refund.ts';
export {
  type ExportedRefunds,
  type ExportRefusal,
  type ExportRequest,
  exportRefunds,
  type LeftOut,
  MOST_IN_A_FILE,
} from './export-refunds.ts';
export { BANK_SEAL, type RefundParts } from './refund-parts.ts';
export {
  eraseBankDetails,
  eraseBankDetailsOf,
  itemsOfOrders,
  linesOfRefunds,
  type RefundLineRow,
  type RefundRow,
  refundByCode,
  refundById,
  refundRowsIn,
  refundRowsOf,
} from './refund-store.ts';
export { refundViewsOf } from './refund-views.ts';
export { type RefundRequest, requestRefund } from './request-refund.ts';
export { addRefundCalls } from './routes.ts';
export { openDetails, readableDetails } from './sealed-details.ts';
export { sealedBankDetails } from './sealed-details-store.ts';
export { takeBackRequests } from './take-back-request.ts';
