export { applyDispute } from './apply-dispute.ts';
export { listDisputes } from './dispute-store.ts';
export { type ListedWarning, listFraudWarnings, type WarningState } from './fraud-warning-store.ts';
export { applyFraudWarning, settleFraudWarning } from './fraud-warnings.ts';
export { addFraudWarningCalls } from './office-warnings.ts';
