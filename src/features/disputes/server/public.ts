export { applyDispute } from './apply-dispute.ts';
export { listDisputes } from './dispute-store.ts';
