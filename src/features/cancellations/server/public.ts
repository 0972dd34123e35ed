export { cancelEvent, pauseOrResume, previewCancellation } from './cancel-event.ts';
export { allCancellations, cancellationsThatNeedYou, ordersOfCancellation, type Scope } from './cancellation-store.ts';
export { refundCancelledOrders } from './cancellation-work.ts';
export { addCancellationCalls } from './office-cancellations.ts';
