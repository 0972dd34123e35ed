import { lazy } from 'react';

export { RefundAccount } from './refund-account.tsx';

export const LookedUpActions = lazy(() => import('./looked-up-actions.tsx'));
export const RefundActions = lazy(() => import('./refund-actions.tsx'));
/** A dialog; load it when it opens. */
export const CreateRefund = lazy(() => import('./create-refund.tsx'));
/** A dialog; load it when it opens. */
export const DecideRefunds = lazy(() => import('./decide-refunds.tsx'));
