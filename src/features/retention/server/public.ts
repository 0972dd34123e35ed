export { type RetentionParts, retentionWork } from './retention-work.ts';
