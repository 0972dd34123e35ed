export { gatewaysNow, lastBackupAt, queuesAt } from './health-store.ts';
export { addHealthCalls } from './office-health.ts';
