export { bulkWork } from './bulk-work.ts';
export { addBulkCalls } from './office-bulk.ts';
export { previewOrStartBulk, type StartedBulk } from './start-bulk.ts';
