import { lazy } from 'react';

export { ChargeWays, OwedWays, ProblemWays } from './order-ways.tsx';
export { itemStatusNames, orderStatusNames, paymentStatusNames, refundStatusNames } from './status-names.ts';
export { itemTone, statusTone } from './status-tone.ts';

/** A dialog; load it when it opens. */
export const ReadMail = lazy(() => import('./read-mail.tsx'));
export const ReceiptWays = lazy(() => import('./receipt-ways.tsx'));
export const ReminderWays = lazy(() => import('./reminder-ways.tsx'));
/** A dialog; load it when it opens. */
export const RecordPayment = lazy(() => import('./record-payment.tsx'));
/** A dialog; load it when it opens. */
export const UndoPayment = lazy(() => import('./undo-payment.tsx'));
