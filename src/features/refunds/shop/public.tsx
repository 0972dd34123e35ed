export { refundStatus } from './shown-status.ts';
