import { lazy } from 'react';

export { ChargeActions, OwedActions, ProblemActions } from './settling-actions.tsx';
export { itemTone, statusTone } from './status-tone.ts';

export const OrderBrief = lazy(() => import('./order-brief.tsx'));
/** A dialog; load it when it opens. */
export const ReadMail = lazy(() => import('./read-mail.tsx'));
export const ReceiptActions = lazy(() => import('./receipt-actions.tsx'));
export const ReminderActions = lazy(() => import('./reminder-actions.tsx'));
/** A dialog; load it when it opens. */
export const RecordPayment = lazy(() => import('./record-payment.tsx'));
/** A dialog; load it when it opens. */
export const UndoPayment = lazy(() => import('./undo-payment.tsx'));
