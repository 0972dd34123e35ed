import { lazy } from 'react';

export { OwedWays, ProblemWays } from './order-ways.tsx';
export { itemStatusNames, orderStatusNames } from './status-names.ts';
export { itemTone, statusTone } from './status-tone.ts';

export const ReceiptWays = lazy(() => import('./receipt-ways.tsx'));
/** A dialog; load it when it opens. */
export const RecordPayment = lazy(() => import('./record-payment.tsx'));
