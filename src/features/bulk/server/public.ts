export { bulkWork } from './bulk-work.ts';
export type { MailOfRun } from './mail-runs-store.ts';
export { addBulkCalls } from './office-bulk.ts';
export { recordMailRun } from './record-mail-run.ts';
export { previewOrStartBulk, type StartedBulk } from './start-bulk.ts';
