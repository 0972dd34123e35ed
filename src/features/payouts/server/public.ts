export { applyPayout } from './apply-payout.ts';
export { auditPayouts, overpaidGateways } from './audit-payouts-store.ts';
export { listPayouts, openPayouts, type PayoutRow, payoutLinesAmong, waitingPayouts } from './payout-store.ts';
export { payoutArrived, settlePayout } from './settle-payout.ts';
