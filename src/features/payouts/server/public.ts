export { applyPayout } from './apply-payout.ts';
export { auditPayouts, overpaidGateways } from './audit-payouts-store.ts';
export { addPayoutCalls } from './office-payouts.ts';
export { listPayouts, openPayouts, type PayoutRow, payoutLinesAmong, waitingPayouts } from './payout-store.ts';
export { markPayoutsWithoutParts } from './payouts-without-parts.ts';
export { recordPayoutArrival, settlePayout, undoPayoutArrival } from './settle-payout.ts';
