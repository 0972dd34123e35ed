export type { PaymentLink } from '../domain/payment-link.ts';
export { acknowledgeMoney, issueOrders } from './acknowledge-money.ts';
export { applyMethodFact } from './apply-method-fact.ts';
export type { FactOutcome } from './apply-other-fact.ts';
export type { AttemptRow } from './attempt-store.ts';
export { wipeActions } from './attempt-work-store.ts';
export {
  type ChargeParts,
  canCharge,
  chargeInstalment,
  prepareCharge,
  repeatCharge,
  unansweredCharge,
} from './charge-instalment.ts';
export { closeAttempt } from './close-attempt.ts';
export { wipeDeclineReasons, wipeDeclineReasonsOf } from './decline-reason-store.ts';
export { paymentDueWork } from './due-work.ts';
export { latestAttemptOfPayment, openAttemptsOfOrder, openAttemptsOfPayment } from './find-attempt-store.ts';
export { silentGateways } from './gateway-contact-store.ts';
export { GATEWAY_DOWN } from './gateway-down.ts';
export type { GatewayFact } from './gateway-facts.ts';
export { type GatewayInbox, gatewayInbox } from './gateway-inbox.ts';
export type { Gateways } from './gateways.ts';
export { type GiveUpRefusal, giveUpCharge } from './give-up-charge.ts';
export { givenUpGatewayEvents, retryGivenUpEvent, settleGivenUpEvent } from './given-up-event-store.ts';
export {
  listAgain,
  listShortReceiptsAgain,
  markSettled,
  noteContradiction,
  type OpenReceipt,
  openReceiptById,
  openReceipts,
  paymentsWithWrongMoney,
  settleShortReceipts,
} from './listed-receipt-store.ts';
export { openDisputeOf } from './open-dispute-store.ts';
export { openGateways, requireGatewaysInUse, sandboxKeyOf, sandboxOnly } from './open-gateways.ts';
export { addPaymentPages } from './pages.ts';
export { paymentByLink } from './pay-payment.ts';
export { endUnpaidOrders } from './payment-work.ts';
export { type MoneyParts, resumeIfPlan } from './plan-money.ts';
export {
  type Attention,
  bankReceiptsByNumber,
  linkStatementLine,
  lockReceipt,
  lockTransfer,
  markUndone,
  type ReceiptRow,
  receiptById,
  receiptByTransaction,
  receiptOfStatementLine,
  receiptsOfOrder,
  takeBackShare,
  unlinkStatementLine,
} from './receipt-store.ts';
export { type Arrived, receiveMoney } from './receive-money.ts';
export { type ConsentParts, recordConsent } from './record-consent.ts';
export { type MoneyBack, moneyBackOf, receiptsToReturn, stopReturn } from './return-store.ts';
export { addPaymentCalls } from './routes.ts';
export {
  endConsentsOf,
  ordersWithLostCard,
  type SavedMethodRow,
  savedMethodById,
  savedMethodOfOrder,
  savedMethodsOf,
} from './saved-method-store.ts';
export { createSettleAttempt, type SettleAttempt, type SettleParts } from './settle-attempt.ts';
export { insertReceipts } from './settle-store.ts';
export {
  type AttemptParts,
  createRecordStart,
  prepareAttempt,
  prepareFirstAttempts,
  startAttempt,
} from './start-attempt.ts';
export { stepOrderOf } from './step-order.ts';
export { bookSuspense } from './unexpected-money.ts';
export { wipeReceiptWords, wipeReceiptWordsOf } from './wipe-receipts-store.ts';
