export { addInboxCalls } from './office-inbox.ts';
